import type { Unsent } from "#client/unsent.ts";
import { waitWords } from "#components/time/wait-words.ts";

const SAME_WAY = "It goes by itself as soon as that works.";

/** Why a reply is not there yet: what happened, what is kept and what to do. Undefined while there is nothing to say. */
export function unsentWords(
  { state, problem }: Pick<Unsent, "state" | "problem">,
  isOnline: boolean,
): string | undefined {
  if (state === "sending" && !problem) return undefined;
  if (state === "waiting" || state === "sending") return waitingWords(problem, isOnline);
  if (problem?.code === "open_conversation_exists") {
    return "Not sent. This visitor has another open conversation, and can have only one.";
  }
  if (problem?.status === 404) return "Not sent. This conversation was deleted.";
  if (problem?.status === 401) return "Not sent. Your session has ended; log in again, and it goes.";
  if (problem?.code === "idempotency_mismatch") return "Not sent. Edit it and send it again.";
  if (problem?.status === 400 || problem?.status === 413) return "Not sent. It cannot be sent as it is.";
  return "Not sent. Something went wrong on our side.";
}

function waitingWords(problem: Unsent["problem"], isOnline: boolean): string | undefined {
  if (!isOnline) return "Not sent yet. You are offline; it goes as soon as you are back.";
  if (problem === undefined) return undefined;
  const { status, retryAfter } = problem;
  if (status === 0 || status === 408) return `Not sent yet. The service cannot be reached. ${SAME_WAY}`;
  if (status === 429)
    return `Not sent yet. That was too much in a short time; it is kept and goes by itself ${waitWords(retryAfter)}.`;
  return `Not sent yet. The service is not available right now. ${SAME_WAY}`;
}
