import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, readlinkSync, realpathSync, statfsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { freePort } from "../../server/http/free-port.ts";
import { projectRoot } from "../../server/launch/project-root.mjs";
import { signUp } from "../support/sign-up.ts";
import { discardDatabase } from "../support/throwaway-database.ts";

/*
 * This commit as an installation that's updated to commits after it, while visitors write. In each round something fails in one
 * step. A version has to serve again within two minutes: the one before or, after the switch, the new one. All is real: clones,
 * npm, builds, PostgreSQL, a disk that's full.
 */

const SERVES_WITHIN_MS = 120_000;
const DISK = "12g";
const VISITORS = 4;
const WRITE_EVERY_MS = 250;
const LOOK_EVERY_MS = 20;
const NEW = "99.0.0";

const git = (folder: string, ...args: string[]) =>
  execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@example.com", "-C", folder, ...args], {
    encoding: "utf8",
    stdio: "pipe",
  }).trim();

/** What a release contains that differs from this commit: a file and what becomes of it. */
type Change = [path: string, change: (text: string) => string];
const begin = (line: string) => (text: string) => `${line}\n${text}`;

/** The releases, by what's wrong with each. */
const RELEASES: Record<string, Change[]> = {
  good: [["prisma/migrations/20990101000000_good/migration.sql", () => "CREATE TABLE update_soak (id INTEGER);\n"]],
  "bad-packages": [
    ["package-lock.json", (text) => text.replace(/("node_modules\/next": \{[^}]*"integrity": "sha512-)..../, "$1AAAA")],
  ],
  "bad-build": [["app/layout.tsx", begin("export const broken = ;")]],
  "bad-migration": [["prisma/migrations/20990101000001_bad/migration.sql", () => "SELECT 1 / 0;\n"]],
  "bad-start": [["server/start.ts", begin("process.exit(1);")]],
  "bad-health": [["server/http/health.ts", (text) => text.replace("if (isEnding) return false;", "return false;")]],
  "bad-proof": [["server/update/prove-running.ts", begin("process.exit(1);")]],
};

type Step = "packages" | "build" | "backup" | "rehearsal" | "switch" | "proof";
/** `killed` is the update and all that it runs but its guard, `down` all of it, `ended` the update by SIGTERM. */
type Fault = "full" | "killed" | "down" | "ended" | "service killed" | "no origin" | "no registry";
/** Which version serves then. With a full disk, it's either, by whether the update needed any space after that. */
type Round = { to: keyof typeof RELEASES; at?: Step; fault?: Fault; serves: "old" | "new" | "either" };

const ROUNDS: Round[] = [
  { to: "good", fault: "no origin", serves: "old" },
  { to: "good", fault: "no registry", serves: "old" },
  { to: "good", at: "packages", fault: "full", serves: "old" },
  { to: "good", at: "packages", fault: "killed", serves: "old" },
  { to: "bad-packages", serves: "old" },
  { to: "good", at: "build", fault: "killed", serves: "old" },
  { to: "good", at: "build", fault: "full", serves: "old" },
  { to: "good", at: "build", fault: "ended", serves: "old" },
  { to: "bad-build", serves: "old" },
  { to: "good", at: "backup", fault: "killed", serves: "old" },
  { to: "good", at: "backup", fault: "full", serves: "old" },
  { to: "good", at: "rehearsal", fault: "killed", serves: "old" },
  { to: "good", at: "rehearsal", fault: "full", serves: "either" },
  { to: "good", at: "rehearsal", fault: "ended", serves: "old" },
  { to: "bad-migration", serves: "old" },
  { to: "bad-start", serves: "old" },
  { to: "bad-health", serves: "old" },
  { to: "bad-proof", serves: "old" },
  { to: "good", at: "proof", fault: "ended", serves: "old" },
  { to: "good", at: "proof", fault: "service killed", serves: "old" },
  { to: "good", at: "switch", fault: "killed", serves: "new" },
  { to: "good", at: "proof", fault: "down", serves: "new" },
];

type Process = { pid: number; parent: number; command: string; folder: string };

function listProcesses(): Process[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const parent = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, "utf8"))?.[1]);
        const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ");
        return [{ pid: Number(name), parent, command, folder: readlinkSync(`/proc/${name}/cwd`) }];
      } catch {
        // It has ended.
        return [];
      }
    });
}

const COMMANDS: Record<Exclude<Step, "switch">, RegExp> = {
  packages: /npm ci/,
  build: /^next-build/,
  backup: /server\/backup\.ts/,
  rehearsal: /update\/rehearse\.ts/,
  proof: /update\/prove-running\.ts/,
};

/** Kills a process and what it runs, but not the service that it has started. */
function killTree(pid: number, { guardToo, service }: { guardToo: boolean; service: number }): void {
  const all = listProcesses();
  const below = (parent: number): Process[] =>
    all
      .filter((process) => process.parent === parent && process.pid !== service)
      .flatMap((process) => [process, ...below(process.pid)]);
  const ended = below(pid).filter(({ command }) => guardToo || !command.includes("read -r end"));
  for (const each of [pid, ...ended.map((process) => process.pid)]) endProcess(each);
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

class Installation {
  readonly place: string;
  readonly port: number;
  readonly disk: string;
  readonly origin: string;
  readonly folder: string;
  readonly dataDir: string;
  readonly #pidFile: string;

  private constructor(place: string, port: number) {
    this.place = place;
    this.port = port;
    this.disk = join(place, "disk");
    this.folder = join(this.disk, "app");
    this.origin = join(place, "origin");
    this.dataDir = join(place, "data");
    this.#pidFile = join(place, "pid");
  }

  /** This commit, built, on a disk of its own, whose origin has the releases as branches. */
  static async make(stack: AsyncDisposableStack): Promise<Installation> {
    const place = await mkdtemp(join(tmpdir(), "site-inbox-update-"));
    stack.defer(() => rm(place, { recursive: true, force: true, maxRetries: 5 }));
    const made = new Installation(place, await freePort("127.0.0.1"));
    const { disk } = made;
    await mkdir(disk);
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK}`, "tmpfs", disk]);
    stack.defer(async () => void execFileSync("umount", ["--lazy", disk]));
    await mkdir(made.dataDir, { mode: 0o700 });
    await mkdir(join(disk, "backups"), { mode: 0o700 });
    await made.#release();
    git(place, "clone", "-q", made.origin, made.folder);
    const settings = { PORT: made.port, HOST: "127.0.0.1", DATA_DIR: made.dataDir, BACKUP_TO: join(disk, "backups") };
    const lines = Object.entries({ ...settings, RATE_LIMITS: "off", LOG_LEVEL: "warn" }).map(([k, v]) => `${k}=${v}\n`);
    await writeFile(join(made.folder, ".env"), lines.join(""));
    execFileSync("npm", ["run", "build"], { cwd: made.folder, stdio: "pipe", env: made.#env });
    return made;
  }

  async #release(): Promise<void> {
    git(this.place, "clone", "-q", projectRoot, this.origin);
    const from = git(this.origin, "rev-parse", "HEAD");
    for (const [name, changes] of Object.entries(RELEASES)) {
      git(this.origin, "checkout", "-q", "-b", name, from);
      for (const [path, change] of [["package.json", withVersion] as Change, ...changes]) {
        const file = join(this.origin, path);
        await mkdir(join(file, ".."), { recursive: true });
        const text = await readFile(file, "utf8").catch(() => "");
        const changed = change(text);
        if (changed === text) throw new Error(`${path} didn't change`);
        await writeFile(file, changed);
      }
      git(this.origin, "add", "-A");
      git(this.origin, "commit", "-q", "-m", name);
    }
    git(this.origin, "checkout", "-q", "-B", "main", from);
  }

  // As an operator's shell has it.
  get #env() {
    return { PATH: process.env.PATH, HOME: process.env.HOME } as unknown as NodeJS.ProcessEnv;
  }

  get means(): string[] {
    const pid = `$(cat ${this.#pidFile})`;
    const stop = `kill ${pid}; while kill -0 ${pid} 2>/dev/null; do sleep 0.05; done`;
    const run = "exec node_modules/.bin/node --max-semi-space-size=16 server/launch.mjs server/start.ts";
    const start = `cd ${this.folder} && echo $$ > ${this.#pidFile} && ${run} >> ${this.place}/service.log 2>&1`;
    return ["--stop", stop, "--start", start];
  }

  start(stack: AsyncDisposableStack): void {
    spawn("sh", ["-c", this.means[3] ?? ""], { stdio: "ignore", detached: true, env: this.#env }).unref();
    stack.defer(async () => {
      // While this process waits, what it started can't be gone.
      await once(spawn("sh", ["-c", this.means[1] ?? ""], { stdio: "ignore" }), "exit");
      await discardDatabase(this.dataDir);
    });
  }

  update(args: string[]): { process: ChildProcess; ended: Promise<unknown>; said: () => string } {
    const root = realpathSync(this.folder);
    const child = spawn(
      join(root, "node_modules/.bin/node"),
      [join(root, "server/update.mjs"), ...this.means, ...args],
      {
        cwd: root,
        stdio: ["ignore", "pipe", "pipe"],
        detached: true,
        env: this.#env,
      },
    );
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (output += text));
    return { process: child, ended: once(child, "close"), said: () => output };
  }

  serviceId = () => Number(readFileSync(this.#pidFile, "utf8"));

  /** The version that's ready, if one is. */
  async serving(): Promise<string | undefined> {
    const ask = (path: string) =>
      fetch(`http://127.0.0.1:${this.port}${path}`, { signal: AbortSignal.timeout(1_000) }).then(
        (response) => (response.ok ? response.json() : undefined),
        () => undefined,
      );
    const [live, ready] = await Promise.all([ask("/health/live"), ask("/health/ready")]);
    return ready && live?.version;
  }

  async untilServing(version: RegExp): Promise<number> {
    const since = performance.now();
    const serving = async () => (await this.serving()) ?? "none";
    await expect.poll(serving, { timeout: SERVES_WITHIN_MS, intervals: [100] }).toMatch(version);
    return performance.now() - since;
  }

  /** Waits until an update that goes on in the background is over. */
  async untilOver(): Promise<void> {
    const record = () => readFileSync(`${this.folder}-versions/update.json`, "utf8");
    await expect.poll(record, { timeout: SERVES_WITHIN_MS }).toMatch(/"step":"(?:proved|back)"/);
  }

  hasReached(step: Step): boolean {
    if (step === "switch") return git(this.origin, "rev-parse", "good").startsWith(basename(realpathSync(this.folder)));
    return listProcesses().some(({ command, folder }) => folder.startsWith(this.disk) && COMMANDS[step].test(command));
  }

  /** Lets the disk have no more space than what's used. */
  fill(): void {
    for (let spare = 0; ; spare += 2 ** 20) {
      const { blocks, bfree, bsize } = statfsSync(this.disk);
      try {
        this.#resize(String((blocks - bfree) * bsize + spare));
        return;
      } catch (error) {
        // It grew meanwhile.
        if (spare > 2 ** 26) throw error;
      }
    }
  }

  #resize(size: string): void {
    execFileSync("mount", ["-o", `remount,size=${size}`, this.disk], { stdio: "pipe" });
  }

  async fail(fault: Fault, update: ChildProcess): Promise<void> {
    const pid = update.pid ?? 0;
    if (fault === "full") this.fill();
    if (fault === "killed" || fault === "down")
      killTree(pid, { guardToo: fault === "down", service: this.serviceId() });
    if (fault === "ended") process.kill(pid, "SIGTERM");
    if (fault === "service killed") process.kill(this.serviceId(), "SIGKILL");
  }

  async prepare(fault: Fault | undefined): Promise<void> {
    if (fault === "no origin") await rename(this.origin, `${this.origin}.away`);
    if (fault !== "no registry") return;
    const lines = ["registry=http://127.0.0.1:9/", "fetch-retries=0", `cache=${join(this.place, "no-cache")}`];
    await writeFile(join(this.folder, ".npmrc"), `${lines.join("\n")}\n`);
  }

  async repair(fault: Fault | undefined): Promise<void> {
    if (fault === "no origin") await rename(`${this.origin}.away`, this.origin);
    if (fault === "no registry") await rm(join(this.folder, ".npmrc"));
    this.#resize(DISK);
  }
}

const withVersion = (text: string) => text.replace(/"version": "[^"]+"/, `"version": "${NEW}"`);

/** Visitors who write one message after another, each until it's acknowledged. */
class Writers {
  readonly acknowledged = new Map<string, string[]>();
  longestMs = 0;
  readonly #over = new AbortController();
  readonly #all: Promise<void>[] = [];

  readonly #base: string;
  readonly #siteKey: string;

  constructor(base: string, siteKey: string) {
    this.#base = base;
    this.#siteKey = siteKey;
  }

  async begin(): Promise<void> {
    for (let n = 0; n < VISITORS; n++)
      this.#all.push(this.#write(await this.#post("/public/widget-session", { siteKey: this.#siteKey })));
  }

  async end(): Promise<void> {
    this.#over.abort();
    await Promise.all(this.#all);
  }

  async #write({ token }: { token: string }): Promise<void> {
    const { conversationId } = await this.#post("/public/conversations", { message: "0" }, token);
    const acknowledged = ["0"];
    this.acknowledged.set(conversationId, acknowledged);
    for (let n = 1; !this.#over.signal.aborted; n++) {
      const since = performance.now();
      await this.#post(`/public/conversations/${conversationId}/messages`, { message: String(n) }, token);
      acknowledged.push(String(n));
      this.longestMs = Math.max(this.longestMs, performance.now() - since);
      await pause(WRITE_EVERY_MS);
    }
  }

  async #post(path: string, body: object, token?: string) {
    const headers = {
      "Content-Type": "application/json",
      "Idempotency-Key": crypto.randomUUID(),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    };
    for (;;) {
      const init = { method: "POST", headers, body: JSON.stringify(body), signal: AbortSignal.timeout(5_000) };
      const response = await fetch(this.#base + path, init).catch(() => undefined);
      const result = await response?.json().catch(() => undefined);
      if (response?.ok && result) return result;
      if (response && !response.ok && response.status < 500) throw new Error(`${path}: ${response.status}`);
      await pause(WRITE_EVERY_MS);
    }
  }
}

async function listMessages(base: string, conversationId: string, token: string): Promise<string[]> {
  const bodies: string[] = [];
  for (let after = 0, more = true; more; ) {
    const response = await fetch(`${base}/conversations/${conversationId}/messages?after=${after}&limit=100`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const { messages, hasMore } = await response.json();
    bodies.push(...messages.map(({ body }: { body: string }) => body));
    after = messages.at(-1)?.seq ?? after;
    more = hasMore;
  }
  return bodies;
}

/** One round. Returns how long it took until a version served again. */
async function fail(
  installation: Installation,
  { to, at, fault, serves }: Round,
  versions: { old: string; new: string },
) {
  await installation.prepare(fault);
  const update = installation.update(["--to", to]);
  if (at && fault) {
    while (!installation.hasReached(at)) {
      expect(update.process.exitCode, update.said()).toBeNull();
      await pause(LOOK_EVERY_MS);
    }
    await installation.fail(fault, update.process);
  }
  const failed = performance.now();
  await update.ended;
  // All of it ended with the host, or at least with its terminal: running it again continues it.
  if (fault === "down") await installation.update([]).ended;
  const measured = at && fault ? performance.now() - failed : 0;
  const expected = serves === "either" ? /^\d/ : new RegExp(`^${RegExp.escape(versions[serves])}$`);
  const ms = measured + (await installation.untilServing(expected));
  expect(ms, update.said()).toBeLessThan(SERVES_WITHIN_MS);
  if (serves === "old") expect(update.process.exitCode, update.said()).not.toBe(0);
  await installation.repair(fault);
  if ((await installation.serving()) === versions.old) return ms;
  await installation.untilOver();
  const back = installation.update(["--back", "--yes"]);
  await back.ended;
  expect(await installation.serving(), back.said()).toBe(versions.old);
  return ms;
}

test("an update that fails in any step leaves a version that serves, and no message is lost", async () => {
  test.skip(process.getuid?.() !== 0, "it needs root, for a disk that it can fill");
  test.setTimeout(3_600_000);
  await using stack = new AsyncDisposableStack();
  const installation = await Installation.make(stack);
  const base = `http://127.0.0.1:${installation.port}`;
  const old = JSON.parse(await readFile(join(installation.folder, "package.json"), "utf8")).version;
  installation.start(stack);
  await installation.untilServing(/^\d/);
  const { token, siteKey } = await signUp(base);
  const writers = new Writers(base, siteKey);
  await writers.begin();
  for (const [n, round] of ROUNDS.entries()) {
    writers.longestMs = 0;
    const what = `${round.to}${round.at ? `, ${round.at}` : ""}${round.fault ? `: ${round.fault}` : ""}`;
    await test.step(what, async () => {
      const ms = await fail(installation, round, { old, new: NEW });
      const [serves, longest] = [ms, writers.longestMs].map((value) => (value / 1000).toFixed(1));
      process.stdout.write(
        `${n + 1} of ${ROUNDS.length}: ${what}: ${round.serves} serves after ${serves} s, longest message ${longest} s\n`,
      );
    });
  }
  const update = installation.update(["--to", "good"]);
  await update.ended;
  expect(update.said()).toContain("Updated to good");
  await writers.end();
  for (const [conversationId, messages] of writers.acknowledged)
    expect(await listMessages(base, conversationId, token)).toEqual(messages);
  const count = [...writers.acknowledged.values()].flat().length;
  process.stdout.write(`${count} messages acknowledged, and stored once, in order\n`);
});
