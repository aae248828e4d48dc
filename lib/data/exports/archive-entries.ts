import type { Readable } from "node:stream";
import { log } from "#platform/log.ts";
import { fileStore } from "#platform/storage/storage.ts";
import { StorageError } from "#platform/storage/storage-error.ts";
import type { ZipEntry } from "#platform/zip/zip-archive.ts";
import type { OpenableFile } from "../../files/files/statements.ts";
import type { SiteJson } from "../../sites/sites/schema.ts";
import { archivePath } from "./archive-path.ts";
import { csvFile } from "./csv-file.ts";
import { jsonFile } from "./json-file.ts";
import type { Export, Exported } from "./queries.ts";

// Pictures, audio, video, PDF and office documents of today are compressed in themselves.
const COMPRESSIBLE = /^(?:text\/.*|application\/rtf|application\/x-ole-storage|audio\/wav)$/;

/** A file that a message names, until it's its turn. */
type Named = { id: string; path: string; sentAt: Date };

/**
 * Yields an export as the entries of an archive: `<name>.json` and `<name>.csv`, each file that they name, and `missing.txt` if
 * some can't be had. Reading a storage that fails throws `StorageError`.
 */
export async function* archiveEntries(
  name: string,
  site: SiteJson,
  { exportedAt, exported }: { exportedAt: Date; exported: Export },
): AsyncGenerator<ZipEntry> {
  const { labels, hasNotes, read, readFiles } = exported;
  const named = new Map<string, Named>();
  const text = { modifiedAt: exportedAt, isCompressible: true };
  const json = jsonFile(site, exportedAt, { labels, batches: noting(read(), named) }, archivePath);
  yield { ...text, name: `${name}.json`, pieces: json };
  yield { ...text, name: `${name}.csv`, pieces: csvFile({ hasNotes, batches: noting(read(), named) }, archivePath) };
  const deleted: string[] = [];
  const lost: string[] = [];
  for await (const { file, path, sentAt } of readFiles(named.values())) {
    const content = file && (await openContent(file));
    if (!file) deleted.push(path);
    else if (!content) lost.push(path);
    else yield* entryOf(file, { name: path, modifiedAt: sentAt, pieces: content });
  }
  if (lost.length > 0) log().warn({ count: lost.length }, "an export lacks files that are missing from the storage");
  if (lost.length > 0 || deleted.length > 0) yield { ...text, name: "missing.txt", pieces: missing(lost, deleted) };
}

async function* noting(batches: AsyncIterable<Exported[]>, named: Map<string, Named>): AsyncGenerator<Exported[]> {
  for await (const batch of batches) {
    for (const { kind, row } of batch) {
      if (kind !== "message") continue;
      for (const file of row.files) {
        named.set(file.id, { id: file.id, path: archivePath(file), sentAt: row.createdAt });
      }
    }
    yield batch;
  }
}

type Opened = Omit<ZipEntry, "isCompressible"> & { pieces: Readable };

function* entryOf({ mediaType }: OpenableFile, opened: Opened): Generator<ZipEntry> {
  try {
    yield { ...opened, isCompressible: COMPRESSIBLE.test(mediaType) };
  } finally {
    opened.pieces.destroy();
  }
}

/** Opens a file's content. Null if it isn't in the storage, or not all of it. */
async function openContent({ storageKey, size: wanted }: OpenableFile): Promise<Readable | null> {
  try {
    const { size, stream } = await fileStore().open(storageKey);
    if (size === wanted) return stream;
    stream.destroy();
    return null;
  } catch (error) {
    if (error instanceof StorageError && error.failure === "gone") return null;
    throw error;
  }
}

async function* missing(lost: string[], deleted: string[]): AsyncGenerator<string> {
  yield "These files are named in the export but aren't in this archive.\n";
  if (lost.length > 0) yield `\nTheir content is missing from the storage:\n${lost.join("\n")}\n`;
  if (deleted.length > 0) yield `\nThey were deleted while the export was written:\n${deleted.join("\n")}\n`;
}
