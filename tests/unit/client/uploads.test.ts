import { expect, test } from "@playwright/test";
import type { UploadedFile } from "#client/live-event.ts";
import { createUploads, type Uploads } from "#client/uploads.ts";
import { sharedMemory } from "../../support/shared-memory.ts";
import { untilState } from "../../support/until-state.ts";

const HOUR_MS = 3_600_000;

/** Tabs with the draft of one message, and a server that stores what it gets. */
function openDraft(memory = sharedMemory()) {
  let stored = 0;
  const openTab = (): Uploads => {
    const storage = memory.openTab();
    const uploads = createUploads({
      storage,
      name: "draft",
      upload: ({ name, size }) => Promise.resolve({ ok: true, file: fileOf(`file-${++stored}`, { name, size }) }),
    });
    storage.watch(uploads.sync);
    return uploads;
  };
  return { memory, openTab, storedCount: () => stored };
}

const fileOf = (id: string, { name = "a.txt", size = 1 } = {}): UploadedFile => ({
  id,
  name,
  size,
  mediaType: "text/plain",
  kind: "file",
});

const shown = (uploads: Uploads) => uploads.state.get().uploads.map(({ name, state }) => `${name} ${state}`);
const until = (uploads: Uploads, ...expected: string[]) =>
  untilState(uploads.state, () => shown(uploads).join() === expected.join());

test("tabs with the same draft show the same files, and none once one of them has sent the message", async () => {
  const { openTab, memory } = openDraft();
  const [one, other] = [openTab(), openTab()];
  one.add([new File(["a"], "a.txt"), new File(["b"], "b.txt")]);
  await until(other, "a.txt done", "b.txt done");
  other.add([new File(["c"], "c.txt")]);
  await until(one, "a.txt done", "b.txt done", "c.txt done");
  one.remove(one.state.get().uploads[0]?.key ?? "");
  await until(other, "b.txt done", "c.txt done");
  expect(shown(openTab()), "after a reload").toEqual(["b.txt done", "c.txt done"]);
  other.clear();
  await until(one);
  expect(memory.values.size).toBe(0);
});

test("a file that was uploaded over 55 minutes ago is gone after a reload, and says so", () => {
  const { memory, openTab } = openDraft();
  const entryOf = (id: string, ageMs: number) => {
    const file = { ...fileOf(id), uploadedAt: Date.now() - ageMs };
    return { key: id, name: file.name, size: file.size, file };
  };
  memory.values.set("draft", JSON.stringify([entryOf("old", HOUR_MS), entryOf("new", HOUR_MS / 2)]));
  const uploads = openTab();
  expect(shown(uploads)).toEqual(["a.txt failed", "a.txt done"]);
  expect(uploads.state.get().uploads[0]?.problem?.code).toBe("gone");
});

test("a file that wasn't uploaded before a reload has to be added again, and says so", async () => {
  const memory = sharedMemory();
  const storage = memory.openTab();
  const never = createUploads({ storage, name: "draft", upload: () => new Promise(() => {}) });
  never.add([new File(["a"], "a.txt")]);
  await until(never, "a.txt uploading");
  const uploads = openDraft(memory).openTab();
  expect(shown(uploads)).toEqual(["a.txt failed"]);
  expect(uploads.state.get().uploads[0]?.problem?.code).toBe("unfinished");
  uploads.remove(uploads.state.get().uploads[0]?.key ?? "");
  expect(memory.values.size).toBe(0);
});

test("files of a message that's edited come before those there, and those the server lacks are uploaded again", async () => {
  const { openTab, storedCount } = openDraft();
  const uploads = openTab();
  uploads.add([new File(["a"], "a.txt"), new File(["b"], "b.txt")]);
  await until(uploads, "a.txt done", "b.txt done");
  const sent = uploads.state.get().uploads.flatMap(({ file }) => file ?? []);
  uploads.clear();
  uploads.add([new File(["c"], "c.txt")]);
  await until(uploads, "c.txt done");
  const refused = { status: 409, code: "file_not_found", retryAfter: 0, fields: ["files.1"] };
  uploads.bringBack({ uploads: sent, problem: refused });
  expect(shown(uploads)).toEqual(["a.txt done", "b.txt uploading", "c.txt done"]);
  await until(uploads, "a.txt done", "b.txt done", "c.txt done");
  expect(storedCount()).toBe(4);
  const ids = uploads.state.get().uploads.map(({ file }) => file?.id);
  expect(ids, "only the one that was missing is another").toEqual([sent[0]?.id, "file-4", "file-3"]);
});

test("a missing file that this page never had is gone", () => {
  const uploads = openDraft().openTab();
  const refused = { status: 409, code: "file_used", retryAfter: 0, fields: ["files.0"] };
  uploads.bringBack({ uploads: [fileOf("one"), fileOf("two", { name: "b.txt" })], problem: refused });
  expect(shown(uploads)).toEqual(["a.txt failed", "b.txt done"]);
});

test("an upload that's refused for a while isn't tried again by what other tabs write, but by its owner", async () => {
  const memory = sharedMemory();
  const storage = memory.openTab();
  const busy = { status: 429, code: "rate_limited", retryAfter: 3_600 };
  const uploads = createUploads({
    storage,
    name: "draft",
    upload: () => Promise.resolve({ ok: false, problem: busy }),
  });
  uploads.add([new File(["a"], "a.txt")]);
  await untilState(uploads.state, () => uploads.state.get().uploads[0]?.problem?.status === 429);
  expect(shown(uploads)).toEqual(["a.txt waiting"]);
  uploads.sync();
  uploads.refresh();
  uploads.add([new File(["b"], "b.txt")]);
  expect(shown(uploads)).toEqual(["a.txt waiting", "b.txt waiting"]);
  uploads.retry();
  expect(shown(uploads)).toEqual(["a.txt uploading", "b.txt waiting"]);
  await until(uploads, "a.txt waiting", "b.txt waiting");
  uploads.clear();
});
