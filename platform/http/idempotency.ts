import { z } from "zod";
import type { ResponseHeaders } from "./response.ts";

const HEADER = "Idempotency-Key";
const KEY = /^[\x21-\x7e]{1,255}$/;

/** The header that makes a request safe to retry (contract.md section 7), as part of the request's input. */
export const IdempotencyHeader = z.object({
  [HEADER]: z.string().regex(KEY, "must be 1 to 255 visible ASCII characters").nullable().default(null),
});

/** A header sent twice arrives joined by a comma and a space, which no key contains. */
export const idempotencyHeader = (headers: Headers) => ({ [HEADER]: headers.get(HEADER) });

/** Marks the response if the message was stored by an earlier request. */
export function markReplay(responseHeaders: ResponseHeaders, { replayed }: { replayed: boolean }): void {
  if (replayed) responseHeaders.set("Idempotent-Replayed", "true");
}
