import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { toFields } from "~/forms/fields";
import type { Fields } from "~/forms/fields";

/** Bytes. The longest form of the site, every character escaped, is shorter. */
const maximumBody = 128 * 1024;

// Only a process that was started with this flag has the function otherwise.
setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as (options: {
  type: "minor";
}) => void;

/** Bytes of bodies that were too long, by all requests together. */
const freeAfter = 4 * 1024 * 1024;
let thrownAway = 0;

const formTypes = ["application/x-www-form-urlencoded", "multipart/form-data"];

/** Names of the one encoding that browsers post in. */
const charsets = ["utf-8", "utf8", "us-ascii"];

/**
 * Reads a posted form in bounded memory.
 *
 * @throws Response 413, 415 or 400: the error page, nothing was parsed
 */
export async function readForm(request: Request): Promise<Fields> {
  const type = request.headers.get("Content-Type") ?? "";
  const body = await readBounded(request);
  const [kind = "", ...parameters] = type.toLowerCase().split(";");
  const charset = /^\s*charset="?([^"]*)"?$/.exec(
    parameters.find((text) => text.trim().startsWith("charset=")) ?? "",
  )?.[1];
  if (
    !formTypes.includes(kind.trim()) ||
    (charset !== undefined && !charsets.includes(charset.trim()))
  ) {
    throw new Response(null, { status: 415 });
  }
  if (!isUtf8(body, kind.trim())) throw new Response(null, { status: 400 });
  try {
    const parsed = new Response(body, { headers: { "Content-Type": type } });
    return toFields(await parsed.formData());
  } catch {
    throw new Response(null, { status: 400 });
  }
}

/** Parsers put a sign of their own where the bytes are no text. */
function isUtf8(body: Uint8Array, type: string): boolean {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    const escaped =
      type === formTypes[0] ? (text.match(/(?:%[\da-f]{2})+/gi) ?? []) : [];
    // Used, or the bundler drops what can only throw.
    return escaped.every((sequence) => decodeURIComponent(sequence) !== "");
  } catch {
    return false;
  }
}

async function readBounded(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  // A body that is too long is read to its end and thrown away: a browser
  // shows an answer only when it could send what it had to send.
  // What was thrown away is freed now and then: Node would let it pile up.
  const reader = request.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done || !value) break;
    size += value.byteLength;
    if (size <= maximumBody) chunks.push(value as Uint8Array<ArrayBuffer>);
    else {
      chunks.length = 0;
      thrownAway += value.byteLength;
      if (thrownAway > freeAfter) {
        thrownAway = 0;
        collectGarbage({ type: "minor" });
      }
    }
  }
  if (size > maximumBody) throw new Response(null, { status: 413 });
  return Buffer.concat(chunks);
}
