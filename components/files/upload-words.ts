import type { Upload } from "#client/uploads.ts";
import { filesCopy } from "#components/catalogs/files.tsx";
import { sizeWords } from "#platform/size-words.ts";

const { problems } = filesCopy;

/** Returns what's below the name of a file that's being uploaded, or can't be. Undefined once it's uploaded. */
export function uploadWords({ state, sent, problem, size }: Upload, isOnline: boolean): string | undefined {
  if (state === "done") return undefined;
  if (state === "uploading") return sent === 1 ? filesCopy.checking : filesCopy.uploading(Math.floor(sent * 100));
  if (state === "waiting") {
    if (!isOnline) return filesCopy.offline;
    return problem ? filesCopy.unreachable : filesCopy.waiting;
  }
  return size === 0 ? problems.empty : failureWords(problem);
}

function failureWords(problem: Upload["problem"]): string {
  if (problem?.code === "gone") return problems.gone;
  if (problem?.code === "unfinished") return problems.unfinished;
  if (problem?.status === 413) return problems.tooLarge(problem.maxSize && sizeWords(problem.maxSize));
  if (problem?.status === 415) return problems.notAllowed;
  if (problem?.status === 507) return problems.full;
  if (problem?.status === 401) return problems.sessionEnded;
  if (problem?.code === "file_rejected") return problems.harmful;
  return problems.failed;
}
