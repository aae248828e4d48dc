import { findMailboxState } from "#lib/notify/mail-in/mailbox.system.ts";
import { findingOfMailbox } from "#lib/notify/mail-in/mailbox-finding.ts";
import { env } from "#platform/env.ts";
import type { Check } from "../check.ts";

/** Whether emails to the service are read from their mailbox. */
export const inbound: Check = {
  name: "inbound",
  everySeconds: 60,
  isOfSettings: true,
  async find() {
    const { INBOUND_ADDRESS, INBOUND_IMAP_URL } = env();
    if (!INBOUND_ADDRESS)
      return { state: "off", says: "Replies to emails aren't received: INBOUND_ADDRESS isn't set." };
    if (!INBOUND_IMAP_URL) return { state: "good", says: "Emails are received at /inbound/mail. No mailbox is read." };
    return findingOfMailbox(await findMailboxState());
  },
};
