import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { Socket } from "node:net";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Voice } from "./voice";

/** Removes the marks that Orca puts between words. */
const plain = (ssml: string) =>
  ssml
    .replace(/<[^>]*>/g, "")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(/&amp;/g, "&")
    .trim();

/** Speaks the protocol of speech-dispatcher's output modules. */
async function serve(socket: Socket, voice: Voice) {
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const answer = (line: string) => socket.write(`${line}\n`);
  const readBody = async () => {
    const read: string[] = [];
    for (;;) {
      const { value, done } = await lines.next();
      if (done || value === ".") return read.join("\n");
      read.push(value.replace(/^\.\./, "."));
    }
  };
  const speak = async (ssml: string) => {
    answer("200 OK SPEAKING\n701 BEGIN");
    for (const [, mark] of ssml.matchAll(/<mark name="([^"]*)"/g)) {
      answer(`700-${mark}\n700 INDEX MARK`);
    }
    const isWhole = await voice.speak(plain(ssml));
    answer(isWhole ? "702 END" : "703 STOP");
  };
  for await (const command of lines) {
    switch (command.split(" ")[0]) {
      case "INIT":
        answer("299-A voice that is written down\n299 OK LOADED");
        break;
      case "AUDIO":
      case "LOGLEVEL":
      case "SET":
        answer("207 OK RECEIVING SETTINGS");
        await readBody();
        answer("203 OK SETTINGS RECEIVED");
        break;
      case "SPEAK":
      case "CHAR":
      case "KEY":
      case "SOUND_ICON":
        answer("202 OK RECEIVING MESSAGE");
        void speak(await readBody());
        break;
      case "STOP":
      case "PAUSE":
        voice.stop();
        break;
      case "LIST":
        answer("200-written\ten-US\tnone\n200 OK VOICE LIST SENT");
        break;
      case "QUIT":
        answer("210 OK QUIT");
        return;
      default:
        answer("200 OK");
    }
  }
}

/**
 * Writes speech-dispatcher's settings to a folder, with a module that passes
 * everything to the voice in this process.
 */
export async function prepareSpeechDispatcher(folder: string, voice: Voice) {
  const inFolder = (name: string) => path.join(folder, name);
  const socket = inFolder("speechd.sock");
  // A module that ends with answers unread resets its connection.
  const server = createServer((module) => {
    serve(module, voice).catch(() => module.destroy());
  });
  await once(server.listen(inFolder("voice.sock")), "listening");
  writeFileSync(
    inFolder("module"),
    `#!${process.execPath}
const socket = require("node:net").connect("${inFolder("voice.sock")}");
process.stdin.pipe(socket).pipe(process.stdout);
`,
    { mode: 0o700 },
  );
  writeFileSync(
    inFolder("speechd.conf"),
    `LogDir "${folder}"
DefaultLanguage "en"
AddModule "written" "${inFolder("module")}" ""
DefaultModule written
`,
  );
  return {
    arguments: [
      ...["--run-single", "--timeout", "0", "--config-dir", folder],
      ...["--communication-method", "unix_socket", "--socket-path", socket],
    ],
    /** SPEECHD_ADDRESS for programs that should speak. */
    address: `unix_socket:${socket}`,
    close: () => server.close(),
  };
}
