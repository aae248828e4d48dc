import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, utimes, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "@playwright/test";
import { s3Client } from "#platform/storage/s3-client.ts";
import { type BackupTarget, bucketTarget, folderTarget } from "../../../server/backup/backup-target.ts";
import { sendInParts } from "../../../server/backup/send-in-parts.ts";
import { startS3 } from "../../support/s3-server.ts";

const NAME = "site-inbox-inbox.example.com-2026-11-29T03-15-00Z.backup";
const BOUNDS = { idleMs: 2_000, pauseMs: 1 };
const DAY_AGO = new Date(Date.now() - 25 * 3_600_000);
const piecesOf = (content: Buffer) => Readable.from([content.subarray(0, 700), content.subarray(700)]);
const newFolder = () => mkdtemp(join(tmpdir(), "site-inbox-backups-"));
const isOurs = (name: string) => name === NAME;

async function keepsFiles(target: BackupTarget): Promise<void> {
  const content = randomBytes(1_500);
  await target.write(NAME, piecesOf(content));
  expect(await target.list()).toEqual([{ name: NAME, size: 1_500 }]);
  expect((await buffer(await target.read(NAME))).equals(content)).toBe(true);
  async function* broken() {
    yield content;
    throw new Error("the database is gone");
  }
  await expect(target.write("other.backup", broken())).rejects.toThrow("the database is gone");
  expect(await target.list()).toEqual([{ name: NAME, size: 1_500 }]);
  await target.remove(NAME);
  expect(await target.list()).toEqual([]);
}

test("a folder keeps whole files", async () => {
  await keepsFiles(folderTarget(await newFolder()));
});

test("a folder with too little free space is refused, and nothing is written", async () => {
  const folder = await newFolder();
  const target = folderTarget(folder);
  await expect(target.requireRoom(Number.MAX_SAFE_INTEGER)).rejects.toThrow(`${folder} has too little free space`);
  await target.requireRoom(0);
  expect(await readdir(folder)).toEqual([]);
});

test("a bucket keeps whole files below its prefix", async () => {
  await using s3 = await startS3();
  const client = s3Client(s3.settings, BOUNDS);
  await keepsFiles(bucketTarget({ client, bucket: "inbox", prefix: "daily/" }));
  await bucketTarget({ client, bucket: "inbox", prefix: "daily/" }).write(NAME, piecesOf(randomBytes(1)));
  expect([...s3.objects.keys()]).toEqual([`daily/${NAME}`]);
  expect(await bucketTarget({ client, bucket: "inbox", prefix: "" }).list()).toEqual([
    { name: `daily/${NAME}`, size: 1 },
  ]);
  expect(s3.uploads.size).toBe(0);
});

test("a folder loses what a killed process had written a day ago, and nothing else", async () => {
  const folder = await newFolder();
  const old = [`${NAME}.12.unfinished`, "notes.12.unfinished"];
  for (const name of [...old, `${NAME}.13.unfinished`]) await writeFile(join(folder, name), "half");
  for (const name of old) await utimes(join(folder, name), DAY_AGO, DAY_AGO);
  await folderTarget(folder).removeUnfinished(isOurs);
  expect(new Set(await readdir(folder))).toEqual(new Set(["notes.12.unfinished", `${NAME}.13.unfinished`]));
});

test("a bucket loses the parts that a killed process had sent a day ago, and nothing else", async () => {
  await using s3 = await startS3();
  s3.uploads.set("old", { name: `a/${NAME}`, begunAt: DAY_AGO, parts: new Map() });
  s3.uploads.set("running", { name: `a/${NAME}`, begunAt: new Date(), parts: new Map() });
  s3.uploads.set("another's", { name: "a/movie.mp4", begunAt: DAY_AGO, parts: new Map() });
  await bucketTarget({ client: s3Client(s3.settings, BOUNDS), bucket: "inbox", prefix: "a/" }).removeUnfinished(isOurs);
  expect([...s3.uploads.keys()]).toEqual(["running", "another's"]);
});

for (const size of [0, 1, 1_000, 2_500, 3_000]) {
  test(`${size} bytes arrive whole in parts of 1,000`, async () => {
    await using s3 = await startS3();
    const content = randomBytes(size);
    await sendInParts(s3Client(s3.settings, BOUNDS), NAME, piecesOf(content), 1_000);
    expect(s3.objects.get(NAME)?.content.equals(content)).toBe(true);
    expect(s3.uploads.size).toBe(0);
  });
}

const refusal = (status: number, code: string) => (_request: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
const busy = refusal(503, "SlowDown");

test("each step is repeated while the bucket is busy", async () => {
  await using s3 = await startS3();
  const content = randomBytes(1_500);
  s3.faults.push(busy, null, busy, null, busy, null, busy, null);
  await sendInParts(s3Client(s3.settings, BOUNDS), NAME, piecesOf(content), 1_000);
  expect(s3.objects.get(NAME)?.content.equals(content)).toBe(true);
  expect(s3.faults).toEqual([]);
});

test("an upload is complete although the response that says so was lost", async () => {
  await using s3 = await startS3();
  s3.loseResponseTo(({ method, url }) => method === "POST" && url?.includes("uploadId=") === true);
  await sendInParts(s3Client(s3.settings, BOUNDS), NAME, piecesOf(Buffer.from("one")));
  expect(s3.objects.get(NAME)?.content.toString()).toBe("one");
});

test("a refused part leaves no upload", async () => {
  await using s3 = await startS3();
  s3.faults.push(null, refusal(403, "AccessDenied"));
  const sending = sendInParts(s3Client(s3.settings, BOUNDS), NAME, piecesOf(Buffer.from("one")));
  await expect(sending).rejects.toThrow("AccessDenied");
  expect(s3.uploads.size).toBe(0);
});
