import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { isInstalled } from "./program";

/** Whether to skip a test that needs a certificate, and why. */
export const withoutOpenssl = [
  !isInstalled("openssl"),
  "not installed: openssl",
] as const;

/**
 * Creates an untrusted certificate for this machine.
 *
 * @param more further names, such as IP:0.0.0.0, which programs take for another machine
 */
export function makeCertificate(folder: string, ...more: string[]) {
  const keyFile = path.join(folder, "key.pem");
  const certificate = path.join(folder, "certificate.pem");
  const own = ["IP:127.0.0.1", "DNS:localhost", ...more];
  const names = `subjectAltName=${own.join()}`;
  const curve = "ec_paramgen_curve:prime256v1";
  execFileSync(
    "openssl",
    [
      ...["req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt", curve],
      ...["-subj", "/CN=test", "-addext", names, "-days", "2"],
      ...["-keyout", keyFile, "-out", certificate],
    ],
    { stdio: "pipe" },
  );
  const tls = { key: readFileSync(keyFile), cert: readFileSync(certificate) };
  return { certificate, keyFile, tls };
}
