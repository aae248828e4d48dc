import { charactersLeft } from "#client/text-length.ts";
import type { Upload } from "#client/uploads.ts";
import { filesCopy } from "#components/catalogs/files.tsx";
import { FILES_MAX_COUNT } from "#lib/files/files/file-count.ts";
import { isBlank } from "#platform/characters.ts";
import { findBlanks } from "./blanks.ts";

/** Returns what a draft and its files lack before they can be sent. A note has no files, and no blanks. */
export function draftState(draft: string, isNote: boolean, uploads: readonly Upload[]) {
  const left = charactersLeft(draft);
  const isTooLong = left !== undefined && left < 0;
  const blanks = isNote ? [] : findBlanks(draft);
  const files = isNote ? [] : uploads;
  const notReady = files.filter(({ state }) => state !== "done");
  const canSend =
    !isTooLong &&
    blanks.length === 0 &&
    notReady.length === 0 &&
    files.length <= FILES_MAX_COUNT &&
    (files.length > 0 || !isBlank(draft));
  return { left, isTooLong, blanks, canSend, filesHint: hintOf(notReady) };
}

function hintOf(notReady: readonly Upload[]): string | undefined {
  if (notReady.some(({ state }) => state === "failed")) return filesCopy.failedHint;
  return notReady.length > 0 ? filesCopy.uploadingHint(notReady.length) : undefined;
}
