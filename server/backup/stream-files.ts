import { createHash } from "node:crypto";
import type { Client } from "pg";
import { type FileStore, hashInKey } from "#platform/storage/file-store.ts";
import { findInStore, listContents } from "./contents.ts";
import { FILE_END, type FileHead, type FilesForm } from "./parts.ts";
import type { Progress } from "./report-progress.ts";
import { Tally } from "./tally.ts";

type Source = {
  store: FileStore;
  form: FilesForm;
  onProgress?: ((progress: Progress) => void) | undefined;
};

const GONE = "it isn't there";

/** What a backup has of the files, what it couldn't read from the storage, and why the first of those. */
export class FilesWritten {
  readonly files = new Tally();
  readonly missing = new Tally();
  failure: string | null = null;
}

/** Yields the files that a database names, as part of the text of a backup. `written` counts them. */
export async function* streamFiles(
  client: Client,
  { store, form, onProgress }: Source,
  written: FilesWritten,
): AsyncGenerator<Buffer | string> {
  const { files, missing } = written;
  for await (const page of listContents(client)) {
    const found = form === "listed" ? await findInStore(store, page) : [];
    for (const content of page) {
      const { key, size } = content;
      yield `${JSON.stringify({ file: key, size } satisfies FileHead)}\n`;
      const failure = form === "contained" ? yield* piecesOf(store, key) : found.includes(content) ? null : GONE;
      yield FILE_END;
      (failure === null ? files : missing).add(content);
      written.failure ??= failure;
      onProgress?.({ step: "files", files: files.count, bytes: files.bytes });
    }
  }
}

// Returns why it failed. What can't be read as it was stored is incomplete in the backup, and so isn't restored.
async function* piecesOf(store: FileStore, key: string): AsyncGenerator<Buffer | string, string | null> {
  const hash = createHash("sha256");
  try {
    const { stream } = await store.open(key);
    for await (const piece of stream as AsyncIterable<Buffer>) {
      hash.update(piece);
      yield `${piece.length}\n`;
      yield piece;
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return hash.digest("hex") === hashInKey(key) ? null : "its content has changed";
}
