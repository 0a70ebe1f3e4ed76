#!/usr/bin/env bash
# supabase-js: an insert whose answer is a redirect 301 or 302 comes back without an
# error, though no row was sent to where it led: fetch follows it with a GET without a
# body. An insert answered by 404 without a body is no error, either.
#
# One would guess: what is not stored has an error.
#
# Seen with @supabase/supabase-js 2.109.0 on Node 20.20.2 on 2026-11-28.
# It matters where a gateway moves http to https or adds a slash, and where a proxy's
# path is wrong: only the status 201 says that a row was stored.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund @supabase/supabase-js@2.109.0
cat > insert.mjs <<'JS'
import { createServer } from "node:http";
import { createClient } from "@supabase/supabase-js";

const asked = [];
const server = createServer((request, response) => {
  const { method, url } = request;
  let bytes = 0;
  request.on("data", (part) => (bytes += part.length));
  request.on("end", () => {
    asked.push(`${method} ${url} (${bytes} bytes)`);
    if (url.startsWith("/moved"))
      return response.writeHead(200, { "Content-Type": "application/json" }).end("[]");
    const status = Number(/moves-(\d+)/.exec(url)?.[1] ?? 404);
    response.writeHead(status, status < 400 ? { Location: "/moved" } : {}).end();
  });
}).listen(0, "127.0.0.1");
await new Promise((listening) => server.once("listening", listening));
const transport = class {};
const client = createClient(`http://127.0.0.1:${server.address().port}`, "key", {
  auth: { persistSession: false },
  realtime: { transport },
});
let isSilent = true;
for (const table of ["moves-301", "moves-302", "nowhere"]) {
  const { error, status } = await client.from(table).insert({ name: "Ann" });
  console.log(table, { error, status }, asked.splice(0).join(", then "));
  isSilent &&= error === null;
}
server.close();
process.exit(isSilent ? 0 : 1);
JS
node --version
node insert.mjs
