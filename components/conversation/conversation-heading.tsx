import { ArrowLeft } from "lucide-react";
import { conversationCopy } from "#components/catalogs/conversation.tsx";
import { type InboxFilter, inboxPath } from "#components/inbox/inbox-filter.ts";
import { VerifiedMark } from "#components/inbox/verified-mark.tsx";
import { Moment } from "#components/time/moment.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { Avatar } from "#components/visitor/avatar.tsx";
import { visitorName } from "#components/visitor/visitor-name.ts";
import type { ConversationJson } from "#lib/conversations/schema.ts";
import { EmailLink } from "./email-link.tsx";
import { PageLink } from "./page-link.tsx";

type TitleProps = {
  /** The element of the visitor's name: the page's heading, or a paragraph while the conversation is loading. */
  as: "h1" | "p";
  conversation: ConversationJson;
  filter: InboxFilter;
  siteColor: string | undefined;
  /** Goes back to a list that's already rendered. */
  onBack?: (() => void) | undefined;
};

const BACK =
  "-ms-2 grid size-11 shrink-0 place-items-center rounded-lg text-quiet hover:bg-hover hover:text-ink md:hidden";

export function ConversationTitle({ as: Heading, conversation, filter, siteColor, onBack }: TitleProps) {
  const { siteName, visitorBlocked } = conversation;
  const back = (
    <>
      <ArrowLeft size={20} aria-hidden />
      <span className="sr-only">{conversationCopy.backToInbox}</span>
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
      <Avatar visitor={conversation} siteColor={siteColor} />
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 items-baseline gap-1.5">
          <Heading
            {...(Heading === "h1" && { id: "conversation-heading", tabIndex: -1 })}
            className="truncate text-lg font-semibold outline-none"
            title={visitorName(conversation)}
          >
            <bdi>{visitorName(conversation)}</bdi>
          </Heading>
          <VerifiedMark conversation={conversation} />
        </div>
        <p className="flex min-w-0 items-center gap-1.5 text-sm text-quiet">
          <bdi className="truncate">{siteName}</bdi>
          <span aria-hidden="true">·</span>
          <span className="shrink-0">{stateOf(conversation)}</span>
          {visitorBlocked && (
            <>
              <span aria-hidden="true">·</span>
              <span className="shrink-0 font-medium text-ink">{conversationCopy.blocked}</span>
            </>
          )}
        </p>
      </div>
    </>
  );
}

function stateOf({ spam, status }: ConversationJson): string {
  return spam ? conversationCopy.spam : conversationCopy[status];
}

/** Shows more about the visitor on screens too narrow for the details panel. */
export function ConversationFacts({ conversation }: { conversation: ConversationJson }) {
  const { pageUrl, createdAt, visitorEmail, visitorVerified, visitorExternalId } = conversation;
  const since = <Moment at={createdAt} form="date" />;
  return (
    <>
      {visitorEmail && (
        <p className="mt-1 truncate text-sm xl:hidden">
          <EmailLink email={visitorEmail} />
        </p>
      )}
      <p className="relative mt-1 truncate text-sm text-quiet xl:hidden">
        {visitorVerified && conversationCopy.verifiedAs(<bdi>{visitorExternalId}</bdi>)}{" "}
        {pageUrl ? conversationCopy.sinceFrom(since, <PageLink address={pageUrl} />) : conversationCopy.since(since)}
      </p>
    </>
  );
}
