import type { Readable } from "node:stream";
import { AppError } from "#platform/errors.ts";
import { log } from "#platform/log.ts";
import type { PersonScope } from "../../base/access/scopes.ts";
import { startRoundTrip } from "../mail/round-trip.system.ts";
import { openRaw } from "../mail-in/open-raw.ts";
import { requireOperator } from "./queries.ts";
import { findOriginal, readAgain } from "./received.system.ts";

/** Sends an email to an address of the service's own. Throws `not_permitted`, `conflict` or `rate_limited`. */
export async function startMailTest(scope: PersonScope): Promise<void> {
  await requireOperator(scope);
  await startRoundTrip(scope.userId);
}

/**
 * Opens a received email that became no message and isn't a teammate's, as it came. The caller reads the stream to its end or destroys it. Throws
 * `not_permitted`, `not_found`, or `link_gone` once it's removed.
 */
export async function openReceived(scope: PersonScope, receivedId: string): Promise<Readable> {
  await requireOperator(scope);
  const original = await findOriginal(receivedId);
  if (!original) throw new AppError("not_found");
  // It belongs to no workspace whose activity could say so, or to one that it was kept out of.
  log().info({ receivedId, userId: scope.userId }, "an operator downloads a received email");
  return openRaw(original.storageKey);
}

/** Reads an email again that couldn't be read. Throws `not_permitted`, or `not_found` for any other. */
export async function retryReceived(scope: PersonScope, receivedId: string): Promise<void> {
  await requireOperator(scope);
  if (!(await readAgain(receivedId))) throw new AppError("not_found");
}
