import { conversationCopy } from "#components/catalogs/conversation.tsx";
import { inboxCopy } from "#components/catalogs/inbox.tsx";
import { type InboxFilter, inboxPath } from "#components/filter/inbox-filter.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { buttonClass } from "#components/ui/button.tsx";

type Props = { draft: string; filter: InboxFilter; onLeave: () => void };

/** Replaces the reply box once the conversation is gone. The draft can still be copied. */
export function DeletedNotice({ draft, filter, onLeave }: Props) {
  // Owners have access to everything. To others, what's deleted and what's no longer theirs looks alike.
  const isDeleted = useLive().role === "owner";
  return (
    <div role="status" className="late shrink-0 border-t border-line px-4 py-4 md:px-6">
      <p className="font-medium">{isDeleted ? conversationCopy.deletedNotice : conversationCopy.goneNotice}</p>
      <UnsentDraft draft={draft} />
      <p className="mt-3">
        <AppLink href={inboxPath(filter)} onClick={onLeave} className={buttonClass()}>
          {inboxCopy.backToInbox}
        </AppLink>
      </p>
    </div>
  );
}

/** A draft that can no longer be sent. */
export function UnsentDraft({ draft }: { draft: string }) {
  if (!draft) return null;
  return (
    <>
      <p className="mt-1 text-sm text-quiet">{conversationCopy.unsentDraft}</p>
      <p dir="auto" className="mt-2 max-h-40 overflow-y-auto rounded-lg bg-sunken px-3 py-2 whitespace-pre-wrap">
        {draft}
      </p>
    </>
  );
}
