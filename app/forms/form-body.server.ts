import { Busboy } from "@fastify/busboy";
import type { BusboyInstance } from "@fastify/busboy";
import { toFields } from "~/forms/fields";
import type { Fields } from "~/forms/fields";

/**
 * Bytes of text in one form, all of which a refusal returns. The longest form
 * needs fewer even if each character takes four.
 */
const maximumText = 24 * 1024;

/**
 * A refusal repeats each of these in HTML and in a script, in up to eleven
 * bytes. Each counts as four.
 */
const escaped = /[&<>"']|(?![\r\n\t])\p{Cc}/gu;

/** The site's longest form has six, and none is a file. */
const maximumFields = 10;

const limits = {
  // One more than the maximum: the parser drops fields over its limit.
  fields: maximumFields + 1,
  files: 0,
  parts: maximumFields,
  fieldSize: maximumText,
  headerPairs: 10,
  headerSize: 1024,
};

/** Bytes parsed at a time: parsing stops soon after a limit is exceeded. */
const slice = 4096;

/**
 * Reads and parses a posted form. The middleware has refused longer bodies.
 *
 * @throws Response 413, 415 or 400: the error page
 */
export async function readForm(request: Request): Promise<Fields> {
  const body = Buffer.from(await request.arrayBuffer());
  const type = request.headers.get("Content-Type") ?? "";
  return toFields(await parse(type, body));
}

function parse(type: string, body: Buffer): Promise<[string, string][]> {
  return new Promise((resolve, reject) => {
    let isRefused = false;
    const refuse = (status: number) => {
      isRefused = true;
      reject(new Response(null, { status }));
    };
    let parser: BusboyInstance;
    try {
      parser = new Busboy({ headers: { "content-type": type }, limits });
    } catch {
      return refuse(415);
    }
    const fields: [string, string][] = [];
    let text = 0;
    parser.on("field", (name, value, _isNameCut, isCut) => {
      text += Buffer.byteLength(value.replace(escaped, "&lt;"));
      if (fields.length === maximumFields) refuse(400);
      else if (isCut || text > maximumText) refuse(413);
      else fields.push([name, value]);
    });
    parser.on("fieldsLimit", () => refuse(400));
    parser.on("filesLimit", () => refuse(400));
    parser.on("partsLimit", () => refuse(400));
    parser.on("error", () => refuse(400));
    parser.on("finish", () => resolve(fields));
    for (let start = 0; start < body.length && !isRefused; start += slice) {
      parser.write(body.subarray(start, start + slice));
    }
    parser.end();
  });
}
