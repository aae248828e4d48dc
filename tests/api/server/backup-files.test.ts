import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { Client } from "pg";
import { removeUnusedContents, sweepObjects } from "#lib/files/files/stored-contents.system.ts";
import { readSettings } from "#platform/env.ts";
import { openStorage } from "#platform/storage/storage.ts";
import { restoreBackupFile, writeBackupFile } from "../../../server/backup/backup-file.ts";
import { keepFiles } from "../../../server/backup/keep-files.ts";
import { addConversations } from "../../support/added-messages.ts";
import { query, scratchDatabase, WAITING_FOR_LOCK } from "../../support/database.ts";
import { insertRows } from "../../support/insert-rows.ts";
import { openOwnStorage, pathOfContent } from "../../support/own-storage.ts";
import { startS3 } from "../../support/s3-server.ts";

const { signal } = new AbortController();
const storageIn = (DATA_DIR: string) => openStorage(readSettings({ DATA_DIR }));

/** A database with a storage, and a visitor's conversation in it, whose messages can have files. */
async function shopWithFiles() {
  const storage = await openOwnStorage();
  const { run, settings, folder, store } = storage;
  const [user] = await insertRows(run, "users", [{ email: "a@example.com", email_key: "a@example.com" }]);
  const [workspace] = await insertRows(run, "workspaces", [{ owner_id: user?.id }]);
  const [site] = await insertRows(run, "sites", [
    { workspace_id: workspace?.id, public_key: "pk", name: "Shop", accent_color: "#000000" },
  ]);
  await addConversations(run, String(site?.id), [[{ body: "Look" }, { body: "Look again" }]]);
  const messages = await run("SELECT id FROM messages ORDER BY seq");
  const counts = messages.map(() => 0);

  /** Stores a content as the file of one or more messages. */
  async function send(content: Buffer | string, inMessages = [0], thumbnails = "none") {
    const stored = await store(content);
    const { hash, key, size } = stored;
    await insertRows(run, "stored_files", [{ hash, storage_key: key, size, media_type: "image/png", thumbnails }]);
    for (const at of inMessages) {
      const message_id = messages[at]?.id;
      const position = counts[at] ?? 0;
      counts[at] = position + 1;
      await insertRows(run, "files", [{ hash, size, site_id: site?.id, name: "a.png", message_id, position }]);
    }
    return { ...stored, content: Buffer.from(content), path: pathOfContent(key, folder) };
  }

  const path = join(folder, "one.backup");
  const from = { url: settings.DATABASE_URL, storage: storageIn(folder) };
  return {
    ...storage,
    path,
    send,
    from,
    backUp: () => writeBackupFile({ ...from, path, signal }),
    [Symbol.asyncDispose]: storage[Symbol.asyncDispose],
  };
}

/** Where a backup can be restored: a database and a folder, both empty. */
async function emptyPlace() {
  const database = await scratchDatabase("empty");
  const folder = test.info().outputPath("elsewhere");
  return {
    folder,
    url: database.url,
    restore: (path: string, replace = false) =>
      restoreBackupFile({ path, url: database.url, storage: storageIn(folder), replace }),
    pathOf: ({ key }: { key: string }) => pathOfContent(key, folder),
    [Symbol.asyncDispose]: database.drop,
  };
}

const tally = (count: number, bytes: number) => expect.objectContaining({ count, bytes });
const NONE = tally(0, 0);
const sizes = (...sent: { size: number }[]) => sent.reduce((sum, { size }) => sum + size, 0);

test("a restore elsewhere writes every file, logo and photo as it was, once per content, and has thumbnails drawn again", async () => {
  await using shop = await shopWithFiles();
  const large = await shop.send(randomBytes(300_000));
  const shared = await shop.send("\n\\.\n0\n", [0, 1]);
  const picture = await shop.send("a picture", [1], "made");
  const [logo, photo] = [await shop.send("a logo", []), await shop.send("a photo", [])];
  await shop.run("UPDATE sites SET logo_hash = $1", [logo.hash]);
  await shop.run("UPDATE users SET photo_hash = $1", [photo.hash]);
  const all = [large, shared, picture, logo, photo];
  expect(await shop.backUp()).toMatchObject({ files: tally(5, sizes(...all)), missing: NONE });
  await using place = await emptyPlace();
  const { files } = await place.restore(shop.path);
  expect(files).toMatchObject({ written: tally(5, sizes(...all)), kept: NONE, missing: NONE });
  const named = "SELECT logo_hash AS logo, photo_hash AS photo FROM sites, users";
  expect(await query(place.url, named)).toEqual([{ logo: logo.hash, photo: photo.hash }]);
  for (const sent of all) expect(await readFile(place.pathOf(sent))).toEqual(sent.content);
  const drawn = "SELECT storage_key AS key, thumbnails FROM stored_files WHERE thumbnails <> 'none'";
  expect(await query(place.url, drawn)).toEqual([{ key: picture.key, thumbnails: "waiting" }]);
});

test("a second restore keeps the files that are there, and never changes one with another content", async () => {
  await using shop = await shopWithFiles();
  const [one, other] = [await shop.send("one"), await shop.send("other")];
  await shop.backUp();
  await using place = await emptyPlace();
  await place.restore(shop.path);
  await writeFile(place.pathOf(one), "eno");
  const { files } = await place.restore(shop.path, true);
  expect(files).toMatchObject({
    written: NONE,
    kept: tally(1, other.size),
    different: tally(1, one.size),
    missing: NONE,
  });
  expect(String(await readFile(place.pathOf(one)))).toBe("eno");
});

test("a backup and its restore report files that aren't there, and that aren't what was stored", async () => {
  await using shop = await shopWithFiles();
  const [lost, cut, whole] = [await shop.send("lost", [0, 1]), await shop.send("cut short"), await shop.send("whole")];
  await rm(lost.path);
  await truncate(cut.path, 3);
  const written = await shop.backUp();
  expect(written).toMatchObject({ files: tally(1, whole.size), missing: tally(2, sizes(lost, cut)) });
  expect(new Set(written.missing.lines())).toEqual(new Set([`  ${cut.key}`, `  ${lost.key}`]));
  await using place = await emptyPlace();
  const { files } = await place.restore(shop.path);
  expect(files).toMatchObject({ missing: tally(2, sizes(lost, cut)), missingInMessages: 3 });
  expect([lost, cut, whole].map((sent) => existsSync(place.pathOf(sent)))).toEqual([false, false, true]);
});

test("a backup whose files are damaged, cut off or misnamed is refused before anything is written", async () => {
  await using shop = await shopWithFiles();
  const { key } = await shop.send("some content");
  await shop.backUp();
  await using place = await emptyPlace();
  const text = gunzipSync(await readFile(shop.path));
  const foot = text.lastIndexOf("\n", text.length - 2) + 1;
  const resigned = (from: string, to: string) => {
    const body = Buffer.from(text.subarray(0, foot).toString("latin1").replace(from, to), "latin1");
    const { rows } = JSON.parse(String(text.subarray(foot)));
    const sha256 = createHash("sha256").update(body).digest("hex");
    return Buffer.concat([body, Buffer.from(`${JSON.stringify({ rows, sha256 })}\n`)]);
  };
  const flipped = Buffer.from(text);
  const at = text.indexOf("some content");
  flipped[at] = (flipped[at] ?? 0) ^ 1;
  const broken = [
    [flipped, "its checksum doesn't match"],
    [text.subarray(0, at + 5), "it ends too early"],
    [resigned("content0\n", "content-1\n"), "the length of a piece is not what it should be"],
    [resigned(`"file":"${key}"`, `"file":"../../secret"`), "a file has an invalid name"],
  ] as const;
  const path = join(shop.folder, "broken.backup");
  for (const [content, why] of broken) {
    await writeFile(path, gzipSync(content));
    await expect(place.restore(path), why).rejects.toThrow(why);
  }
  expect(existsSync(place.folder) ? await readdir(place.folder) : []).toEqual([]);
  expect(await query(place.url, "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace")).toEqual(
    [],
  );
});

test("a storage that can't be written leaves the database as it was", async () => {
  await using shop = await shopWithFiles();
  await shop.send("content");
  await shop.backUp();
  await using place = await emptyPlace();
  await mkdir(dirname(place.folder), { recursive: true });
  await writeFile(place.folder, "not a folder");
  await expect(place.restore(shop.path)).rejects.toThrow(/can't be used \(disk: ENOTDIR\), so the database was left/);
  expect(await query(place.url, "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace")).toEqual(
    [],
  );
});

test("a backup without files, as older versions write it, restores and reports what the storage doesn't have", async () => {
  await using shop = await shopWithFiles();
  const sent = await shop.send("content");
  await writeBackupFile({ url: shop.from.url, path: shop.path, signal });
  expect(String(gunzipSync(await readFile(shop.path)))).toMatch(/^\{"siteInboxBackup":1,/);
  await using place = await emptyPlace();
  const { files } = await place.restore(shop.path);
  expect(files).toMatchObject({ written: NONE, missing: tally(1, sent.size), missingInMessages: 1 });
  const there = restoreBackupFile({ path: shop.path, url: place.url, storage: shop.from.storage, replace: true });
  expect((await there).files).toMatchObject({ missing: NONE });
});

test("a backup with a bucket lists its files, and a restore reports those that the bucket doesn't have", async () => {
  await using s3 = await startS3();
  await using shop = await shopWithFiles();
  const [one, gone, lost] = [await shop.send("the first"), await shop.send("gone"), await shop.send("lost", [1])];
  const storage = openStorage(readSettings({ DATA_DIR: shop.folder, ...s3.environment }));
  const keep = ({ key, content }: typeof one) => s3.objects.set(`files/${key}`, { content, storedAt: new Date() });
  for (const sent of [one, gone]) keep(sent);
  const written = await writeBackupFile({ url: shop.from.url, path: shop.path, signal, storage });
  expect(written).toMatchObject({ files: tally(2, sizes(one, gone)), missing: tally(1, lost.size) });
  const text = String(gunzipSync(await readFile(shop.path)));
  expect(text).not.toContain("the first");
  const sha256 = createHash("sha256").update("the first").digest("hex");
  expect(text).toContain(`{"file":"${sha256}-${one.key.slice(65)}","size":9}`);
  s3.objects.delete(`files/${gone.key}`);
  await using place = await emptyPlace();
  const { files } = await restoreBackupFile({ path: shop.path, url: place.url, storage, replace: false });
  expect(files).toMatchObject({ written: NONE, missing: tally(2, sizes(gone, lost)), missingInMessages: 2 });
  // One with its files in it goes into a bucket as well.
  await shop.backUp();
  const again = await restoreBackupFile({ path: shop.path, url: place.url, storage, replace: true });
  expect(again.files).toMatchObject({ written: tally(2, sizes(gone, lost)), kept: tally(1, one.size), missing: NONE });
  expect(s3.objects.get(`files/${lost.key}`)?.content).toEqual(lost.content);
});

test("with BACKUP_FILES=copy, a backup contains the files of a bucket, and a restore puts them into another storage", async () => {
  await using s3 = await startS3();
  await using shop = await shopWithFiles();
  const [one, lost] = [await shop.send(randomBytes(100_000)), await shop.send("lost", [1])];
  const storage = openStorage(readSettings({ DATA_DIR: shop.folder, ...s3.environment }));
  s3.objects.set(`files/${one.key}`, { content: one.content, storedAt: new Date() });
  const options = { url: shop.from.url, path: shop.path, signal, storage, copiesBucket: true };
  expect(await writeBackupFile(options)).toMatchObject({ files: tally(1, one.size), missing: tally(1, lost.size) });
  await using place = await emptyPlace();
  const { files } = await place.restore(shop.path);
  expect(files).toMatchObject({ written: tally(1, one.size), missing: tally(1, lost.size) });
  expect(await readFile(place.pathOf(one))).toEqual(one.content);
});

test("what a running backup names stays, for six hours at most, and is removed when it has ended", async () => {
  await using shop = await shopWithFiles();
  const { run } = shop;
  const [erased, old] = [await shop.send("erased"), await shop.send("erased long ago", [1])];
  const there = () => [erased, old].map(({ path }) => existsSync(path));
  {
    await using _ = await keepFiles(shop.from.url);
    await run("DELETE FROM files");
    await removeUnusedContents();
    expect(await sweepObjects(Date.now() + 7_200_000)).toBe(0);
    expect(there()).toEqual([true, true]);
    expect(await shop.backUp()).toMatchObject({ files: tally(2, sizes(erased, old)), missing: NONE });
    await run("UPDATE stored_files SET abandoned_at = now() - interval '361 minutes' WHERE hash = $1", [old.hash]);
    await removeUnusedContents();
    expect(there()).toEqual([true, false]);
  }
  await removeUnusedContents();
  expect(there()).toEqual([false, false]);
});

test("a backup made while files come and go restores with every file that it names", async () => {
  await using shop = await shopWithFiles();
  const [erased, kept] = [await shop.send("erased"), await shop.send("kept")];
  const locker = new Client({ connectionString: shop.from.url });
  await locker.connect();
  await locker.query("BEGIN; LOCK TABLE visitors IN ACCESS EXCLUSIVE MODE");
  const writing = shop.backUp();
  await expect.poll(async () => (await locker.query(WAITING_FOR_LOCK)).rowCount).toBe(1);
  await shop.run("DELETE FROM files WHERE hash = $1", [erased.hash]);
  await removeUnusedContents();
  await shop.send("later");
  await locker.end();
  expect((await writing).missing).toMatchObject({ count: 0 });
  await removeUnusedContents();
  expect([erased, kept].map(({ path }) => existsSync(path))).toEqual([false, true]);
  await using place = await emptyPlace();
  expect((await place.restore(shop.path)).files.missing).toMatchObject({ count: 0 });
  expect(await query(place.url, "SELECT hash FROM files ORDER BY position")).toEqual([
    { hash: erased.hash },
    { hash: kept.hash },
  ]);
  for (const sent of [erased, kept]) expect(await readFile(place.pathOf(sent))).toEqual(sent.content);
});
