import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "@playwright/test";
import { readSettings } from "#platform/env.ts";
import { newKey } from "#platform/storage/file-store.ts";
import { type OpenStorage, openBucketStorage, openLocalStorage } from "#platform/storage/storage.ts";
import { moveFiles } from "../../../server/backup/move-files.ts";
import { pathOfContent } from "../../support/own-storage.ts";
import { startS3 } from "../../support/s3-server.ts";

/** A folder and a bucket, which lists three contents a page. */
async function twoStorages() {
  const s3 = await startS3();
  const folder = test.info().outputPath("data");
  const settings = readSettings({ DATA_DIR: folder, ...s3.environment });
  const disk = openLocalStorage(settings);
  const bucket = openBucketStorage(settings);
  if (!bucket) throw new Error("the settings name no bucket");
  const contents = new Map<string, string>();

  /** Stores a picture with a thumbnail. */
  async function keep({ store, receive }: OpenStorage, content = randomBytes(20).toString("hex")) {
    const key = newKey(createHash("sha256").update(content).digest("hex"));
    for (const [name, text] of [
      [key, content],
      [`${key}-small`, `small ${content}`],
    ] as const) {
      contents.set(name, text);
      await store.put(await receive(Readable.from([Buffer.from(text)]), { limit: 1_000, reserve: 0 }), name);
    }
    return key;
  }

  const controller = new AbortController();
  const move = (from: OpenStorage, to: OpenStorage, ensureAlone = async () => undefined) =>
    moveFiles({ from, to, signal: controller.signal, ensureAlone });
  return { s3, folder, disk, bucket, contents, keep, move, controller, [Symbol.asyncDispose]: s3[Symbol.asyncDispose] };
}

async function contentsOf({ store }: OpenStorage): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const { key } of store.list()) {
    const { stream } = await store.open(key);
    found.set(key, String(Buffer.concat(await stream.toArray())));
  }
  return found;
}

const sorted = (contents: Map<string, string>) => [...contents].sort(([a], [b]) => (a < b ? -1 : 1));
const tally = (count: number) => expect.objectContaining({ count });

test("a move brings every content and thumbnail to the bucket, and back, and leaves nothing where they were", async () => {
  await using storages = await twoStorages();
  const { disk, bucket, contents, keep, move, folder } = storages;
  for (let at = 0; at < 9; at += 1) await keep(disk);
  expect(await move(disk, bucket)).toEqual({ moved: tally(18), damaged: tally(0) });
  expect(sorted(await contentsOf(bucket))).toEqual(sorted(contents));
  expect((await contentsOf(disk)).size).toBe(0);
  expect(await move(bucket, disk)).toMatchObject({ moved: tally(18) });
  expect(sorted(await contentsOf(disk))).toEqual(sorted(contents));
  expect((await contentsOf(bucket)).size).toBe(0);
  expect(await readdir(join(folder, "files", "tmp"))).toEqual([]);
  expect(await move(bucket, disk)).toMatchObject({ moved: tally(0) });
});

test("a move that a storage ends loses nothing and names the cause, and the next one continues", async () => {
  await using storages = await twoStorages();
  const { s3, disk, bucket, contents, keep, move } = storages;
  for (let at = 0; at < 3; at += 1) await keep(disk);
  const everywhere = async () => new Map([...(await contentsOf(disk)), ...(await contentsOf(bucket))]);
  const refuse = (status: number, code: string) => (_: unknown, response: ServerResponse) =>
    void response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
  const CAUSES = [
    [403, "AccessDenied", "S3 HEAD: 403"],
    [507, "InsufficientStorage", "inbox has too little space left"],
  ] as const;
  for (const [status, code, why] of CAUSES) {
    s3.faults.push(refuse(status, code));
    await expect(move(disk, bucket)).rejects.toThrow(why);
    expect(sorted(await everywhere()), why).toEqual(sorted(contents));
    s3.faults.length = 0;
  }
  await move(disk, bucket);
  for (let at = 0; at < 3; at += 1) await keep(disk);
  // It can't be reached from the second few contents on, however often it's tried.
  const lost = (_: unknown, response: ServerResponse) => void response.socket?.destroy();
  let batches = 0;
  const loseSecond = async () => {
    batches += 1;
    if (batches === 2) s3.faults.push(...Array.from({ length: 6 }, () => lost));
    return undefined;
  };
  await expect(move(disk, bucket, loseSecond)).rejects.toThrow(/Moved so far: 4 files .*run this again before/);
  expect([(await contentsOf(disk)).size, (await contentsOf(bucket)).size]).toEqual([2, 10]);
  await move(disk, bucket);
  expect(sorted(await contentsOf(bucket))).toEqual(sorted(contents));
  expect((await contentsOf(disk)).size).toBe(0);
});

test("a content stays where it was until the other storage returns it as it was", async () => {
  await using storages = await twoStorages();
  const { s3, disk, bucket, folder, keep, move } = storages;
  const key = await keep(disk);
  s3.isDamaging = true;
  await expect(move(disk, bucket)).rejects.toThrow("inbox returned different content than was sent to it");
  expect(existsSync(pathOfContent(key, folder))).toBe(true);
  s3.isDamaging = false;
  // What's there under the key is replaced, as it isn't what the key says.
  s3.objects.set(`files/${key}`, { content: Buffer.from("other"), storedAt: new Date() });
  expect(await move(disk, bucket)).toMatchObject({ moved: tally(2) });
  expect((await contentsOf(bucket)).get(key)).toBe(storages.contents.get(key));
});

test("a content that isn't what was stored stays where it is and is reported, unless the other storage has it", async () => {
  await using storages = await twoStorages();
  const { disk, bucket, folder, keep, move, contents } = storages;
  const [damaged, copied, whole] = [await keep(disk), await keep(disk), await keep(disk)];
  for (const key of [damaged, copied]) await writeFile(pathOfContent(key, folder), "damaged");
  storages.s3.objects.set(`files/${copied}`, {
    content: Buffer.from(contents.get(copied) ?? ""),
    storedAt: new Date(),
  });
  const { damaged: left } = await move(disk, bucket);
  expect(left.lines()).toEqual([`  ${damaged}`]);
  expect([...(await contentsOf(disk))]).toEqual([[damaged, "damaged"]]);
  const there = await contentsOf(bucket);
  for (const key of [copied, whole]) expect(there.get(key)).toBe(contents.get(key));
});

test("a move ends before the next few contents when it's told to, or when a service has started", async () => {
  await using storages = await twoStorages();
  const { disk, bucket, keep, move, controller } = storages;
  for (let at = 0; at < 4; at += 1) await keep(disk);
  let batches = 0;
  const startSecond = async () => {
    batches += 1;
    if (batches > 1) throw new Error("a service started");
    return undefined;
  };
  await expect(move(disk, bucket, startSecond)).rejects.toThrow("a service started");
  expect((await contentsOf(bucket)).size).toBe(4);
  controller.abort(new Error("ended"));
  await expect(move(disk, bucket)).rejects.toThrow("ended");
  expect((await contentsOf(disk)).size).toBe(4);
});
