import { bouncesCopy } from "#components/catalogs/bounces.tsx";
import type { BounceJson } from "#lib/outbox/mail-queue/bounce.ts";

/** Returns why emails to an address come back, in words that go on a sentence. */
export function bounceReason({ status }: BounceJson): string {
  const { why } = bouncesCopy;
  if (/^5\.1\.(?:1|6|10)$/.test(status)) return why.mailbox;
  if (status === "5.1.2" || status === "5.4.4") return why.domain;
  return status.startsWith("5.1.") ? why.address : why.unknown;
}
