import { existsSync } from "node:fs";
import { expect, test } from "@playwright/test";
import sharp from "sharp";
import { drawThumbnails } from "#lib/files/files/thumbnails.system.ts";
import { askNothing } from "../support/api-client.ts";
import { testEnvironment } from "../support/environment.ts";
import { allMessages, newOwnerWithSite, openWidget, start } from "../support/factories.ts";
import { png, pngOf, uploadAsMember, uploadAsVisitor } from "../support/files.ts";
import { insertRows } from "../support/insert-rows.ts";
import { openOwnStorage, pathOfContent } from "../support/own-storage.ts";
import { startJobs } from "../support/start-jobs.ts";
import { startProcess } from "../support/start-process.ts";
import { sql } from "../support/stored-rows.ts";

type Storage = Awaited<ReturnType<typeof openOwnStorage>>;

const undecodable = (width = 8, height = 6) => pngOf(width, height, Buffer.from(`no pixels ${Math.random()}`));

async function open(
  fileId: string,
  { token, query = "", headers = {} }: { token: string; query?: string; headers?: Record<string, string> },
) {
  const response = await fetch(`${testEnvironment.baseUrl}/files/${fileId}/photo${query}`, {
    headers: { Authorization: `Bearer ${token}`, ...headers },
  });
  return { status: response.status, headers: response.headers, content: Buffer.from(await response.arrayBuffer()) };
}

/** Waits for what comes of a file's thumbnails, and returns where it's stored. */
async function thumbnailsOf(fileId: string, expected: "made" | "failed"): Promise<string> {
  const find = async () =>
    (
      await sql(
        "SELECT o.thumbnails, o.storage_key AS key FROM files f JOIN stored_files o ON o.hash = f.hash WHERE f.id = $1",
        [fileId],
      )
    )[0];
  await expect.poll(async () => (await find())?.thumbnails, { timeout: 20_000 }).toBe(expected);
  return String((await find())?.key);
}

test("a picture gets a small and a large one in WebP, upright, each with a tag of its own", async () => {
  const { owner, site } = await newOwnerWithSite();
  const shade = { r: Math.floor(Math.random() * 256), g: Math.floor(Math.random() * 256), b: 9 };
  const photo = await sharp({ create: { width: 2_000, height: 1_000, channels: 3, background: shade } })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const file = await uploadAsMember(owner, site.id, { content: Buffer.from(photo), name: "photo.jpg" });
  expect(file).toMatchObject({ kind: "image", width: 1_000, height: 2_000 });
  await thumbnailsOf(file.id, "made");
  const { token } = owner;
  const tags = [(await open(file.id, { token })).headers.get("etag")];
  for (const [size, width, height] of [
    ["small", 180, 360],
    ["large", 800, 1_600],
  ] as const) {
    const query = `?size=${size}`;
    const { headers, content } = await open(file.id, { token, query });
    expect([headers.get("content-type"), headers.get("content-length")]).toEqual(["image/webp", `${content.length}`]);
    expect(headers.get("content-disposition")).toMatch(/^inline;/);
    const drawn = await sharp(content).metadata();
    expect([drawn.width, drawn.height, drawn.orientation, drawn.exif]).toEqual([width, height, undefined, undefined]);
    const etag = String(headers.get("etag"));
    expect((await open(file.id, { token, query, headers: { "If-None-Match": etag } })).status).toBe(304);
    tags.push(etag);
  }
  expect(new Set(tags).size).toBe(3);
});

test("a picture that can't be decoded becomes a file to download, and its message stays (H13)", async () => {
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  const content = undecodable();
  const file = await uploadAsVisitor(visitor, { content });
  const { conversationId } = await start(visitor, "Look", { files: [file.id] });
  await thumbnailsOf(file.id, "failed");
  const [message] = await allMessages(owner, conversationId);
  expect(message).toMatchObject({ body: "Look", files: [{ id: file.id, kind: "file" }] });
  expect(message?.files?.[0]).not.toHaveProperty("thumbnailUrl");
  const { headers } = await open(file.id, { token: owner.token, query: "?size=small" });
  expect(headers.get("content-type")).toBe("application/octet-stream");
  expect(headers.get("content-disposition")).toMatch(/^attachment;/);
  expect((await uploadAsVisitor(visitor, { content })).kind).toBe("file");
});

test("a picture of more than 40 million pixels is a file from the start, and no one decodes it (H13)", async () => {
  const { site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  const file = await uploadAsVisitor(visitor, { content: undecodable(8_000, 5_001) });
  expect(file).toMatchObject({ kind: "file", width: 8_000, height: 5_001 });
  const [row] = await sql("SELECT thumbnails FROM stored_files o JOIN files f ON f.hash = o.hash WHERE f.id = $1", [
    file.id,
  ]);
  expect(row).toEqual({ thumbnails: "none" });
});

test("erasing a visitor removes their picture and both smaller ones (H10)", async () => {
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  const file = await uploadAsVisitor(visitor);
  await start(visitor, "Look", { files: [file.id] });
  const key = await thumbnailsOf(file.id, "made");
  const areThere = () => ["", "-small", "-large"].map((size) => existsSync(pathOfContent(`${key}${size}`)));
  expect(areThere()).toEqual([true, true, true]);
  await askNothing("DELETE", `/visitors/${visitor.visitorId}`, { token: owner.token });
  await expect.poll(areThere, { timeout: 20_000 }).toEqual([false, false, false]);
});

/** Stores a picture as an upload leaves it. */
async function addWaiting({ store, run }: Storage, content = png(), columns: object = {}) {
  const { hash, key, size } = await store(content);
  await insertRows(run, "stored_files", [
    { hash, storage_key: key, size, media_type: "image/png", thumbnails: "waiting", ...columns },
  ]);
  return key;
}

const rowsOf = ({ run }: Storage) => run("SELECT thumbnails, thumbnail_tries AS tries FROM stored_files");

test("of several processes that run jobs, one draws each picture, and one with JOBS=off draws none", {
  tag: "@all",
}, async () => {
  await using storage = await openOwnStorage();
  const { settings, isThere } = storage;
  const keys: string[] = [];
  for (let count = 0; count < 6; count += 1) keys.push(await addWaiting(storage));
  const serving = await startProcess("serving", { ...settings, JOBS: "off" });
  await serving.stop();
  expect(await rowsOf(storage)).toEqual(keys.map(() => ({ thumbnails: "waiting", tries: 0 })));
  await using _one = await startJobs(settings);
  await using _other = await startJobs(settings);
  await expect
    .poll(() => rowsOf(storage), { timeout: 20_000 })
    .toEqual(keys.map(() => ({ thumbnails: "made", tries: 1 })));
  expect(keys.flatMap((key) => [isThere(`${key}-small`), isThere(`${key}-large`)])).not.toContain(false);
});

test("a picture that can't be read is tried again later, ten times, and stays a picture", async () => {
  await using storage = await openOwnStorage();
  const { run } = storage;
  const content = `${"a".repeat(64)}-${"b".repeat(12)}`;
  await insertRows(run, "stored_files", [
    { hash: "a".repeat(64), storage_key: content, size: 9, media_type: "image/png", thumbnails: "waiting" },
  ]);
  const inMinutes = async () => {
    const [row] = await run(
      "SELECT round(extract(epoch FROM thumbnails_due_at - now()) / 60)::int AS minutes FROM stored_files",
    );
    return row?.minutes;
  };
  expect(await drawThumbnails()).toBe(0);
  expect([await rowsOf(storage), await inMinutes()]).toEqual([[{ thumbnails: "waiting", tries: 1 }], 2]);
  await drawThumbnails();
  expect(await rowsOf(storage), "not due yet").toEqual([{ thumbnails: "waiting", tries: 1 }]);
  const makeDue = () => run("UPDATE stored_files SET thumbnails_due_at = now()");
  for (let tries = 1; tries < 11; tries += 1) {
    await makeDue();
    await drawThumbnails();
  }
  expect(await rowsOf(storage)).toEqual([{ thumbnails: "waiting", tries: 10 }]);
});

test("a kill while a picture is drawn leaves it for the next try, which overwrites what was stored (H9)", {
  tag: "@all",
}, async () => {
  await using storage = await openOwnStorage();
  const key = await addWaiting(storage, png(1, 30, 20), { thumbnail_tries: 1 });
  await storage.run("UPDATE stored_files SET thumbnails_due_at = now() + interval '1 minute'");
  expect(await drawThumbnails()).toBe(0);
  await storage.run("UPDATE stored_files SET thumbnails_due_at = now()");
  expect(await drawThumbnails()).toBe(1);
  expect(await drawThumbnails()).toBe(0);
  expect(await rowsOf(storage)).toEqual([{ thumbnails: "made", tries: 2 }]);
  expect(storage.isThere(`${key}-small`)).toBe(true);
});

test("what was drawn of a content that's removed meanwhile is removed too (H9)", async () => {
  await using storage = await openOwnStorage();
  const key = await addWaiting(storage);
  // As if its row were gone when the pictures have been drawn.
  await storage.run(`CREATE FUNCTION skip() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`);
  await storage.run(
    "CREATE TRIGGER skip BEFORE UPDATE ON stored_files FOR EACH ROW WHEN (NEW.thumbnails = 'made') EXECUTE FUNCTION skip()",
  );
  expect(await drawThumbnails()).toBe(1);
  expect(["-small", "-large", ""].map((size) => storage.isThere(`${key}${size}`))).toEqual([false, false, true]);
});

test("a process that's stopped leaves its picture to another one", { tag: "@all" }, async () => {
  await using storage = await openOwnStorage();
  await addWaiting(storage);
  expect(await drawThumbnails(AbortSignal.abort())).toBe(0);
  expect(await rowsOf(storage)).toEqual([{ thumbnails: "waiting", tries: 0 }]);
});
