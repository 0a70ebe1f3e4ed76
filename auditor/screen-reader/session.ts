import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Programs, temporaryFolder } from "../programs";
import { prepareSpeechDispatcher } from "./speech-dispatcher";
import { Voice } from "./voice";

/** What a session needs. */
export const screenReaderPrograms = [
  ...["Xvfb", "openbox", "dbus-daemon", "speech-dispatcher", "orca"],
  ...["xdotool", "firefox-esr"],
];

/** Starts a virtual display, and Orca on it with a voice that writes. */
export async function startSession() {
  const folder = temporaryFolder();
  const programs = new Programs({
    PATH: `${folder}:${process.env.PATH}`,
    HOME: folder,
    LANG: "C.UTF-8",
    XDG_RUNTIME_DIR: path.join(folder, "run"),
    // The settings of the machine's user are left alone.
    GSETTINGS_BACKEND: "memory",
  });
  const { env } = programs;
  mkdirSync(path.join(folder, "run"), { mode: 0o700 });
  const voice = new Voice();
  const speech = await prepareSpeechDispatcher(folder, voice);
  const stop = async () => {
    await programs.endAll();
    speech.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };

  env.DISPLAY = await programs.startScreen("1280x1024");
  // The bus also starts AT-SPI, for Orca and the browsers.
  env.DBUS_SESSION_BUS_ADDRESS = await programs.startAndRead("dbus-daemon", [
    ...["--session", "--nofork", "--print-address=3"],
  ]);
  programs.start("openbox");
  env.SPEECHD_ADDRESS = speech.address;
  programs.start("speech-dispatcher", speech.arguments);
  const orcaFolder = path.join(folder, ".local/share/orca");
  mkdirSync(orcaFolder, { recursive: true });
  copyFileSync(
    path.join(import.meta.dirname, "orca-customizations.py"),
    path.join(orcaFolder, "orca-customizations.py"),
  );
  // Orca exits when pgrep finds another of the same user, on any display.
  writeFileSync(path.join(folder, "pgrep"), "#!/bin/sh\n", { mode: 0o700 });
  programs.start("orca");
  if (!(await voice.until(/Screen reader on/, 0, 90_000))) {
    await stop();
    throw new Error("Orca does not start speaking.");
  }
  return { voice, folder, programs, stop };
}

export type ScreenReaderSession = Awaited<ReturnType<typeof startSession>>;
