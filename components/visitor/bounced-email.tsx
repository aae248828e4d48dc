"use client";

import { bouncesCopy } from "#components/catalogs/bounces.tsx";
import { useChangeConversation } from "#components/live/change-conversation.ts";
import { bounceReason } from "#components/mail/bounce-reason.ts";
import { Moment } from "#components/time/moment.tsx";
import { Button } from "#components/ui/button.tsx";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";

/** Says below a visitor's address that emails to it come back, since when and what to do. */
export function BouncedEmail({ conversation }: { conversation: ConversationJson }) {
  const { id, visitorEmail, visitorEmailBounced: bounced } = conversation;
  const { change, busy } = useChangeConversation(id);
  if (visitorEmail === undefined || !bounced) return null;
  return (
    <div className="grid justify-items-start gap-2 rounded-lg bg-note px-3 py-2 text-sm text-note-ink">
      <p className="text-pretty wrap-anywhere">
        {bouncesCopy.visitor(<bdi>{visitorEmail}</bdi>, bounceReason(bounced))}{" "}
        {bouncesCopy.since(<Moment at={bounced.since} form="date" />)}
      </p>
      <p className="text-pretty">{bouncesCopy.visitorTodo}</p>
      {bounced.says && (
        <p className="text-xs text-pretty wrap-anywhere">{bouncesCopy.says(<bdi>{bounced.says}</bdi>)}</p>
      )}
      <Button busy={busy} onClick={() => change({ visitorEmailBounced: false })}>
        {bouncesCopy.tryAgain}
      </Button>
    </div>
  );
}
