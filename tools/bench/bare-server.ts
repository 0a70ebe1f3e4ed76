import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { RecordedAnswer } from "./record";

// Bare Node sends the site's recorded answers from memory, as fast as this
// machine can. The arguments are the file of answers and the port.

const [, , file = "", port] = process.argv;
const recorded = JSON.parse(readFileSync(file, "utf8")) as Record<
  string,
  RecordedAnswer
>;
/** By path, or `post`, or `toast` for the GET with the cookie. */
const answers = new Map(
  Object.entries(recorded).map(([name, { status, headers, body }]) => [
    name,
    { status, headers, body: Buffer.from(body, "base64") },
  ]),
);

createServer((request, response) => {
  const { method, url, headers } = request;
  const name = headers.cookie ? "toast" : method === "POST" ? "post" : url;
  const answer = answers.get(name ?? "");
  request.resume().once("end", () => {
    response.writeHead(answer?.status ?? 404, answer?.headers);
    response.end(answer?.body);
  });
}).listen(Number(port), "127.0.0.1");
