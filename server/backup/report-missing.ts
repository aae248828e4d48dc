import type { Client } from "pg";
import type { OpenStorage } from "#platform/storage/storage.ts";
import { StorageError } from "#platform/storage/storage-error.ts";
import { printError } from "../process/console.ts";
import { FilesFound, findContents } from "./contents.ts";

/** The exit status if all rows are there and some files aren't, or it's unknown whether they are. */
export const FILES_MISSING = 2;

/** Prints which files of messages a storage lacks, if it does, and sets the exit status. */
export function reportMissing(place: string, { missing, missingInMessages }: FilesFound): void {
  if (missing.count === 0) return;
  printError(`Missing from ${place}: ${missing}. Of all files in messages, ${missingInMessages} can't be opened.`);
  for (const line of missing.lines()) printError(line);
  process.exitCode = FILES_MISSING;
}

/** Looks for the files that a database names, and prints which the storage lacks, or that it can't be read. */
export async function findMissing(client: Client, { name, store }: OpenStorage): Promise<FilesFound> {
  const files = new FilesFound();
  try {
    await findContents(client, store, files);
    reportMissing(name, files);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    printError(`${name} can't be read (${error.message}), so it's unknown whether all files are there.`);
    process.exitCode = FILES_MISSING;
  }
  return files;
}
