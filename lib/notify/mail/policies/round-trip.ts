import { env } from "#platform/env.ts";
import type { MailEnd } from "../queries/mail-row.system.ts";
import { findRoundTrip } from "../round-trip.system.ts";
import { roundTripMail } from "../templates/account.ts";
import type { Decision } from "./decision.ts";

/** Sends the email that's to come back. */
export async function decideRoundTrip(id: string, finish: (end: MailEnd) => Promise<unknown>): Promise<Decision> {
  const to = await findRoundTrip(id);
  return to === null
    ? { skip: "It’s older than a day, or INBOUND_ADDRESS isn’t set.", finish }
    : { mail: { ...roundTripMail(env().BASE_URL), id, to }, finish };
}
