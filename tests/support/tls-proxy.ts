import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { request as send } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { temporaryFolder } from "./supabase";

/** A proxy that speaks https, with a certificate of its own, to a site's port. */
export async function startTlsProxy(sitePort: number) {
  const folder = temporaryFolder();
  const keyFile = path.join(folder, "key.pem");
  const certificate = path.join(folder, "certificate.pem");
  const names = "subjectAltName=IP:127.0.0.1,DNS:localhost";
  const curve = "ec_paramgen_curve:prime256v1";
  execFileSync("openssl", [
    ...["req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt", curve],
    ...["-subj", "/CN=test", "-addext", names, "-days", "2"],
    ...["-keyout", keyFile, "-out", certificate],
  ]);

  let dropped = "";
  const tls = { key: readFileSync(keyFile), cert: readFileSync(certificate) };
  const server = createServer(tls, (asked, response) => {
    const { url, method, headers } = asked;
    Reflect.deleteProperty(headers, dropped);
    const port = sitePort;
    const passed = send({ port, path: url, method, headers }, (answer) => {
      Reflect.deleteProperty(answer.headers, dropped);
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    asked.pipe(passed);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    certificate,
    /** Loses this header, and no other, of requests and of answers. */
    drop: (header: string) => {
      dropped = header.toLowerCase();
    },
    stop: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
      rmSync(folder, { recursive: true });
    },
  };
}
