import { ArrowLeft } from "lucide-react";
import { conversationCopy } from "#components/catalogs/conversation.tsx";
import { type InboxFilter, inboxPath } from "#components/inbox/inbox-filter.ts";
import { VerifiedMark } from "#components/inbox/verified-mark.tsx";
import { visitorName } from "#components/inbox/visitor-name.ts";
import { SiteDot } from "#components/sites/site-dot.tsx";
import { Moment } from "#components/time/moment.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import type { ConversationJson } from "#lib/conversations/schema.ts";
import { EmailLink } from "./email-link.tsx";
import { PageLink } from "./page-link.tsx";

type TitleProps = {
  /** What the visitor's name is: the page's heading, or a line of text while the conversation is on its way. */
  as: "h1" | "p";
  conversation: ConversationJson;
  filter: InboxFilter;
  siteColor: string | undefined;
  /** How to go back to a list that is already there. */
  onBack?: (() => void) | undefined;
};

const BACK =
  "-ms-2 grid size-11 shrink-0 place-items-center rounded-lg text-quiet hover:bg-hover hover:text-ink md:hidden";

/** The visitor, site and status of a conversation. */
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
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 items-baseline gap-1.5">
          <Heading
            id={Heading === "h1" ? "conversation-heading" : undefined}
            className="truncate text-lg font-semibold"
            title={visitorName(conversation)}
          >
            <bdi>{visitorName(conversation)}</bdi>
          </Heading>
          <VerifiedMark conversation={conversation} />
        </div>
        <p className="flex min-w-0 items-center gap-1.5 text-sm text-quiet">
          <SiteDot color={siteColor} />
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

/** What else is known of the visitor, where no panel has room for it. */
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
