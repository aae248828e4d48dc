import type { ReactNode } from "react";
import { SiteDot } from "#components/sites/site-dot.tsx";
import { Moment } from "#components/time/moment.tsx";
import type { ConversationJson } from "#lib/conversations/schema.ts";
import { EmailLink } from "./email-link.tsx";
import { PageLink } from "./page-link.tsx";

type Props = { conversation: ConversationJson; siteColor: string | undefined };

/** What is known of the visitor, beside the conversation where there is room. */
export function VisitorDetails({ conversation, siteColor }: Props) {
  const { visitorName, visitorEmail, visitorExternalId, visitorVerified, siteName, pageUrl, createdAt } = conversation;
  return (
    <aside
      aria-label="Visitor"
      className="relative hidden w-72 shrink-0 overflow-y-auto border-s border-line bg-paper px-5 py-5 xl:block"
    >
      <h2 className="mb-4 font-semibold">Visitor</h2>
      <dl className="grid gap-4">
        <Detail term="Name">
          {visitorName ? <bdi>{visitorName}</bdi> : <span className="text-quiet">No name given</span>}
        </Detail>
        {visitorEmail && (
          <Detail term="E-mail">
            <EmailLink email={visitorEmail} />
          </Detail>
        )}
        <Detail term="Site">
          <span className="flex items-center gap-2">
            <SiteDot color={siteColor} />
            <bdi className="min-w-0">{siteName}</bdi>
          </span>
        </Detail>
        {pageUrl && (
          <Detail term="Wrote from">
            <span className="relative line-clamp-4">
              <PageLink address={pageUrl} />
            </span>
          </Detail>
        )}
        <Detail term="Conversation since">
          <Moment at={createdAt} form="date" />
        </Detail>
        {visitorExternalId && (
          <Detail term={visitorVerified ? "ID on the site, verified" : "ID on the site"}>
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
