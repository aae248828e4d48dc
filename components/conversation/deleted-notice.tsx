import { conversationCopy } from "#components/catalogs/conversation.tsx";
import { type InboxFilter, inboxPath } from "#components/inbox/inbox-filter.ts";
import { AppLink } from "#components/ui/app-link.tsx";
import { buttonClass } from "#components/ui/button.tsx";

type Props = { draft: string; filter: InboxFilter; onLeave: () => void };

/** Replaces the reply box once the conversation is deleted. The draft can still be copied. */
export function DeletedNotice({ draft, filter, onLeave }: Props) {
  return (
    <div role="status" className="late shrink-0 border-t border-line px-4 py-4 md:px-6">
      <p className="font-medium">{conversationCopy.deletedNotice}</p>
      {draft && (
        <>
          <p className="mt-1 text-sm text-quiet">{conversationCopy.unsentDraft}</p>
          <p dir="auto" className="mt-2 max-h-40 overflow-y-auto rounded-lg bg-sunken px-3 py-2 whitespace-pre-wrap">
            {draft}
          </p>
        </>
      )}
      <p className="mt-3">
        <AppLink href={inboxPath(filter)} onClick={onLeave} className={buttonClass()}>
          {conversationCopy.backToInbox}
        </AppLink>
      </p>
    </div>
  );
}
