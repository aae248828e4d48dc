import { ArrowLeft, ChevronRight } from "lucide-react";
import { inboxCopy } from "#components/catalogs/inbox.tsx";
import { visitorCopy } from "#components/catalogs/visitor.tsx";
import { type InboxFilter, inboxPath } from "#components/filter/inbox-filter.ts";
import { AppLink } from "#components/ui/app-link.tsx";
import { VisitorAvatar } from "#components/visitor/avatar.tsx";
import { VerifiedMark } from "#components/visitor/verified-mark.tsx";
import { visitorName } from "#components/visitor/visitor-name.ts";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";

type TitleProps = {
  /** The element of the visitor's name: the page's heading, or a paragraph while the conversation is loading. */
  as: "h1" | "p";
  /** The id of the heading. */
  id?: string;
  conversation: ConversationJson;
  filter: InboxFilter;
  siteColor: string | undefined;
  /** Goes back to a list that's already rendered. */
  onBack?: (() => void) | undefined;
  /** Shows the visitor on screens too narrow for the panel. */
  onVisitor?: () => void;
};

const BACK =
  "-ms-2 grid size-11 shrink-0 place-items-center rounded-lg text-quiet hover:bg-hover hover:text-ink md:hidden";

export function ConversationTitle({ as: Heading, id, conversation, filter, siteColor, onBack, onVisitor }: TitleProps) {
  const back = (
    <>
      <ArrowLeft size={20} aria-hidden />
      <span className="sr-only">{inboxCopy.backToInbox}</span>
    </>
  );
  return (
    <>
      {onBack ? (
        <button type="button" onClick={onBack} className={BACK}>
          {back}
        </button>
      ) : (
        <AppLink href={inboxPath(filter)} className={BACK}>
          {back}
        </AppLink>
      )}
      <div className="pointer-events-none relative isolate flex min-w-0 flex-1 items-center gap-2 xl:pointer-events-auto">
        {onVisitor && (
          <button
            type="button"
            aria-haspopup="dialog"
            title={visitorCopy.details}
            onClick={onVisitor}
            className="pointer-events-auto absolute -inset-x-1.5 -inset-y-1 -z-10 rounded-lg transition-colors hover:bg-hover xl:hidden"
          >
            <span className="sr-only">{visitorCopy.details}</span>
          </button>
        )}
        <span className="max-[22rem]:hidden">
          <VisitorAvatar conversation={conversation} siteColor={siteColor} />
        </span>
        <Heading
          {...(id && { id, tabIndex: -1 })}
          className="min-w-0 text-lg/5 font-semibold outline-none"
          title={visitorName(conversation)}
        >
          <bdi className="line-clamp-2 text-left wrap-anywhere">{visitorName(conversation)}</bdi>
        </Heading>
        <VerifiedMark conversation={conversation} />
        <ChevronRight size={16} aria-hidden className="shrink-0 text-quiet xl:hidden" />
      </div>
    </>
  );
}

/** The site of a conversation, and whether it's open. */
export function ConversationState({ conversation }: Pick<TitleProps, "conversation">) {
  const { siteName, spam, status, noReplyNeeded, visitorBlocked } = conversation;
  return (
    <p className="flex min-w-0 items-center gap-1.5">
      <bdi className="truncate">{siteName}</bdi>
      <span aria-hidden="true">·</span>
      <span className="shrink-0">{spam ? inboxCopy.spam : inboxCopy[status]}</span>
      {noReplyNeeded && (
        <>
          <span aria-hidden="true">·</span>
          <span className="shrink-0">{inboxCopy.noReplyNeeded}</span>
        </>
      )}
      {visitorBlocked && (
        <>
          <span aria-hidden="true">·</span>
          <span className="shrink-0 font-medium text-ink">{inboxCopy.blocked}</span>
        </>
      )}
    </p>
  );
}
