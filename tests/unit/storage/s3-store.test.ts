import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "@playwright/test";
import { newKey, usedBytes } from "#platform/storage/file-store.ts";
import { s3Store } from "#platform/storage/s3-store.ts";
import { StorageError } from "#platform/storage/storage-error.ts";
import { receiveInto } from "#platform/storage/temporary-file.ts";
import { freePort } from "../../../server/http/free-port.ts";
import { startS3 } from "../../support/s3-server.ts";

const FAST = { idleMs: 500, pauseMs: 1 };
const temporaryFolder = () => test.info().outputPath("tmp");

async function* inPieces(content: Buffer) {
  for (let at = 0; at < content.length; at += 10_000) yield content.subarray(at, at + 10_000);
}

async function received(content: Buffer) {
  const file = await receiveInto(temporaryFolder(), inPieces(content), { limit: 50_000_000 });
  return { file, key: newKey(file.hash) };
}

async function failureOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => "worked",
    (reason: unknown) => reason,
  );
  return error instanceof StorageError ? error.failure : String(error);
}

test("a content is stored in the bucket and read again, as a whole and in part", async () => {
  await using s3 = await startS3();
  const store = s3Store(s3.settings, FAST);
  for (const size of [0, 5, 3_000_000]) {
    const content = randomBytes(size);
    const { file, key } = await received(content);
    await store.put(file, key);
    expect([...s3.objects.keys()]).toContain(`files/${key}`);
    const whole = await store.open(key);
    expect(whole.size).toBe(size);
    expect((await buffer(whole.stream)).equals(content)).toBe(true);
    const found = await store.stat(key);
    expect(found).toMatchObject({ key, size });
    expect(found?.storedAt.getTime()).toBeGreaterThan(Date.now() - 60_000);
    if (size < 100) continue;
    const part = await store.open(key, { start: 100, end: 199 });
    expect(part.size).toBe(size);
    expect((await buffer(part.stream)).equals(content.subarray(100, 200))).toBe(true);
  }
  expect(await readdir(temporaryFolder())).toEqual([]);
});

test("contents are listed over several pages, without strangers' objects, and removed", async () => {
  await using s3 = await startS3();
  const store = s3Store(s3.settings, FAST);
  const keys: string[] = [];
  for (let count = 0; count < 7; count++) {
    const { file, key } = await received(randomBytes(10));
    await store.put(file, key);
    keys.push(key);
  }
  s3.objects.set("files/other.txt", { content: Buffer.from("other"), storedAt: new Date() });
  const listed: string[] = [];
  for await (const { key } of store.list()) listed.push(key);
  expect(listed).toEqual(keys);
  expect(await usedBytes(store)).toBe(70);
  const [first = ""] = keys;
  await store.remove(first);
  await store.remove(first);
  expect(await store.stat(first)).toBeNull();
  expect(await failureOf(store.open(first))).toBe("gone");
});

test("wrong credentials and a bucket that doesn't exist are refused, named for the log, and not repeated", async () => {
  await using s3 = await startS3();
  const { file, key } = await received(randomBytes(10));
  const wrong = s3Store({ ...s3.settings, secret: "wrong" }, FAST);
  await expect(wrong.put(file, key)).rejects.toThrow("S3 PUT: 403 SignatureDoesNotMatch");
  expect(s3.requests()).toBe(1);
  expect(await failureOf(wrong.put(file, key))).toBe("refused");
  expect(await failureOf(s3Store({ ...s3.settings, bucket: "none" }, FAST).open(key))).toBe("refused");
  await s3Store(s3.settings, FAST).put(file, key);
});

test("a reset or a passing failure is tried again with the whole content, three times in all", async () => {
  await using s3 = await startS3();
  const store = s3Store(s3.settings, FAST);
  const content = randomBytes(2_000_000);
  const { file, key } = await received(content);
  s3.faults.push(
    (request) => request.socket.resetAndDestroy(),
    (request, response) => {
      request.resume();
      response.writeHead(503).end("<Error><Code>SlowDown</Code></Error>");
    },
  );
  await store.put(file, key);
  expect(s3.objects.get(`files/${key}`)?.content.equals(content)).toBe(true);
  const fails = (request: { socket: { destroy(): unknown } }) => void request.socket.destroy();
  s3.faults.push(fails, fails, fails);
  expect(await failureOf(store.stat(key))).toBe("unavailable");
  const nowhere = { ...s3.settings, endpoint: `http://127.0.0.1:${await freePort("127.0.0.1")}` };
  expect(await failureOf(s3Store(nowhere, FAST).stat(key))).toBe("unavailable");
});

test("a storage that's silent, before or during its response, or full, is reported as such", async () => {
  await using s3 = await startS3();
  const store = s3Store(s3.settings, FAST);
  const { file, key } = await received(randomBytes(1_000));
  await store.put(file, key);
  s3.faults.push((request) => request.resume());
  expect(await failureOf(store.stat(key))).toBe("timeout");
  s3.faults.push((_, response) => response.writeHead(200, { "content-length": 1_000 }).write("start"));
  const { stream } = await store.open(key);
  expect(await failureOf(buffer(stream))).toBe("timeout");
  s3.faults.push((_, response) => {
    response.writeHead(200, { "content-length": 1_000 }).write("start");
    response.socket?.destroySoon();
  });
  expect(await failureOf(store.open(key).then((opened) => buffer(opened.stream)))).toBe("unavailable");
  s3.faults.push((_, response) => response.writeHead(507).end());
  expect(await failureOf(store.stat(key))).toBe("full");
});

test("a range that the storage ignores is an error, not other bytes", async () => {
  await using s3 = await startS3();
  const store = s3Store(s3.settings, FAST);
  const { file, key } = await received(randomBytes(1_000));
  await store.put(file, key);
  for (const range of [undefined, "bytes 0-9/1000"]) {
    s3.faults.push((_, response) => {
      response.writeHead(range ? 206 : 200, { "content-length": 10, ...(range && { "content-range": range }) });
      response.end("0123456789");
    });
    await expect(store.open(key, { start: 10, end: 19 })).rejects.toThrow("S3 GET: it sent another range");
  }
});

/** Sends as much as the reader takes, up to 64 MB, and notes how much that was. */
function flood(status: number, sent: { bytes: number }) {
  const piece = Buffer.from("<Contents>".repeat(10_000));
  return (_: unknown, response: ServerResponse) => {
    response.writeHead(status);
    Readable.from(
      (function* () {
        for (; sent.bytes < 64_000_000; sent.bytes += piece.length) yield piece;
      })(),
    ).pipe(response);
  };
}

test("lists and errors of the storage are read up to a limit only", async () => {
  await using s3 = await startS3();
  const store = s3Store(s3.settings, FAST);
  const sent = { bytes: 0 };
  s3.faults.push(flood(200, sent));
  expect(await failureOf(usedBytes(store))).toBe("unavailable");
  s3.faults.push(flood(403, sent));
  expect(await failureOf(usedBytes(store))).toBe("refused");
  expect(sent.bytes).toBeLessThan(32_000_000);
});

test("a list with entries that don't end takes no time, and one that starts over is an error", async () => {
  await using s3 = await startS3();
  const store = s3Store(s3.settings, FAST);
  s3.faults.push((_, response) => response.end("<Contents><Key>".repeat(200_000)));
  const before = process.cpuUsage();
  expect(await usedBytes(store)).toBe(0);
  expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  const again = (_: unknown, response: ServerResponse) =>
    void response.end("<NextContinuationToken>again</NextContinuationToken>");
  s3.faults.push(again, again, again);
  await expect(usedBytes(store)).rejects.toThrow("S3 GET: the list has no end");
  expect(s3.faults).toHaveLength(1);
});
