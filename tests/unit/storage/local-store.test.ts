import { createHash, randomBytes } from "node:crypto";
import { mkdir, readdir, stat, statfs, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { expect, test } from "@playwright/test";
import { type FileStore, newKey, usedBytes } from "#platform/storage/file-store.ts";
import { localStore } from "#platform/storage/local-store.ts";
import { diskError, StorageError, type StorageFailure } from "#platform/storage/storage-error.ts";
import { HEAD_BYTES, receiveInto, removeAbandonedFrom } from "#platform/storage/temporary-file.ts";

const LIMIT = 1_000_000;
const sha256 = (content: Uint8Array) => createHash("sha256").update(content).digest("hex");
const folderOfTest = () => test.info().outputPath("files");
const temporaryFolder = () => join(folderOfTest(), "tmp");

async function* inPieces(content: Uint8Array, size = 997) {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}

const receive = (content: Uint8Array, options = {}) =>
  receiveInto(temporaryFolder(), inPieces(content), { limit: LIMIT, ...options });

async function keysIn(store: FileStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list()) keys.push(key);
  return keys.sort(byName);
}

const byName = (a: string, b: string) => (a < b ? -1 : 1);

async function failureOf(work: Promise<unknown>): Promise<StorageFailure> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof StorageError) return error.failure;
  throw new Error("it didn't fail with a StorageError", { cause: error });
}

test("a received file has its size, hash and first bytes, and is stored for its owner's account only", async () => {
  const content = randomBytes(100_000);
  const store = localStore(folderOfTest());
  await using file = await receive(content);
  expect([file.size, file.hash]).toEqual([content.length, sha256(content)]);
  expect(file.head).toEqual(content.subarray(0, HEAD_BYTES));
  const key = newKey(file.hash);
  await store.put(file, key);

  const path = join(folderOfTest(), key.slice(0, 2), key.slice(2, 4), key);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readdir(temporaryFolder())).toEqual([]);
  const { size, stream } = await store.open(key);
  expect(size).toBe(content.length);
  expect(await buffer(stream)).toEqual(content);
  const part = await store.open(key, { start: 10, end: 19 });
  expect(part.size).toBe(content.length);
  expect(await buffer(part.stream)).toEqual(content.subarray(10, 20));
});

test("an empty file and one smaller than the head are received as they are", async () => {
  const store = localStore(folderOfTest());
  for (const content of [Buffer.alloc(0), Buffer.from("short")]) {
    await using file = await receive(content);
    expect(file.head).toEqual(content);
    const key = newKey(file.hash);
    await store.put(file, key);
    expect(await buffer((await store.open(key)).stream)).toEqual(content);
  }
});

test("the limit is the largest size accepted; one byte more is refused at once, cancels the stream, and leaves nothing", async () => {
  const content = randomBytes(5_000);
  await using exact = await receive(content, { limit: 5_000 });
  expect(exact.size).toBe(5_000);
  await exact[Symbol.asyncDispose]();

  let canceled = false;
  async function* endless() {
    try {
      for (;;) yield content;
    } finally {
      canceled = true;
    }
  }
  expect(await failureOf(receiveInto(temporaryFolder(), endless(), { limit: 4_999 }))).toBe("too_large");
  expect(canceled).toBe(true);
  expect(await readdir(temporaryFolder())).toEqual([]);
});

test("a stream that fails or is aborted while it's silent leaves nothing", async () => {
  async function* failing() {
    yield Buffer.from("start");
    throw new Error("connection reset");
  }
  expect(await failureOf(receiveInto(temporaryFolder(), failing(), { limit: LIMIT }))).toBe("interrupted");

  const began = Promise.withResolvers<void>();
  async function* silent() {
    yield Buffer.from("start");
    began.resolve();
    await new Promise(() => undefined);
  }
  const aborting = new AbortController();
  const reception = failureOf(receiveInto(temporaryFolder(), silent(), { limit: LIMIT, signal: aborting.signal }));
  await began.promise;
  aborting.abort();
  expect(await reception).toBe("interrupted");
  expect(await failureOf(receive(Buffer.from("x"), { signal: aborting.signal }))).toBe("interrupted");
  expect(await readdir(temporaryFolder())).toEqual([]);
});

test("a full disk, and one whose reserve is reached, are reported as full (H11)", async () => {
  expect(await failureOf(receive(Buffer.from("x"), { reserve: Number.MAX_SAFE_INTEGER }))).toBe("full");
  expect(await readdir(temporaryFolder())).toEqual([]);
  // The last upload that was admitted isn't alone: the disk fills up while it's received.
  const { bavail, bsize } = await statfs(temporaryFolder());
  const large = Buffer.alloc(64 * 1024 ** 2);
  const filling = receiveInto(temporaryFolder(), inPieces(large, 1024 ** 2), {
    limit: large.length,
    reserve: bavail * bsize - 16 * 1024 ** 2,
  });
  expect(await failureOf(filling)).toBe("full");
  expect(await readdir(temporaryFolder())).toEqual([]);
  const codes: [string, StorageFailure][] = [
    ["ENOSPC", "full"],
    ["EDQUOT", "full"],
    ["EIO", "unavailable"],
    ["EROFS", "unavailable"],
  ];
  for (const [code, failure] of codes) {
    expect(diskError(Object.assign(new Error(code), { code })).failure).toBe(failure);
  }
});

test("a temporary file that's not stored is removed, and those of a killed process after a day", async () => {
  {
    await using file = await receive(Buffer.from("refused"));
    expect(await readdir(temporaryFolder())).toHaveLength(1);
    expect(file.size).toBe(7);
  }
  expect(await readdir(temporaryFolder())).toEqual([]);

  await mkdir(temporaryFolder(), { recursive: true });
  const old = new Date(Date.now() - 25 * 3_600_000);
  for (const name of ["recent", "old"]) await writeFile(join(temporaryFolder(), name), name);
  await utimes(join(temporaryFolder(), "old"), old, old);
  expect(await removeAbandonedFrom(temporaryFolder())).toBe(1);
  expect(await readdir(temporaryFolder())).toEqual(["recent"]);
  expect(await removeAbandonedFrom(join(folderOfTest(), "none"))).toBe(0);
});

test("each copy of a content has a key of its own, so removing one keeps the others", async () => {
  const store = localStore(folderOfTest());
  const content = randomBytes(1_000);
  const keys = Array.from({ length: 8 }, () => newKey(sha256(content))).sort(byName);
  await Promise.all(keys.map(async (key) => store.put(await receive(content), key)));
  expect(new Set(keys).size).toBe(8);
  expect(await keysIn(store)).toEqual(keys);
  const [first = "", second = ""] = keys;
  await store.remove(first);
  expect(await store.stat(second)).toMatchObject({ key: second, size: 1_000 });
  expect(await readdir(temporaryFolder())).toEqual([]);
});

test("contents are listed and counted, and a removed one is gone for everyone but who's reading it", async () => {
  const store = localStore(folderOfTest());
  expect(await keysIn(store)).toEqual([]);
  const contents = Array.from({ length: 5 }, (_, index) => randomBytes(100 + index));
  const keys = contents.map((content) => newKey(sha256(content))).sort(byName);
  for (const key of keys) {
    const content = contents.find((one) => key.startsWith(sha256(one))) ?? Buffer.alloc(0);
    await store.put(await receive(content), key);
  }
  const part = join(folderOfTest(), keys[0]?.slice(0, 2) ?? "");
  for (const folder of [folderOfTest(), part, join(part, keys[0]?.slice(2, 4) ?? "")]) {
    await writeFile(join(folder, ".DS_Store"), "not a content");
  }
  expect(await keysIn(store)).toEqual(keys);
  expect(await usedBytes(store)).toBe(510);

  const [first = ""] = keys;
  const { stream } = await store.open(first);
  await store.remove(first);
  await store.remove(first);
  expect(first).toContain(sha256(await buffer(stream)));
  expect(await store.stat(first)).toBeNull();
  expect(await failureOf(store.open(first))).toBe("gone");
  expect(await keysIn(store)).toEqual(keys.slice(1));
});

test("only keys name files, so no path leads out of the folder", async () => {
  const store = localStore(folderOfTest());
  for (const name of [
    "",
    "../../secret",
    "A".repeat(64),
    `${"a".repeat(63)}/`,
    "a".repeat(64),
    `${newKey("a".repeat(64))}\n`,
    `${newKey("a".repeat(64))}-other`,
  ]) {
    await expect(store.open(name), name).rejects.toThrow(TypeError);
    await expect(store.stat(name), name).rejects.toThrow(TypeError);
    await expect(store.remove(name), name).rejects.toThrow(TypeError);
  }
});

test("a file that can't be written where it belongs is reported, and its temporary file can still be removed", async () => {
  const store = localStore(folderOfTest());
  await using file = await receive(Buffer.from("content"));
  await writeFile(join(folderOfTest(), file.hash.slice(0, 2)), "in the way");
  expect(await failureOf(store.put(file, newKey(file.hash)))).toBe("unavailable");
  await file[Symbol.asyncDispose]();
  expect(await readdir(temporaryFolder())).toEqual([]);
});
