import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, copyFile, glob, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "@playwright/test";
import { freePort } from "../../../server/http/free-port.ts";
import { contents, copyBuilt } from "../../support/built-copy.ts";
import { png } from "../../support/files.ts";
import { signUp } from "../../support/sign-up.ts";

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

/** The settings that npm has in this run, but nothing else that npm gives its scripts. */
function npmSettings(more: Record<string, string>): NodeJS.ProcessEnv {
  const isOfThisRun = /^(npm_(?!config_)|NODE_OPTIONS|SITE_INBOX_|TEST_|INIT_CWD)/;
  const kept = Object.entries(process.env).filter(([name]) => !isOfThisRun.test(name));
  return { ...Object.fromEntries(kept), ...more } as unknown as NodeJS.ProcessEnv;
}

function npm(folder: string, args: string[], path: string): string {
  return execFileSync(process.execPath, [process.env.npm_execpath ?? "", ...args], {
    cwd: folder,
    encoding: "utf8",
    env: npmSettings({ PATH: path }),
    stdio: "pipe",
  });
}

/** Packs a copy of this checkout, and returns the path of the package. */
async function pack(): Promise<string> {
  const copy = test.info().outputPath("copy");
  await copyBuilt(copy);
  const output = npm(copy, ["pack"], process.env.PATH ?? "");
  expect(output, "the copied build is up to date").not.toMatch(/^Building /m);
  const left = await readdir(copy);
  expect(left).not.toContain(".packed");
  expect(left).not.toContain("npm-shrinkwrap.json");
  const file = left.find((name) => name.endsWith(".tgz")) ?? "";
  const packed = execFileSync("tar", ["-tzf", join(copy, file)], { encoding: "utf8", maxBuffer: 64 * 1024 ** 2 });
  const unneeded = /\.map$|\.tsx$|\.nft\.json$|^package\/(?:\.packed\/)?tests\/|\.env$|\/\.next\/cache\//;
  expect(packed.split("\n").filter((name) => unneeded.test(name))).toEqual([]);
  expect(packed).toContain("package/.packed/.next/BUILD_ID\n");
  return join(copy, file);
}

/** A host with Node, npm and an account that can write to its home only. */
async function bareHost() {
  const root = await mkdtemp(join(tmpdir(), "site-inbox-package-"));
  await chmod(root, 0o755);
  const [bin, home, prefix] = [join(root, "bin"), join(root, "home"), join(root, "installed")];
  for (const folder of [bin, home, prefix]) await mkdir(folder);
  await copyFile(process.execPath, join(bin, "node"));
  await symlink(process.env.npm_execpath ?? "", join(bin, "npm"));
  // A checkout may be readable for its owner only.
  execFileSync("chmod", ["-R", "a+rX", bin, prefix]);
  if (isRoot) await chown(home, NOBODY, NOBODY);
  const run = (args: string[], settings: Record<string, string> = {}, program = join(prefix, "bin/site-inbox")) =>
    spawn(program, args, {
      cwd: home,
      stdio: ["ignore", "pipe", "pipe"],
      env: { PATH: bin, HOME: home, ...settings } as unknown as NodeJS.ProcessEnv,
      ...(isRoot && { uid: NOBODY, gid: NOBODY }),
    });
  return { root, bin, home, prefix, run };
}

/** Makes an archive of a package, unpacks it, and returns its program. */
async function unpackArchive(file: string, { root, bin }: { root: string; bin: string }): Promise<string> {
  const archive = join(root, "archive.tar.gz");
  // Most of the time would be spent on compressing it well.
  const settings = { PATH: `${bin}:/usr/bin:/bin`, npm_config_prefer_offline: "true", GZIP: "-1" };
  execFileSync(resolve("deploy/archive.sh"), [file, archive], { env: npmSettings(settings), stdio: "pipe" });
  execFileSync("tar", ["-xzf", archive, "-C", root, "--no-same-owner"]);
  const folder = (await readdir(root)).find((name) => name.startsWith("site-inbox-")) ?? "";
  return join(root, folder, "site-inbox");
}

async function start(run: Awaited<ReturnType<typeof bareHost>>["run"], settings: Record<string, string> = {}) {
  const service = run([], settings);
  let output = "";
  for (const stream of [service.stdout, service.stderr]) {
    stream.setEncoding("utf8").on("data", (words: string) => {
      output += words;
    });
  }
  const ended = once(service, "exit");
  await expect.poll(() => output, { timeout: 60_000 }).toMatch(/Site Inbox is running|cannot|rror/);
  expect(output).toContain("Site Inbox is running");
  const stop = async () => {
    service.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  };
  return { output, stop };
}

test("the package and its archive start without a build, as an account that can't write to them", async () => {
  test.skip(process.platform !== "linux", "accounts and their folders are Linux's here");
  test.setTimeout(600_000);
  const file = await pack();
  const { root, bin, home, prefix, run } = await bareHost();
  // Without scripts, nothing has prepared PostgreSQL's package.
  const options = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
  npm(home, ["install", "--global", "--prefix", prefix, ...options, file], bin);
  execFileSync("chmod", ["-R", "a+rX,go-w", prefix]);
  if (!isRoot) execFileSync("chmod", ["-R", "a-w", prefix]);
  const before = await contents(prefix);

  const port = await freePort("127.0.0.1");
  const baseUrl = `http://127.0.0.1:${port}`;
  await writeFile(join(home, ".env"), `PORT=${port}\n`);
  await chmod(join(home, ".env"), 0o000);
  expect(await text(run([]).stderr)).toContain(".env can't be read: this account doesn't have permission");
  await chmod(join(home, ".env"), 0o644);
  const service = await start(run);
  const page = await fetch(`${baseUrl}/login`);
  expect(page.status).toBe(200);
  expect(service.output.split("\n")[0]).toBe(
    `Data: ${home}/.local/share/site-inbox (DATA_DIR). Settings: ${home}/.env`,
  );
  const script = /\/_next\/static\/[^"]+\.js/.exec(await page.text())?.[0];
  expect((await fetch(baseUrl + script)).status).toBe(200);

  const { token, siteKey } = await signUp(baseUrl);
  expect((await fetch(`${baseUrl}/widget.js?site=${siteKey}`)).status).toBe(200);
  const headers = { Authorization: `Bearer ${token}` };
  const { sites } = await (await fetch(`${baseUrl}/sites`, { headers })).json();
  // It's drawn in a process of its own.
  const logo = await fetch(`${baseUrl}/sites/${sites[0].id}/logo`, {
    method: "PUT",
    headers,
    body: png(),
  });
  expect(logo.status, await logo.text()).toBe(200);

  const backup = run(["backup", "night.backup"]);
  expect(await text(backup.stdout)).toContain("night.backup");
  expect(await readdir(home)).toContain("night.backup");
  const wrong = run(["owner"]);
  expect(await text(wrong.stderr)).toContain("usage: site-inbox owner list");
  await service.stop();

  const pair = await start(run, { WEB_CONCURRENCY: "2" });
  expect((await fetch(`${baseUrl}/login`)).status).toBe(200);
  await pair.stop();
  expect(await contents(prefix)).toEqual(before);

  const program = await unpackArchive(file, { root, bin });
  const runUnpacked = (args: string[]) => run(args, { PATH: "/usr/bin:/bin" }, program);
  const unpacked = await start(runUnpacked);
  expect((await fetch(`${baseUrl}/login`)).status).toBe(200);
  await unpacked.stop();
  for await (const node of glob(join(program, "../node_modules/node-*/bin/node"))) await chmod(node, 0o644);
  expect(await text(runUnpacked([]).stderr)).toContain("does not run on this system. It needs glibc");
  if (!isRoot) execFileSync("chmod", ["-R", "u+w", prefix]);
  await rm(root, { recursive: true });
});
