import { env } from "#platform/env.ts";
import { postHop } from "./hops.ts";
import type { MailHopJson } from "./schema.ts";

/** Whether email can come in at all. */
export const hasWayIn = (): boolean => env().INBOUND_ADDRESS !== undefined && env().INBOUND_SECRET !== undefined;

/** Returns how each way in does. A mailbox that's read becomes one of them. */
export function listWaysIn({ lastReceivedAt }: { lastReceivedAt: Date | null }): MailHopJson[] {
  const { INBOUND_ADDRESS, INBOUND_SECRET } = env();
  if (!INBOUND_ADDRESS) {
    const says = "Replies to emails aren't read: INBOUND_ADDRESS isn't set.";
    return [{ state: "off", says, todo: null }];
  }
  return [postHop({ isSecretSet: INBOUND_SECRET !== undefined, lastReceivedAt })];
}
