import { existsSync } from "node:fs";
import { rm, utimes } from "node:fs/promises";
import { Readable } from "node:stream";
import { expect, test } from "@playwright/test";
import { runCleanup } from "#lib/data/cleanup/cleanup-schedule.ts";
import { removeUnusedContents, sweepObjects } from "#lib/files/files/stored-contents.system.ts";
import { hashInKey } from "#platform/storage/file-store.ts";
import { fileStore, receiveFile } from "#platform/storage/storage.ts";
import { addConversations } from "../support/added-messages.ts";
import { askNothing, refuse, send } from "../support/api-client.ts";
import { testEnvironment } from "../support/environment.ts";
import { newConversation, newOwnerWithSite, openWidget, PASSWORD, start } from "../support/factories.ts";
import { png, uploadAsMember, uploadAsVisitor } from "../support/files.ts";
import { insertRows } from "../support/insert-rows.ts";
import { addNote } from "../support/notes.ts";
import { openOwnStorage, pathOfContent } from "../support/own-storage.ts";
import { rowsContaining } from "../support/rows-containing.ts";
import { sql } from "../support/stored-rows.ts";

/** Uploads a visitor's file, makes it their message's if they have a conversation, and returns where it's stored. */
async function sendFile(visitor: { token: string }, content: Buffer<ArrayBuffer>, conversationId?: string) {
  const file = await uploadAsVisitor(visitor, { content });
  const position = "(SELECT count(*) FROM files o WHERE o.message_id = m.id)";
  await sql(
    `UPDATE files f SET message_id = m.id, position = ${position} FROM messages m WHERE f.id = $1 AND m.conversation_id = $2`,
    [file.id, conversationId ?? null],
  );
  const [row] = await sql(
    "SELECT o.hash, storage_key AS key FROM files f JOIN stored_files o ON o.hash = f.hash WHERE f.id = $1",
    [file.id],
  );
  const key = String(row?.key);
  return { id: file.id, size: file.size, path: pathOfContent(key), hashes: [String(row?.hash), hashInKey(key)] };
}

/** Waits until neither the disk nor a table has anything of a file: `files`, `stored_files` and `removed_objects` name its hashes. */
async function expectGone({ path, hashes }: { path: string; hashes: string[] }): Promise<void> {
  await expect
    .poll(async () => ({ isOnDisk: existsSync(path), rows: await rowsContaining(hashes) }), { timeout: 20_000 })
    .toEqual({ isOnDisk: false, rows: {} });
}

test("erasing a visitor removes their files from the disk, named or not, and the activity says how many (H10)", async () => {
  const { owner, visitor, id } = await newConversation();
  const sent = await sendFile(visitor, png(), id);
  const unnamed = await sendFile(visitor, png());
  await addNote(owner, id, "Only for us");
  expect([sent, unnamed].map(({ path }) => existsSync(path))).toEqual([true, true]);
  await askNothing("DELETE", `/visitors/${visitor.visitorId}`, { token: owner.token });
  for (const file of [sent, unnamed]) await expectGone(file);
  expect(await sql("SELECT id FROM files WHERE visitor_id = $1", [visitor.visitorId])).toEqual([]);
  const { text } = await send("GET", "/activity?action=visitor.erased", { token: owner.token });
  expect(JSON.parse(text).activity[0].data).toEqual({
    conversations: 1,
    messages: 1,
    notes: 1,
    files: 2,
    bytes: sent.size + unnamed.size,
  });
});

test("a content that a visitor sent twice is stored once, and stays while one of the messages does (H10)", {
  tag: "@all",
}, async () => {
  const { owner, visitor, id } = await newConversation();
  const content = png();
  const first = await sendFile(visitor, content, id);
  expect((await sendFile(visitor, content, id)).path).toBe(first.path);
  const onlyOnce = await sendFile(visitor, png(), id);
  await sql("DELETE FROM files WHERE id = ANY($1)", [[first.id, onlyOnce.id]]);
  await expect.poll(() => existsSync(onlyOnce.path), { timeout: 20_000 }).toBe(false);
  expect(existsSync(first.path), "the other file's").toBe(true);
  await askNothing("DELETE", `/conversations/${id}`, { token: owner.token });
  await expectGone(first);
});

test("the same content from another visitor, or in another workspace, is stored apart, so no thumbnail shows it was there", async () => {
  const { site, owner, visitor, id } = await newConversation();
  const elsewhere = await newOwnerWithSite();
  const content = png();
  const first = await sendFile(visitor, content, id);
  const others = [
    await uploadAsVisitor(await openWidget(site), { content }),
    await uploadAsVisitor(await openWidget(elsewhere.site), { content }),
    await uploadAsMember(owner, site.id, { content }),
    await uploadAsMember(elsewhere.owner, elsewhere.site.id, { content }),
  ];
  const rows = await sql(
    "SELECT DISTINCT f.hash, o.storage_key FROM files f JOIN stored_files o ON o.hash = f.hash WHERE f.id = ANY($1)",
    [[first.id, ...others.map((file) => file.id)]],
  );
  expect(rows).toHaveLength(5);
});

test("a file whose content is missing says so, and the next upload of that content brings it back", async () => {
  const { owner, visitor, id } = await newConversation();
  const content = png();
  const first = await sendFile(visitor, content, id);
  await rm(first.path);
  await refuse("file_missing", "GET", `/files/${first.id}/photo.png`, { token: owner.token });
  const again = await sendFile(visitor, content, id);
  expect(again.path).not.toBe(first.path);
  expect(existsSync(again.path)).toBe(true);
  const headers = { Authorization: `Bearer ${owner.token}` };
  const opened = await fetch(`${testEnvironment.baseUrl}/files/${first.id}/photo.png`, { headers });
  expect(opened.status).toBe(200);
});

test("deleting a site or an account removes its files from the disk and from every table", {
  tag: "@all",
}, async () => {
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  const { conversationId } = await start(visitor, "Look");
  const one = await sendFile(visitor, png(), conversationId);
  await askNothing("DELETE", `/sites/${site.id}`, { token: owner.token });
  await expectGone(one);
  const other = await newConversation();
  const two = await sendFile(other.visitor, png(), other.id);
  const body = { currentPassword: PASSWORD };
  await askNothing("DELETE", "/account", { token: other.owner.token, body });
  await expectGone(two);
});

test("what's past its site's time is deleted with its files and their thumbnails, from the storage and every table (G9)", async () => {
  await using storage = await openOwnStorage();
  const { isThere, run, store } = storage;
  const [user] = await insertRows(run, "users", [{ email: "a@example.com", email_key: "a@example.com" }]);
  const [workspace] = await insertRows(run, "workspaces", [{ owner_id: user?.id }]);
  const [site] = await insertRows(run, "sites", [
    { workspace_id: workspace?.id, public_key: "pk", name: "Shop", accent_color: "#000000", retention_days: 30 },
  ]);
  const daysAgo = (days: number) => [{ body: "Look", at: new Date(Date.now() - days * 86_400_000) }];
  const ids = await addConversations(run, String(site?.id), [daysAgo(31), daysAgo(29)]);
  const contents = [await store("old"), await store("new")];
  for (const [at, { hash, key, size }] of contents.entries()) {
    for (const suffix of ["-small", "-large"]) {
      await using smaller = await receiveFile(Readable.from([Buffer.from(suffix)]), { limit: 6, reserve: 0 });
      await fileStore().put(smaller, `${key}${suffix}`);
    }
    await insertRows(run, "stored_files", [{ hash, storage_key: key, size, thumbnails: "made" }]);
    const [message] = await run("SELECT id AS message_id FROM messages WHERE conversation_id = $1", [ids[at]]);
    await insertRows(run, "files", [{ hash, size, site_id: site?.id, ...message, position: 0, name: "a.jpg" }]);
  }
  await runCleanup();
  await removeUnusedContents();
  const objects = contents.map(({ key }) => ["", "-small", "-large"].map((suffix) => isThere(`${key}${suffix}`)));
  expect(objects).toEqual([
    [false, false, false],
    [true, true, true],
  ]);
  const [old, kept] = contents;
  expect(await rowsContaining([String(old?.hash)], run)).toEqual({});
  expect(await rowsContaining([String(kept?.hash)], run)).toEqual({ files: 1, stored_files: 1 });
});

test("a kill between a file and its row leaves an object, which the sweep removes after an hour (H9)", async () => {
  await using storage = await openOwnStorage();
  const { folder, isThere, run, store } = storage;
  const lost = await store("lost");
  const kept = await store("kept");
  await insertRows(run, "stored_files", [{ hash: kept.hash, storage_key: kept.key, size: kept.size }]);
  expect(await sweepObjects()).toBe(0);
  const hourAgo = new Date(Date.now() - 3_700_000);
  for (const { key } of [lost, kept]) await utimes(pathOfContent(key, folder), hourAgo, hourAgo);
  expect(await sweepObjects()).toBe(1);
  expect([lost, kept].map(({ key }) => isThere(key))).toEqual([false, true]);
});

test("a kill between the row and the object leaves the key, and the next run removes the object (H9)", async () => {
  await using storage = await openOwnStorage();
  const { isThere, run, store } = storage;
  const { key } = await store("gone");
  await run("INSERT INTO removed_objects (storage_key) VALUES ($1), ($1 || '-small')", [key]);
  await removeUnusedContents();
  expect(isThere(key)).toBe(false);
  expect(await run("SELECT FROM removed_objects")).toEqual([]);
});

test("the cleanup deletes uploads that no message named for an hour, with their contents", async () => {
  await using storage = await openOwnStorage();
  const { isThere, run, store } = storage;
  const [old, recent] = [await store("old"), await store("new")];
  const [user] = await insertRows(run, "users", [{ email: "a@example.com", email_key: "a@example.com" }]);
  const [workspace] = await insertRows(run, "workspaces", [{ owner_id: user?.id }]);
  const [site] = await insertRows(run, "sites", [
    { workspace_id: workspace?.id, public_key: "pk", name: "Shop", accent_color: "#000000" },
  ]);
  for (const [{ hash, key, size }, age] of [
    [old, 61],
    [recent, 59],
  ] as const) {
    await insertRows(run, "stored_files", [{ hash, storage_key: key, size, media_type: "text/plain" }]);
    await insertRows(run, "files", [
      { hash, size, site_id: site?.id, name: "a.txt", created_at: new Date(Date.now() - age * 60_000) },
    ]);
  }
  await runCleanup();
  await removeUnusedContents();
  expect([old, recent].map(({ key }) => isThere(key))).toEqual([false, true]);
  expect(await run("SELECT hash FROM stored_files")).toEqual([{ hash: recent.hash }]);
});
