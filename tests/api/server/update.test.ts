import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync } from "node:fs";
import { chmod, cp, mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { freePort } from "../../../server/http/free-port.ts";
import { runCommand } from "../../support/command.ts";

/*
 * The command itself, with versions that take no time to build: each is a clone whose service has only the health checks, and whose
 * commands note that they ran. The real ones have tests of their own (rehearse.test.ts, migrate.test.ts).
 */

const SERVES = `
  import { createServer } from "node:http";
  import { readFileSync, writeFileSync } from "node:fs";
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  if (process.env.FAKE_FAILS?.split(",").includes("start-" + version)) process.exit(1);
  writeFileSync(process.env.FAKE_PID, String(process.pid));
  createServer((request, response) => {
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ status: "ok", version }));
  }).listen(Number(process.env.PORT), "127.0.0.1");
`;

/** What a command of a version does: it notes that it ran, waits while a file "hang" names it, and fails if that's asked for. */
const NOTES = (name: string) => `
  import { appendFileSync, existsSync, readFileSync } from "node:fs";
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  appendFileSync(process.env.DATA_DIR + "/ran", "${name} of " + version + "\\n");
  const hang = process.env.DATA_DIR + "/hang-${name}";
  while (existsSync(hang)) await new Promise((done) => setTimeout(done, 50));
  if (process.env.FAKE_FAILS?.split(",").includes("${name}-" + version)) { console.error("no luck"); process.exit(1); }
`;

type Installation = {
  folder: string;
  dataDir: string;
  port: number;
  update(args?: string[], fails?: string): Promise<{ code: number; output: string }>;
  /** Begins an update that the test ends. */
  begin(): ChildProcess;
  version(): Promise<string | undefined>;
  ran(): Promise<string[]>;
};

const git = (folder: string, ...args: string[]) =>
  execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@example.com", "-C", folder, ...args], {
    encoding: "utf8",
    stdio: "pipe",
  }).trim();

async function writeVersion(folder: string, version: string, files: Record<string, string> = {}): Promise<void> {
  const build =
    "mkdir -p node_modules/.bin .next && ln -sf $(command -v node) node_modules/.bin/node && node server/build.mjs";
  const all: Record<string, string> = {
    "package.json": JSON.stringify({ name: "fake", version, type: "module", scripts: { build } }),
    ".gitignore": "node_modules\n.next\n.env\n",
    "CHANGELOG.md": `# Changelog\n\n- What ${version} brings\n`,
    "prisma/migrations/previous-release": "0_first\n",
    "prisma/migrations/0_first/migration.sql": "SELECT 1;\n",
    [`prisma/migrations/${version}/migration.sql`]: "SELECT 2;\n",
    "server/fake.mjs": SERVES,
    "server/build.mjs": `if (process.env.FAKE_FAILS?.split(",").includes("build-${version}")) process.exit(1);\n`,
    "server/backup.ts": NOTES("backup"),
    "server/update/rehearse.ts": NOTES("rehearsal"),
    "server/update/prove-running.ts": NOTES("proof"),
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    await mkdir(join(folder, path, ".."), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  git(folder, "add", "-A");
  git(folder, "commit", "-q", "-m", version);
  git(folder, "tag", `v${version}`);
}

/** An installation of version 1.0.0 that runs, whose origin has what `more` adds. */
async function install(stack: AsyncDisposableStack, more: (origin: string) => Promise<void>): Promise<Installation> {
  const place = await realpath(await mkdtemp(join(tmpdir(), "site-inbox-update-")));
  stack.defer(() => rm(place, { recursive: true, force: true, maxRetries: 5 }));
  const [origin, folder, dataDir] = ["origin", "app", "data"].map((name) => join(place, name)) as [
    string,
    string,
    string,
  ];
  await mkdir(join(dataDir, "postgres"), { recursive: true });
  await mkdir(origin);
  git(origin, "init", "-q", "-b", "main");
  for (const path of ["server/update.mjs", ...globSync("server/update/*.mjs"), ...globSync("server/launch/*.mjs")])
    await cp(path, join(origin, path));
  await writeVersion(origin, "1.0.0");
  git(place, "clone", "-q", origin, folder);
  await more(origin);
  const port = await freePort("127.0.0.1");
  await writeFile(join(folder, ".env"), `PORT=${port}\nHOST=127.0.0.1\nDATA_DIR=${dataDir}\n`);
  execFileSync("npm", ["run", "build"], { cwd: folder, stdio: "pipe" });
  const pidFile = join(place, "pid");
  const stop = `kill $(cat ${pidFile}); while kill -0 $(cat ${pidFile}) 2>/dev/null; do :; done; rm ${pidFile}`;
  const start = `cd ${folder} && PORT=${port} FAKE_PID=${pidFile} node server/fake.mjs`;
  const first = spawn("sh", ["-c", `exec ${start.replace("cd ", "env -C ").replace(" && ", " env ")}`], {
    stdio: "ignore",
  });
  await once(first, "spawn");
  stack.defer(async () => void (await runCommand("sh", ["-c", stop], { signal: AbortSignal.timeout(5_000) })));
  const version = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/health/live`).catch(() => undefined);
    return response && (await response.json()).version;
  };
  await expect.poll(version).toBe("1.0.0");
  const means = ["--stop", stop, "--start", start];
  const env = { FAKE_PID: pidFile, DATA_DIR: "", PORT: "", DATABASE_URL: "" };
  return {
    folder,
    dataDir,
    port,
    version,
    update: async (args = [], fails = "") =>
      runCommand(process.execPath, [join(await realpath(folder), "server/update.mjs"), ...means, ...args], {
        signal: AbortSignal.timeout(120_000),
        env: { ...env, FAKE_FAILS: fails },
      }),
    begin: () =>
      spawn(process.execPath, [join(folder, "server/update.mjs"), ...means], {
        stdio: "ignore",
        env: { ...process.env, ...env },
      }),
    ran: async () => (await readFile(join(dataDir, "ran"), "utf8")).trim().split("\n"),
  };
}

test("an update is built beside, backed up, rehearsed, switched to and proved, and can be undone", async () => {
  await using stack = new AsyncDisposableStack();
  const installation = await install(stack, (origin) => writeVersion(origin, "1.1.0"));
  const done = await installation.update();
  expect(done.code, done.output).toBe(0);
  expect(done.output).toContain("- What 1.1.0 brings");
  expect(await installation.version()).toBe("1.1.0");
  expect(await installation.ran()).toEqual(["backup of 1.0.0", "rehearsal of 1.1.0", "proof of 1.1.0"]);
  expect((await installation.update()).output).toContain("This is the newest version.");
  expect((await installation.update(["--back"])).output).toContain("add --yes");
  const back = await installation.update(["--back", "--yes"]);
  expect(back.code, back.output).toBe(0);
  expect(await installation.version()).toBe("1.0.0");
  expect((await installation.update()).output).toContain("v1.1.0 was undone");
  expect((await installation.update(["--to", "v1.1.0"])).output).toContain("Updated to v1.1.0.");
});

test("options that npm took for its own are refused", async () => {
  const { code, output } = await runCommand(process.execPath, ["server/update.mjs"], {
    signal: AbortSignal.timeout(30_000),
    env: { npm_config_back: "true" },
  });
  expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining("Write -- before the options") });
});

test("a release without a way back that doesn't start stays, and says what's left to do", async () => {
  test.slow();
  await using stack = new AsyncDisposableStack();
  const drops = { "prisma/migrations/9_drop/migration.sql": "-- no way back: it drops what 1.0.0 reads\nSELECT 3;\n" };
  const installation = await install(stack, (origin) => writeVersion(origin, "1.1.0", drops));
  const failed = await installation.update(["--yes"], "proof-1.1.0");
  expect(failed).toMatchObject({ code: 1, output: expect.stringContaining("The new version stays") });
  expect(await installation.version()).toBe("1.1.0");
  expect(await installation.ran()).toEqual(["backup of 1.0.0", "proof of 1.1.0"]);
});

for (const [fails, says] of [
  ["build-1.1.0", "the build failed"],
  ["backup-1.0.0", "the backup failed"],
  ["rehearsal-1.1.0", "the rehearsal failed"],
] as const) {
  test(`if ${fails.replace("-", " of ")} fails, the old version was never stopped`, async () => {
    await using stack = new AsyncDisposableStack();
    const installation = await install(stack, (origin) => writeVersion(origin, "1.1.0"));
    const pid = await readFile(join(installation.folder, "../pid"), "utf8");
    const failed = await installation.update([], fails);
    expect(failed).toMatchObject({ code: 1, output: expect.stringContaining(says) });
    expect(await readFile(join(installation.folder, "../pid"), "utf8")).toBe(pid);
    expect(await installation.version()).toBe("1.0.0");
    const again = await installation.update();
    expect(again.code, again.output).toBe(0);
    expect(await installation.version()).toBe("1.1.0");
  });
}

for (const fails of ["start-1.1.0", "proof-1.1.0"]) {
  test(`if ${fails.replace("-", " of ")} fails, the old version runs again`, async () => {
    test.slow();
    await using stack = new AsyncDisposableStack();
    const installation = await install(stack, (origin) => writeVersion(origin, "1.1.0"));
    const failed = await installation.update([], fails);
    expect(failed).toMatchObject({ code: 1, output: expect.stringContaining("The version before runs again.") });
    expect(await installation.version()).toBe("1.0.0");
  });
}

test("an update without a way back needs --yes, and one of several releases goes to the newest that has one", async () => {
  await using stack = new AsyncDisposableStack();
  const installation = await install(stack, async (origin) => {
    await writeVersion(origin, "1.1.0");
    const drops = {
      "prisma/migrations/9_drop/migration.sql": "-- no way back: it drops what 1.1.0 reads\nSELECT 3;\n",
    };
    await writeVersion(origin, "1.2.0", drops);
  });
  expect((await installation.update()).output).toContain("Updated to v1.1.0.");
  expect(await installation.version()).toBe("1.1.0");
  const refused = await installation.update();
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining("there's no way back from this update") });
  expect((await installation.update(["--yes"])).output).toContain("Updated to v1.2.0.");
  expect(await installation.version()).toBe("1.2.0");
  expect((await installation.update(["--back", "--yes"])).output).toContain("There's no way back but the backup");
});

test("an update that's killed after the switch goes on, and another at the same commit does nothing", async () => {
  await using stack = new AsyncDisposableStack();
  const installation = await install(stack, (origin) => writeVersion(origin, "1.1.0"));
  expect((await installation.update()).code).toBe(0);
  const path = join(`${installation.folder}-versions`, "update.json");
  const record = JSON.parse(await readFile(path, "utf8"));
  await writeFile(path, JSON.stringify({ ...record, step: "switched" }));
  const continued = await installation.update();
  expect(continued.code, continued.output).toBe(0);
  expect(JSON.parse(await readFile(path, "utf8")).step).toBe("proved");
  await writeFile(path, JSON.stringify({ ...record, step: "going-back" }));
  expect((await installation.update()).code).toBe(1);
  expect(await installation.version()).toBe("1.0.0");
});

test("an update that's killed after the switch is continued in the background", async () => {
  test.slow();
  await using stack = new AsyncDisposableStack();
  const installation = await install(stack, (origin) => writeVersion(origin, "1.1.0"));
  const hang = join(installation.dataDir, "hang-proof");
  await writeFile(hang, "");
  const updating = installation.begin();
  await expect.poll(() => installation.ran().catch(() => []), { timeout: 60_000 }).toContain("proof of 1.1.0");
  updating.kill("SIGKILL");
  await rm(hang);
  const path = join(`${installation.folder}-versions`, "update.json");
  const step = async () => (existsSync(path) ? JSON.parse(await readFile(path, "utf8")).step : undefined);
  await expect.poll(step, { timeout: 60_000 }).toBe("proved");
  expect(await installation.version()).toBe("1.1.0");
  expect(await installation.ran()).toEqual([
    "backup of 1.0.0",
    "rehearsal of 1.1.0",
    "proof of 1.1.0",
    "proof of 1.1.0",
  ]);
});

test("settings are one file for all versions, with its owner and mode", async () => {
  await using stack = new AsyncDisposableStack();
  const installation = await install(stack, (origin) => writeVersion(origin, "1.1.0"));
  const own = join(installation.folder, ".env");
  await chmod(own, 0o640);
  const text = await readFile(own, "utf8");
  expect((await installation.update()).code).toBe(0);
  const shared = join(`${installation.folder}-versions`, "shared/.env");
  expect((await stat(shared)).mode & 0o777).toBe(0o640);
  expect(await readFile(shared, "utf8")).toBe(text);
  const versions = globSync(`${installation.folder}-versions/*/package.json`);
  expect(versions.length).toBe(2);
  for (const version of versions) expect(await realpath(join(version, "../.env"))).toBe(await realpath(shared));
});

test("an update of data inside the folder, of changed files, or by a relative path is refused with what to do", async () => {
  await using stack = new AsyncDisposableStack();
  const installation = await install(stack, (origin) => writeVersion(origin, "1.1.0"));
  const env = join(installation.folder, ".env");
  const before = await readFile(env, "utf8");
  await writeFile(env, before.replace(/DATA_DIR=.*/, "DATA_DIR=../data"));
  expect((await installation.update()).output).toContain("DATA_DIR=../data would be another folder after the update");
  await mkdir(join(installation.folder, "data/postgres"), { recursive: true });
  await writeFile(env, before.replace(/DATA_DIR=.*/, ""));
  expect((await installation.update()).output).toContain("inside the folder that's replaced");
  await writeFile(env, before);
  await writeFile(join(installation.folder, "CHANGELOG.md"), "Mine");
  expect((await installation.update()).output).toContain("files of this folder were changed");
  expect(await installation.version()).toBe("1.0.0");
});
