import { ArrowLeft } from "lucide-react";
import { type InboxFilter, inboxPath } from "#components/inbox/inbox-filter.ts";
import { VerifiedMark } from "#components/inbox/verified-mark.tsx";
import { visitorName } from "#components/inbox/visitor-name.ts";
import { SiteDot } from "#components/sites/site-dot.tsx";
import { Moment } from "#components/time/moment.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import type { ConversationJson } from "#lib/conversations/schema.ts";
import { ConversationActions } from "./conversation-actions.tsx";
import { EmailLink } from "./email-link.tsx";
import { PageLink } from "./page-link.tsx";

type Props = { conversation: ConversationJson; filter: InboxFilter; siteColor: string | undefined };

export function ConversationHeader({ conversation, filter, siteColor }: Props) {
  const { status, siteName, pageUrl, createdAt, visitorEmail, visitorVerified, visitorExternalId, visitorBlocked } =
    conversation;
  return (
    <header className="shrink-0 border-b border-line px-4 py-3 md:px-6">
      <ConversationActions conversation={conversation} filter={filter}>
        <AppLink
          href={inboxPath(filter)}
          className="-ms-2 grid size-11 shrink-0 place-items-center rounded-lg text-quiet hover:bg-hover hover:text-ink md:hidden"
        >
          <ArrowLeft size={20} aria-hidden />
          <span className="sr-only">Back to the inbox</span>
        </AppLink>
        <div className="min-w-0 flex-1">
          <div className="flex min-w-0 items-baseline gap-1.5">
            <h1 id="conversation-heading" className="truncate text-lg font-semibold" title={visitorName(conversation)}>
              <bdi>{visitorName(conversation)}</bdi>
            </h1>
            <VerifiedMark conversation={conversation} />
          </div>
          <p className="flex min-w-0 items-center gap-1.5 text-sm text-quiet">
            <SiteDot color={siteColor} />
            <bdi className="truncate">{siteName}</bdi>
            <span aria-hidden="true">·</span>
            <span className="shrink-0">{status === "open" ? "Open" : "Closed"}</span>
            {visitorBlocked && (
              <>
                <span aria-hidden="true">·</span>
                <span className="shrink-0 font-medium text-ink">Blocked</span>
              </>
            )}
          </p>
        </div>
      </ConversationActions>
      {visitorEmail && (
        <p className="mt-1 truncate text-sm xl:hidden">
          <EmailLink email={visitorEmail} />
        </p>
      )}
      <p className="relative mt-1 truncate text-sm text-quiet xl:hidden">
        {visitorVerified && (
          <>
            Verified as <bdi>{visitorExternalId}</bdi>. Since{" "}
          </>
        )}
        {!visitorVerified && "Since "}
        <Moment at={createdAt} form="date" />
        {pageUrl && (
          <>
            {", from "}
            <PageLink address={pageUrl} />
          </>
        )}
      </p>
    </header>
  );
}
