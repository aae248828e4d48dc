import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "@playwright/test";
import { archiveEntries } from "#lib/data/exports/archive-entries.ts";
import { archivePath } from "#lib/data/exports/archive-path.ts";
import type { Export } from "#lib/data/exports/queries.ts";
import type { Message } from "#lib/desk/messages/queries.ts";
import type { OpenableFile } from "#lib/files/files/statements.ts";
import type { SiteJson } from "#lib/sites/sites/schema.ts";
import { newKey } from "#platform/storage/file-store.ts";
import { fileStore, receiveFile } from "#platform/storage/storage.ts";
import { zipArchive } from "#platform/zip/zip-archive.ts";
import { provideSettings } from "../../support/provide-settings.ts";
import { startS3 } from "../../support/s3-server.ts";
import { unzip } from "../../support/zip.ts";

/** Stores a content, and returns the row of a file that has it. */
async function storedFile(name: string, content: Buffer, mediaType = "image/png"): Promise<OpenableFile> {
  const { length: size } = content;
  await using received = await receiveFile(Readable.from([content]), { limit: size, reserve: 0 });
  const storageKey = newKey(received.hash);
  await fileStore().put(received, storageKey);
  const row = { id: randomUUID(), workspaceId: randomUUID(), messageId: randomUUID(), thumbnails: "none" } as const;
  return { ...row, name, size, mediaType, width: null, height: null, hash: received.hash, storageKey };
}

/** An export of one message with these files. Those that are `deleted` are so once the messages were read. */
function exportOf(files: OpenableFile[], deleted: OpenableFile[] = []): Export {
  const row: Message = {
    id: randomUUID(),
    conversationId: randomUUID(),
    seq: 1,
    senderType: "visitor",
    senderId: randomUUID(),
    senderName: null,
    senderPhoto: null,
    cameBy: null,
    deletedAt: null,
    deletedBy: null,
    deletedByName: null,
    body: "Look",
    createdAt: new Date("2026-11-25T12:34:56Z"),
    fileCount: files.length,
    files,
  };
  return {
    site: { id: randomUUID() } as Export["site"],
    labels: [],
    hasNotes: false,
    async *read() {
      yield [{ kind: "message", row }];
    },
    async *readFiles(named) {
      for (const one of named) {
        const file = files.find(({ id }) => id === one.id);
        yield { ...one, file: file && !deleted.includes(file) ? file : null };
      }
    },
  };
}

const pack = (exported: Export) =>
  buffer(zipArchive(archiveEntries("export", {} as SiteJson, { exportedAt: new Date(), exported })));

test.describe("an archive", () => {
  let folder: string;
  let s3: Awaited<ReturnType<typeof startS3>>;
  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "site-inbox-archive-"));
    s3 = await startS3();
  });
  test.afterAll(async () => {
    provideSettings();
    await s3[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  for (const storage of ["a folder", "a bucket"] as const) {
    test(`has the files of messages from ${storage}, and says which are missing and why`, async () => {
      const { endpoint, bucket, region, keyId, secret } = s3.settings;
      const inBucket = {
        FILES_S3_ENDPOINT: endpoint,
        FILES_S3_BUCKET: bucket,
        FILES_S3_REGION: region,
        FILES_S3_KEY_ID: keyId,
        FILES_S3_SECRET: secret,
      };
      provideSettings({ DATA_DIR: folder, ...(storage === "a bucket" && inBucket) });
      const [picture, text] = [randomBytes(300_000), Buffer.from("some text, ".repeat(500))];
      const first = await storedFile("photo.png", picture);
      const second = await storedFile("notes.txt", text, "text/plain");
      const lost = await storedFile("lost.png", randomBytes(500));
      await fileStore().remove(lost.storageKey);
      const cut = { ...(await storedFile("cut.png", randomBytes(400))), size: 401 };
      const erased = await storedFile("erased.png", randomBytes(600));

      const entries = unzip(await pack(exportOf([first, lost, second, cut, erased], [erased])));
      const [firstPath, secondPath] = [archivePath(first), archivePath(second)];
      expect([...entries.keys()]).toEqual(["export.json", "export.csv", firstPath, secondPath, "missing.txt"]);
      expect(entries.get(firstPath)).toMatchObject({ content: picture, isDeflated: false });
      expect(entries.get(secondPath)).toMatchObject({ content: text, isDeflated: true });
      expect(entries.get("missing.txt")?.content.toString()).toBe(
        `These files are named in the export but aren't in this archive.

Their content is missing from the storage:
${archivePath(lost)}
${archivePath(cut)}

They were deleted while the export was written:
${archivePath(erased)}
`,
      );
    });
  }

  test("fails if its storage does, so that it isn't mistaken for a complete one", async () => {
    const file = await storedFile("photo.png", randomBytes(500));
    for (let tries = 0; tries < 3; tries++) s3.faults.push((_, response) => response.writeHead(503).end());
    await expect(pack(exportOf([file]))).rejects.toMatchObject({ name: "StorageError", failure: "unavailable" });
  });
});
