import { toFields } from "~/forms/fields";
import type { Fields } from "~/forms/fields";

/** Bytes. The longest form of the site, every character escaped, is shorter. */
const maximumBody = 128 * 1024;

const formTypes = ["application/x-www-form-urlencoded", "multipart/form-data"];

/**
 * Reads a posted form in bounded memory.
 *
 * @throws Response 413, 415 or 400: the error page, nothing was parsed
 */
export async function readForm(request: Request): Promise<Fields> {
  const type = request.headers.get("Content-Type") ?? "";
  const body = await readBounded(request);
  if (!formTypes.includes(type.split(";")[0]?.trim().toLowerCase() ?? "")) {
    throw new Response(null, { status: 415 });
  }
  try {
    const parsed = new Response(body, { headers: { "Content-Type": type } });
    return toFields(await parsed.formData());
  } catch {
    throw new Response(null, { status: 400 });
  }
}

async function readBounded(request: Request): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  // A body that is too long is read to its end and thrown away: a browser
  // shows an answer only when it could send what it had to send.
  const reader = request.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done || !value) break;
    size += value.byteLength;
    if (size <= maximumBody) chunks.push(value as Uint8Array<ArrayBuffer>);
    else chunks.length = 0;
  }
  if (size > maximumBody) throw new Response(null, { status: 413 });
  return new Blob(chunks);
}
