import { spawnSync } from "node:child_process";

/** The account that owns a database's files and runs its programs. */
export type Account = { uid: number; gid: number };

const NAME = "site-inbox";

export const runningAsRoot = () => process.getuid?.() === 0;

/** Returns the account to use under root, as PostgreSQL refuses to run as root. It has no password or home. */
export function systemAccount(home: string): Account | undefined {
  const known = lookUp(NAME);
  if (known) return known;
  spawnSync("useradd", ["--system", "--no-create-home", "--home-dir", home, "--shell", "/usr/sbin/nologin", NAME]);
  return lookUp(NAME) ?? lookUp("nobody");
}

function lookUp(name: string): Account | undefined {
  const uid = idOf("-u", name);
  const gid = idOf("-g", name);
  return uid === undefined || gid === undefined || uid === 0 ? undefined : { uid, gid };
}

function idOf(kind: "-u" | "-g", name: string): number | undefined {
  const result = spawnSync("id", [kind, name], { encoding: "utf8" });
  return result.status === 0 ? Number(result.stdout) : undefined;
}
