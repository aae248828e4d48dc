/** Why a message wasn't accepted: an error response, or status 0 without a response. */
export type SendProblem = {
  status: number;
  code: string;
  /** Seconds to wait before retrying. 0 if the server didn't say. */
  retryAfter: number;
  /** The invalid fields. */
  fields: string[];
  /** The open conversation that blocks it. */
  conversationId?: string | undefined;
  /** The colleague whose newer message or note holds it back. */
  newer?: { by: "reply" | "note"; name?: string | undefined } | undefined;
};

/**
 * What becomes of a message that wasn't accepted: "later" it's resent automatically, "retry" the user resends it, "edit" it
 * can't be sent as it is. Each try has the same key, so none can duplicate it.
 */
export type SendVerdict = "later" | "retry" | "edit";

export function judgeSend({ status, code, fields }: SendProblem): SendVerdict {
  if ([0, 408, 429, 502, 503, 504].includes(status)) return "later";
  // The message itself is fine then, and can be sent once they're corrected.
  if (status === 400 && (fields.includes("name") || fields.includes("email"))) return "retry";
  // Files that have expired, or were sent with another message, have to be uploaded again.
  if (status === 400 || status === 413 || /^(not_accepted|idempotency|file)/.test(code)) return "edit";
  return "retry";
}
