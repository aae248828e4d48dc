import type { Metadata } from "next";
import { inboxCopy } from "#components/catalogs/inbox.tsx";
import { FirstMessage } from "#components/inbox/first-message.tsx";
import { inboxPath } from "#components/inbox/inbox-filter.ts";
import { InboxFrame } from "#components/inbox/inbox-frame.tsx";
import { readInboxFilter } from "#components/inbox/read-inbox-filter.ts";
import { MAIN_ID } from "#components/shell/skip-link.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { Lead } from "#components/ui/lead.tsx";
import { requirePageOwner } from "#gate/page-owner.ts";
import { env } from "#platform/env.ts";
import { isInboxEmpty, loadInbox } from "./load-inbox.ts";

export const metadata: Metadata = { title: inboxCopy.title };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function InboxPage({ searchParams }: Props) {
  const filter = readInboxFilter(await searchParams);
  const scope = await requirePageOwner(inboxPath(filter));
  const { page, sites } = await loadInbox(scope, filter);
  const [site] = sites;
  if (!site) return <NoSite />;
  if (page.conversations.length === 0 && (await isInboxEmpty(scope))) {
    return <FirstMessage site={site} baseUrl={env().BASE_URL} />;
  }
  return (
    <InboxFrame filter={filter} sites={sites} page={page}>
      <p className="m-auto px-6 text-quiet">{inboxCopy.selectConversation}</p>
    </InboxFrame>
  );
}

function NoSite() {
  return (
    <main id={MAIN_ID} className="grid flex-1 content-center overflow-y-auto">
      <Lead
        level={1}
        title={inboxCopy.noSiteTitle}
        action={
          <AppLink href="/settings/sites/new" className={buttonClass("primary")}>
            {inboxCopy.addSite}
          </AppLink>
        }
      >
        {inboxCopy.noSiteHint}
      </Lead>
    </main>
  );
}
