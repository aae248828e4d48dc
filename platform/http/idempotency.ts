import { z } from "zod";

const HEADER = "Idempotency-Key";
const KEY = /^[\x21-\x7e]{1,255}$/;

/** The header that makes a request safe to send again (contract.md section 7), as a part of the request's input. */
export const IdempotencyHeader = z.object({
  [HEADER]: z.string().regex(KEY, "must be 1 to 255 visible ASCII characters").nullable().default(null),
});

/** A header sent twice arrives joined with a space in it, which no key has. */
export const idempotencyHeader = (headers: Headers) => ({ [HEADER]: headers.get(HEADER) });

/** Says of a stored message that it was there before this request. */
export function markReplay(answerHeaders: Headers, { replayed }: { replayed: boolean }): void {
  if (replayed) answerHeaders.set("Idempotent-Replayed", "true");
}
