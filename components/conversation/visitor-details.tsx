import type { ReactNode } from "react";
import { conversationCopy } from "#components/catalogs/conversation.tsx";
import { generalCopy } from "#components/catalogs/general.ts";
import { SiteDot } from "#components/sites/site-dot.tsx";
import { Moment } from "#components/time/moment.tsx";
import type { ConversationJson } from "#lib/conversations/schema.ts";
import { EmailLink } from "./email-link.tsx";
import { PageLink } from "./page-link.tsx";

type Props = { conversation: ConversationJson; siteColor: string | undefined };

/** Shows the visitor's details next to the conversation on wide screens. */
export function VisitorDetails({ conversation, siteColor }: Props) {
  const { visitorName, visitorEmail, visitorExternalId, visitorVerified, siteName, pageUrl, createdAt } = conversation;
  return (
    <aside
      aria-label={conversationCopy.visitorPanel}
      className="relative hidden w-72 shrink-0 overflow-y-auto border-s border-line bg-paper px-5 py-5 xl:block"
    >
      <h2 className="mb-4 font-semibold">{conversationCopy.visitorPanel}</h2>
      <dl className="grid gap-4">
        <Detail term={generalCopy.name}>
          {visitorName ? <bdi>{visitorName}</bdi> : <span className="text-quiet">{conversationCopy.noName}</span>}
        </Detail>
        {visitorEmail && (
          <Detail term={generalCopy.email}>
            <EmailLink email={visitorEmail} />
          </Detail>
        )}
        <Detail term={conversationCopy.site}>
          <span className="flex items-center gap-2">
            <SiteDot color={siteColor} />
            <bdi className="min-w-0">{siteName}</bdi>
          </span>
        </Detail>
        {pageUrl && (
          <Detail term={conversationCopy.page}>
            <span className="relative line-clamp-4">
              <PageLink address={pageUrl} />
            </span>
          </Detail>
        )}
        <Detail term={conversationCopy.started}>
          <Moment at={createdAt} form="date" />
        </Detail>
        {visitorExternalId && (
          <Detail term={visitorVerified ? conversationCopy.verifiedId : conversationCopy.externalId}>
            <bdi>{visitorExternalId}</bdi>
          </Detail>
        )}
      </dl>
    </aside>
  );
}

function Detail({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-quiet">{term}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}
