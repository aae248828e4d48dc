import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { newKey } from "#platform/storage/file-store.ts";
import { keepFiles } from "../../../server/backup/keep-files.ts";
import { send } from "../../support/api-client.ts";
import { runCommand } from "../../support/command.ts";
import { test } from "../../support/data-folder-test.ts";
import { query, scratchDatabase } from "../../support/database.ts";
import { testEnvironment } from "../../support/environment.ts";
import { png, uploadAsVisitor } from "../../support/files.ts";
import { pathOfContent } from "../../support/own-storage.ts";
import { startS3 } from "../../support/s3-server.ts";
import { signUp } from "../../support/sign-up.ts";
import { startService } from "../../support/start-service.ts";

const NO_SETTINGS = { DATABASE_URL: "", AUTH_SECRET: "", DATA_DIR: "" };

/** A database, a folder and a bucket, which services and commands can be started on. */
async function place(dataDir: string) {
  const stack = new AsyncDisposableStack();
  const s3 = stack.use(await startS3());
  const database = stack.use(await scratchDatabase());
  const onDisk = { DATABASE_URL: database.url, AUTH_SECRET: testEnvironment.authSecret, DATA_DIR: dataDir };
  const inBucket = { ...onDisk, ...s3.environment };
  const environmentOf = (settings: Record<string, string>) => ({ ...process.env, ...NO_SETTINGS, ...settings });
  return {
    s3,
    database,
    onDisk,
    inBucket,
    start: (settings: Record<string, string>) =>
      startService({
        settings: { PORT: "0", HOST: "127.0.0.1", ...settings },
        log: test.info().outputPath(`${"FILES_S3_BUCKET" in settings ? "bucket" : "disk"}.log`),
      }),
    /** Runs npm run files, with these settings and no others. */
    files: (args: string, settings: Record<string, string> = inBucket) =>
      runCommand(process.execPath, ["server/files.ts", ...args.split(" ").filter((one) => one !== "")], {
        signal: AbortSignal.timeout(60_000),
        env: environmentOf(settings),
      }),
    spawnFiles: (...args: string[]) =>
      spawn(process.execPath, ["server/files.ts", ...args], { env: environmentOf(inBucket), stdio: "ignore" }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

test("files move to a bucket and back while no service runs, which then serves them and their thumbnails from there", async ({
  dataDir,
}) => {
  test.setTimeout(180_000);
  await using shop = await place(dataDir);
  const { s3, onDisk, inBucket, start, files, database } = shop;
  const first = await start(onDisk);
  const { token, siteKey } = await signUp(first.baseUrl);
  const { baseUrl } = first;
  const visitor = JSON.parse((await send("POST", "/public/widget-session", { baseUrl, body: { siteKey } })).text);
  const content = png();
  const photo = await uploadAsVisitor(visitor, { baseUrl, content });
  const body = { message: "With a photo", files: [photo.id] };
  expect((await send("POST", "/public/conversations", { baseUrl, token: visitor.token, body })).status).toBe(201);
  const state = () =>
    query<{ thumbnails: string; key: string }>(database.url, "SELECT thumbnails, storage_key AS key FROM stored_files");
  await expect.poll(async () => (await state())[0]?.thumbnails).toBe("made");
  const open = async (service: { baseUrl: string }, size = "") => {
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(`${service.baseUrl}/files/${photo.id}/photo.png${size}`, { headers });
    return { status: response.status, content: Buffer.from(await response.arrayBuffer()) };
  };
  const original = { status: 200, content };
  const thumbnail = await open(first, "?size=small");
  expect(thumbnail.status).toBe(200);
  const [{ key = "" } = {}] = await state();

  const running = await files("move --to s3");
  expect(running).toMatchObject({ code: 1 });
  expect(running.output).toBe(
    "Site Inbox cannot work on the files: the service is running. Stop it on every host first\n",
  );
  const there = await files("", onDisk);
  expect(there).toMatchObject({ code: 0 });
  expect(there.output).toMatch(/^Files are kept in .*\/files\.\n {2}.+ \([0-9a-f-]{36}\): 1 file \(\d+ kB\)\n/);
  await first.stop();

  // A setting alone moves nothing, and the command says so.
  const forgotten = await files("status");
  expect(forgotten).toMatchObject({ code: 2 });
  expect(forgotten.output).toMatch(
    /Missing from inbox: 1 file \(\d+ kB\)\. Of all files in messages, 1 can't be opened\./,
  );
  expect(forgotten.output).toContain("still has 3 files");

  const moved = await files("move --to s3");
  expect(moved.code, moved.output).toBe(0);
  expect(moved.output).toMatch(/Moved from .*\/files to the bucket inbox, with thumbnails: 3 files \(/);
  expect(new Set(s3.objects.keys())).toEqual(new Set([`files/${key}`, `files/${key}-large`, `files/${key}-small`]));
  expect(existsSync(pathOfContent(key, dataDir))).toBe(false);
  const second = await start(inBucket);
  expect(await open(second)).toEqual(original);
  expect(await open(second, "?size=small")).toEqual(thumbnail);
  await second.stop();

  const back = await files("move --to disk");
  expect(back.code, back.output).toBe(0);
  expect(s3.objects.size).toBe(0);
  const third = await start(onDisk);
  expect(await open(third)).toEqual(original);
  expect(await open(third, "?size=small")).toEqual(thumbnail);
  await third.stop();
  expect(await files("status", onDisk)).toMatchObject({ code: 0 });

  await rm(pathOfContent(key, dataDir));
  const lost = await files("move --to s3");
  expect(lost).toMatchObject({ code: 2 });
  expect(lost.output).toContain("Missing from inbox: 1 file (1 kB)");
});

test("a move that's killed in the middle is continued by the next one, and none starts during a backup", async ({
  dataDir,
}) => {
  test.setTimeout(120_000);
  await using shop = await place(dataDir);
  const { s3, database, files, spawnFiles } = shop;
  const key = newKey("a".repeat(64));
  for (const name of [key, `${key}-small`, `${key}-large`]) {
    s3.objects.set(`files/${name}`, { content: Buffer.from(name), storedAt: new Date() });
  }
  {
    await using _ = await keepFiles(database.url);
    const refused = await files("move --to disk");
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.output).toContain("a backup is running. Wait until it has ended");
  }
  expect(s3.objects.size).toBe(3);
  // The list is returned, and what's asked for then isn't.
  const soFar = s3.requests();
  s3.holdAfter(1);
  const child = spawnFiles("move", "--to", "disk");
  const ended = once(child, "exit");
  await expect.poll(() => s3.requests() - soFar, { timeout: 30_000 }).toBeGreaterThan(1);
  child.kill("SIGKILL");
  await ended;
  s3.release();
  expect(s3.objects.size).toBe(3);
  const next = await files("move --to disk");
  expect(next).toMatchObject({ code: 2 });
  expect(next.output).toContain("2 files");
  expect(next.output).toContain(`because their content isn't what was stored: 1 file`);
  expect(existsSync(pathOfContent(`${key}-small`, dataDir))).toBe(true);
});

test("other arguments get the usage, and a move without a bucket's settings changes nothing", async ({ dataDir }) => {
  await using shop = await place(dataDir);
  for (const args of ["--help", "move", "move --to", "move --to ftp", "move s3", "status more"]) {
    const { code, output } = await shop.files(args);
    expect([code, output], args).toEqual([
      1,
      expect.stringMatching(/^Site Inbox cannot work on the files: usage: npm run files,[^\n]+\n$/),
    ]);
  }
  const { code, output } = await shop.files("move --to disk", shop.onDisk);
  expect(code).toBe(1);
  expect(output).toContain("set FILES_S3_ENDPOINT and the settings it requires");
  expect(existsSync(join(dataDir, "files"))).toBe(false);
});
