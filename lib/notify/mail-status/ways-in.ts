import { env } from "#platform/env.ts";
import { findingOfMailbox } from "../mail-in/mailbox-finding.ts";
import { postHop, toHop } from "./hops.ts";
import type { MailStatus } from "./queries.ts";
import type { MailHopJson } from "./schema.ts";

/** Whether email can come in at all. */
export function hasWayIn(): boolean {
  const { INBOUND_ADDRESS, INBOUND_IMAP_URL, INBOUND_SECRET } = env();
  return INBOUND_ADDRESS !== undefined && (INBOUND_IMAP_URL !== undefined || INBOUND_SECRET !== undefined);
}

/** Returns how each way in does. */
export function listWaysIn({ counts, mailbox }: Pick<MailStatus, "counts" | "mailbox">): MailHopJson[] {
  const { INBOUND_IMAP_URL, INBOUND_SECRET } = env();
  if (!hasWayIn()) {
    const says = "Replies to emails aren't read: INBOUND_ADDRESS isn't set.";
    return [{ state: "off", says, todo: null }];
  }
  return [
    ...(INBOUND_IMAP_URL ? [toHop(findingOfMailbox(mailbox))] : []),
    ...(INBOUND_SECRET ? [postHop({ lastPostedAt: counts.lastPostedAt })] : []),
  ];
}
