import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "@playwright/test";
import { freePort, isPortTaken } from "../../server/http/free-port.ts";
import { runCommand } from "./command.ts";

/* The real Postfix: its files are in a temporary folder, and it listens on 127.0.0.1. It needs root. */

const HOST = "127.0.0.1";
const PATH = "/usr/sbin/postfix";

/**
 * Skips the test, with the reason, if Postfix can't run. It isn't installed for a test, as Dovecot is, because Debian starts it on
 * port 25.
 */
export function requirePostfix(): void {
  const canRun = process.getuid?.() === 0 && existsSync(PATH);
  test.skip(!canRun, "Postfix needs root, and is not installed: install Debian's postfix");
}

// No service runs in a chroot: all files that one needs would have to be in it.
const SERVICES = `pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
proxymap unix - - n - - proxymap
error unix - - n - - error
retry unix - - n - - error
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
`;

// Mail to other domains comes back, as if they didn't exist. It's accepted first, so that there's a report.
const settings = (folder: string, lmtp: number) => `compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
maillog_file = ${folder}/log
maillog_file_prefixes = ${folder}
myhostname = mx.in.example
mydestination =
inet_interfaces = ${HOST}
inet_protocols = ipv4
mynetworks = ${HOST}
recipient_delimiter = +
virtual_mailbox_domains = in.example
virtual_transport = lmtp:inet:${HOST}:${lmtp}
alias_maps =
smtpd_reject_unlisted_recipient = no
default_transport = error:5.1.2 There is no such domain
`;

const run = (program: string, args: string[]) => runCommand(program, args, { signal: AbortSignal.timeout(10_000) });
const idOf = async (flag: string) => Number((await run("id", [flag, "postfix"])).output);

/** Starts Postfix, which delivers all mail to in.example by LMTP and sends back what's for other domains. */
export async function startPostfix(lmtp: number) {
  const folder = await mkdtemp(join(tmpdir(), "site-inbox-postfix-"));
  const port = await freePort(HOST);
  for (const name of ["queue", "data"]) await mkdir(join(folder, name));
  await chmod(folder, 0o755);
  await chown(join(folder, "data"), await idOf("-u"), await idOf("-g"));
  await writeFile(join(folder, "main.cf"), settings(folder, lmtp));
  await writeFile(join(folder, "master.cf"), `${HOST}:${port} inet n - n - - smtpd\n${SERVICES}`);
  // Under a umask of 077, only root could read them.
  for (const name of ["queue", "main.cf", "master.cf"]) await chmod(join(folder, name), 0o755);
  const child = spawn(PATH, ["-c", folder, "start-fg"], { stdio: "ignore" });
  const ended = once(child, "exit");
  const log = () => readFile(join(folder, "log"), "utf8").catch(() => "");
  while (!(await isPortTaken(port, HOST))) {
    if (child.exitCode !== null) throw new Error(`postfix ended:\n${await log()}`);
  }
  return {
    url: `smtp://${HOST}:${port}`,
    log,
    async [Symbol.asyncDispose]() {
      await run(PATH, ["-c", folder, "stop"]);
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
