import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { test } from "@playwright/test";
import { freePort, isPortTaken } from "../../server/http/free-port.ts";
import { runCommand } from "./command.ts";
import { canInstallPackages, installPackage } from "./debian-package.ts";
import { installedProgram } from "./installed-program.ts";

/* The real Dovecot, without root: its files are in a temporary folder, and it listens on 127.0.0.1. */

const HOST = "127.0.0.1";
const PASSWORD = "the-password";
const SYSTEM_PATH = "/usr/sbin/dovecot";

export type Dovecot = Awaited<ReturnType<typeof startDovecot>>;

type Options = {
  /** How much space the mailbox has, as in 1M. */
  quota?: string;
  /** Where access tokens are checked (RFC 7662). Then there's no password. */
  introspection?: string;
  /** What the server says that it can do, if that's less than usual. */
  capability?: string;
};

let found: Promise<string | undefined> | undefined;

/** Skips the test, with the reason, if Dovecot 2.3 isn't there and can't be installed. */
export async function requireDovecot(): Promise<void> {
  found ??= findDovecot();
  test.skip(
    (await found) === undefined,
    "Dovecot 2.3 is not installed: install Debian's dovecot-imapd and dovecot-lmtpd",
  );
}

async function findDovecot(): Promise<string | undefined> {
  const signal = AbortSignal.timeout(600_000);
  const there = await findProgram(signal);
  if (there !== undefined || !canInstallPackages) return there;
  for (const name of ["dovecot-imapd", "dovecot-lmtpd"]) await installPackage(name, signal);
  return findProgram(signal);
}

async function findProgram(signal: AbortSignal): Promise<string | undefined> {
  // A user's PATH doesn't have the folder that it's in.
  const path = installedProgram("dovecot") ?? [SYSTEM_PATH].find((one) => existsSync(one));
  if (path === undefined) return undefined;
  const { output } = await runCommand(path, ["--version"], { signal });
  const modules = await readdir("/usr/lib/dovecot").catch((): string[] => []);
  // 2.4 names its settings differently.
  return /^2\.3\./.test(output) && modules.includes("imap") && modules.includes("lmtp") ? path : undefined;
}

// Dovecot gives no mail to root.
async function accountOf(): Promise<Account> {
  const { uid, gid, username } = userInfo();
  if (uid !== 0) return { name: username, group: String(gid), uid, gid };
  const signal = AbortSignal.timeout(10_000);
  const idOf = async (flag: string) => Number((await runCommand("id", [flag, "nobody"], { signal })).output);
  const group = (await runCommand("id", ["-gn", "nobody"], { signal })).output.trim();
  return { name: "nobody", group, uid: await idOf("-u"), gid: await idOf("-g") };
}

const oauthSettings = (introspection: string, folder: string) => ({
  main: `auth_mechanisms = xoauth2 oauthbearer
passdb {
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = ${folder}/oauth2.conf
}`,
  oauth: `introspection_mode = post
introspection_url = ${introspection}
username_attribute = username
active_attribute = active
active_value = true
`,
});

const PLAIN = `auth_mechanisms = plain
passdb {
  driver = static
  args = password=${PASSWORD}
}`;

type Account = { name: string; group: string; uid: number; gid: number };
type Written = { folder: string; account: Account; imap: number; lmtp: number };

const configOf = ({ folder, account, imap, lmtp }: Written, { quota, introspection, capability }: Options) => `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap lmtp
ssl = no
disable_plaintext_auth = no
auth_username_format = %Ln
auth_failure_delay = 0
${introspection === undefined ? PLAIN : oauthSettings(introspection, folder).main}
recipient_delimiter = +
mail_location = maildir:${folder}/mail/%n
mail_plugins = ${quota === undefined ? "" : "quota"}
default_internal_user = ${account.name}
default_internal_group = ${account.group}
default_login_user = ${account.name}
first_valid_uid = 1
userdb {
  driver = static
  args = uid=${account.name} gid=${account.group} home=${folder}/mail/%n allow_all_users=yes
}
service imap-login {
  chroot =
  inet_listener imap {
    address = ${HOST}
    port = ${imap}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
service lmtp {
  inet_listener lmtp {
    address = ${HOST}
    port = ${lmtp}
  }
}
protocol imap {
  ${capability === undefined ? "" : `imap_capability = ${capability}`}
  mail_plugins = ${quota === undefined ? "" : "quota imap_quota"}
}
${quota === undefined ? "" : `plugin {\n  quota = maildir:User quota\n  quota_rule = *:storage=${quota}\n}`}
`;

/** Writes the configuration into a folder of its own, which the account may write to. */
async function setUp(options: Options): Promise<Written> {
  const folder = await mkdtemp(join(tmpdir(), "site-inbox-dovecot-"));
  const account = await accountOf();
  const written = { folder, account, imap: await freePort(HOST), lmtp: await freePort(HOST) };
  await mkdir(join(folder, "mail"));
  await writeFile(join(folder, "conf"), configOf(written, options));
  if (options.introspection !== undefined)
    await writeFile(join(folder, "oauth2.conf"), oauthSettings(options.introspection, folder).oauth);
  if (process.getuid?.() === 0) {
    // Under a umask of 077, only root can read what root writes.
    for (const name of ["", ...(await readdir(folder))]) await chown(join(folder, name), account.uid, account.gid);
    await chmod(folder, 0o755);
  }
  return written;
}

/** Runs Dovecot, and returns what stops it. */
async function run({ folder, account: { uid, gid }, imap, lmtp }: Written): Promise<() => Promise<void>> {
  const child = spawn((await found) ?? SYSTEM_PATH, ["-F", "-c", join(folder, "conf")], { stdio: "ignore", uid, gid });
  const ended = once(child, "exit");
  while (!((await isPortTaken(imap, HOST)) && (await isPortTaken(lmtp, HOST)))) {
    if (child.exitCode !== null) throw new Error(`dovecot ended:\n${await readFile(join(folder, "log"), "utf8")}`);
  }
  return async () => {
    child.kill();
    await ended;
  };
}

/** Starts Dovecot with the mailbox `inbox`, which gets what's sent to `inbox+…@in.example` too. */
export async function startDovecot(options: Options = {}) {
  const written = await setUp(options);
  const { folder, imap, lmtp } = written;
  const mails = join(folder, "mail", "inbox");
  let stop = await run(written);

  return {
    port: imap,
    /** The port at which it accepts emails by LMTP. */
    lmtp,
    url: `imap://inbox:${encodeURIComponent(PASSWORD)}@${HOST}:${imap}`,
    /** The folder of the mailbox, as Dovecot stores it. */
    mails,
    /** The new emails of any mailbox of in.example, which has one for each address. */
    async newMails(address: string): Promise<Buffer[]> {
      const folder = join(written.folder, "mail", address.split("@")[0] ?? "", "new");
      const names = await readdir(folder).catch((): string[] => []);
      return Promise.all(names.sort().map((name) => readFile(join(folder, name))));
    },
    /** Delivers an email by LMTP. Returns the server's response. */
    deliver: (to: string, raw: Buffer | string, from = "grace@example.com") => deliver(lmtp, { to, raw, from }),
    /** The names of the files of the emails, which end with their flags. */
    async files(): Promise<string[]> {
      const folders = await Promise.all(["new", "cur"].map((name) => readdir(join(mails, name)).catch(() => [])));
      return folders.flat().sort();
    },
    /** Stops it, changes something, and starts it again. */
    async restart(change: () => Promise<unknown> = async () => undefined): Promise<void> {
      await stop();
      await change();
      stop = await run(written);
    },
    log: () => readFile(join(folder, "log"), "utf8"),
    async [Symbol.asyncDispose]() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Speaks LMTP (RFC 2033), line by line, and returns what the server says to the email. */
async function deliver(port: number, { to, raw, from }: { to: string; raw: Buffer | string; from: string }) {
  const socket = connect(port, HOST);
  const replies = readReplies(socket);
  const ask = async (line: string | Buffer) => {
    socket.write(line);
    return (await replies.next()).value ?? "";
  };
  try {
    await replies.next();
    for (const line of ["LHLO test", `MAIL FROM:<${from}>`, `RCPT TO:<${to}>`, "DATA"]) {
      const reply = await ask(`${line}\r\n`);
      if (!/^[23]/.test(reply)) return reply;
    }
    const stuffed = Buffer.from(raw.toString("latin1").replace(/^\./gm, ".."), "latin1");
    return await ask(Buffer.concat([stuffed, Buffer.from("\r\n.\r\n")]));
  } finally {
    socket.destroy();
  }
}

async function* readReplies(socket: AsyncIterable<Buffer>): AsyncGenerator<string, undefined> {
  let text = "";
  for await (const chunk of socket) {
    text += chunk;
    for (;;) {
      // The last line of a reply has a space after its code.
      const [reply] = /^(?:\d{3}-.*\r\n)*\d{3} .*\r\n/.exec(text) ?? [];
      if (reply === undefined) break;
      text = text.slice(reply.length);
      yield reply.trim();
    }
  }
  return undefined;
}
