import type { Unsent } from "#client/unsent.ts";
import { conversationCopy } from "#components/catalogs/conversation.tsx";
import { waitWords } from "#components/time/wait-words.ts";

const { unsent } = conversationCopy;

/**
 * Returns why a reply isn't sent yet: what happened, what's kept and what to do. Undefined if there's nothing to say.
 */
export function unsentWords(
  { state, problem }: Pick<Unsent, "state" | "problem">,
  isOnline: boolean,
): string | undefined {
  if (state === "sending" && !problem) return undefined;
  // A held one that's tried again.
  if (state !== "failed" && problem?.code === "stale_reply") return undefined;
  if (state === "waiting" || state === "sending") return waitingWords(problem, isOnline);
  if (problem?.code === "open_conversation_exists") return unsent.otherOpen;
  if (problem?.code === "file_not_found" || problem?.code === "file_used") return unsent.fileGone;
  if (problem?.status === 404) return unsent.deleted;
  if (problem?.status === 401) return unsent.sessionEnded;
  if (problem?.code === "idempotency_mismatch") return unsent.changed;
  if (problem?.code === "conflict") return unsent.manyWait;
  if (problem?.status === 400 || problem?.status === 413) return unsent.invalid;
  return unsent.failed;
}

function waitingWords(problem: Unsent["problem"], isOnline: boolean): string | undefined {
  if (!isOnline) return unsent.offline;
  if (problem === undefined) return undefined;
  const { status, retryAfter } = problem;
  if (status === 0 || status === 408) return unsent.unreachable;
  return status === 429 ? unsent.tooManyRequests(waitWords(retryAfter)) : unsent.unavailable;
}
