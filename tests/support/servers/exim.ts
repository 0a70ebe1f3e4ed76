import { appendFileSync, chmodSync, copyFileSync, existsSync } from "node:fs";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import {
  freePort,
  makeCertificate,
  runProgram,
  startProgram,
  temporaryFolder,
} from "#supabase/testing";

/** Seconds until the greeting, and until the answer to a mail's end. */
const slowness = { greeting: 12, mail: 25 };

const configuration = (folder: string, port: number) => `
primary_hostname = mail.kandi.example
spool_directory = ${folder}/queue
log_file_path = ${folder}/queue/%slog
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port}
pid_file_path = ${folder}/queue/pid
deliver_drop_privilege
tls_advertise_hosts = *
tls_certificate = ${folder}/certificate.pem
tls_privatekey = ${folder}/key.pem
acl_smtp_connect = connect
acl_smtp_rcpt = rcpt
acl_smtp_data = data
begin acl
connect:
  accept delay = ${slowness.greeting}s
rcpt:
  defer local_parts = \${readfile{${folder}/greylist}}
    message = Later
  accept
data:
  accept logwrite = Scanning
    delay = ${slowness.mail}s
begin routers
all:
  driver = accept
  transport = inbox
begin transports
inbox:
  driver = appendfile
  directory = ${folder}/inbox
  maildir_format
`;

/**
 * Starts Debian's Exim, which greets late, scans each mail for long and refuses
 * safety@kandi.example for now.
 *
 * @returns undefined where its package cannot be downloaded
 */
export async function startExim() {
  const folder = temporaryFolder();
  const place = (name: string) => path.join(folder, name);
  const options = { cwd: folder, timeout: 120_000 };
  const name = "exim4-daemon-light";
  await runProgram("apt-get", ["download", name], options);
  const archive = readdirSync(folder).find((file) => file.endsWith(".deb"));
  if (!archive) return undefined;
  await runProgram("dpkg", ["-x", archive, "files"], options);
  // Exim gives up root's rights.
  chmodSync(folder, 0o755);
  makeCertificate(folder);
  const port = await freePort();
  writeFileSync(place("exim.conf"), configuration(folder, port));
  writeFileSync(place("greylist"), "safety");
  // The user whom the package would create.
  for (const file of ["passwd", "group"]) {
    copyFileSync(`/etc/${file}`, place(file));
    appendFileSync(place(file), "Debian-exim:x:64002:64002::/:/bin/false\n");
  }
  const script = `
    mount --bind passwd /etc/passwd
    mount --bind group /etc/group
    mkdir queue inbox
    chown Debian-exim queue inbox key.pem
    files/usr/sbin/exim4 -C ${folder}/exim.conf -bdf; exit`;
  // Only its processes see the user, and they end with the shell, which keeps
  // root's rights, and so dies with its parent.
  const { child, exit, until } = startProgram(
    "unshare",
    [
      ...["--mount", "--pid", "--fork", "--kill-child", "--mount-proc"],
      ...["sh", "-ec", script],
    ],
    { cwd: folder },
  );
  // Exim listens before it writes this file.
  await until(() => existsSync(place("queue/pid")));
  const inbox = place("inbox/new");
  const log = () => readFileSync(place("queue/mainlog"), "utf8");
  return {
    port,
    /** The mails that it delivered. */
    mails: () =>
      existsSync(inbox)
        ? readdirSync(inbox).map((file) =>
            readFileSync(path.join(inbox, file), "utf8"),
          )
        : [],
    /** How many mails it has begun to scan. */
    scans: () => log().split("Scanning").length - 1,
    /** Takes mail for everyone from now on. */
    endGreylist: () => writeFileSync(place("greylist"), "nobody"),
    stop: async () => {
      child.kill("SIGKILL");
      await exit;
      rmSync(folder, { recursive: true });
    },
  };
}
