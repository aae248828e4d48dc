"use client";

import { MailX } from "lucide-react";
import { bouncesCopy } from "#components/catalogs/bounces.tsx";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";

/** Says above the reply box that a reply isn't emailed, because the visitor's address doesn't work. */
export function BouncedNotice({
  conversation: { visitorEmail, visitorEmailBounced },
}: {
  conversation: ConversationJson;
}) {
  if (visitorEmail === undefined || !visitorEmailBounced) return null;
  return (
    <p role="status" className="flex shrink-0 items-start gap-2 px-5 pb-1.5 text-sm text-quiet md:px-7">
      <MailX size={16} aria-hidden className="mt-0.5 shrink-0 text-note-ink" />
      <span className="min-w-0 text-pretty wrap-anywhere">{bouncesCopy.notEmailed(<bdi>{visitorEmail}</bdi>)}</span>
    </p>
  );
}
