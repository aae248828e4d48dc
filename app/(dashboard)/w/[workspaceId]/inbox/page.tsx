import type { Metadata } from "next";
import type { ReactNode } from "react";
import { inboxCopy } from "#components/catalogs/inbox.tsx";
import { Checklist } from "#components/checklist/checklist.tsx";
import { inboxPath } from "#components/filter/inbox-filter.ts";
import { readInboxFilter } from "#components/filter/read-inbox-filter.ts";
import { FirstMessage } from "#components/inbox/first-message.tsx";
import { HomePane } from "#components/inbox/home-pane.tsx";
import { InboxFrame } from "#components/inbox/inbox-frame.tsx";
import { packPage } from "#components/inbox/packed-page.ts";
import { AppLink } from "#components/ui/app-link.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { Lead } from "#components/ui/lead.tsx";
import { MAIN_ID } from "#components/ui/skip-link.tsx";
import { requirePageOwner, type WorkspacePage } from "#gate/page-owner.ts";
import { mayAddSites } from "#lib/base/access/scopes.ts";
import { toChecklistJson } from "#lib/people/owners/json.ts";
import { getChecklist } from "#lib/people/owners/queries.ts";
import { env } from "#platform/env.ts";
import { isLoopbackUrl } from "#platform/ip-address.ts";
import { isInboxEmpty, listedSites, loadInbox, loadLongestWaiting } from "./load-inbox.ts";

export const metadata: Metadata = { title: inboxCopy.title };

type Props = WorkspacePage & { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function InboxPage({ params, searchParams }: Props) {
  const filter = readInboxFilter(await searchParams);
  const scope = await requirePageOwner(params, inboxPath(filter));
  const [{ page, sites }, longest, steps] = await Promise.all([
    loadInbox(scope, filter),
    loadLongestWaiting(scope),
    getChecklist(scope),
  ]);
  const [site] = sites;
  const initial = toChecklistJson(steps);
  const first = { initial, siteId: site?.id };
  const checklist = initial.hidden ? null : <Checklist {...first} />;
  const isAgent = scope.role === "agent";
  if (!site) return <NoSite mayAdd={mayAddSites(scope)} checklist={checklist} />;
  if (page.conversations.length === 0 && (await isInboxEmpty(scope))) {
    const { BASE_URL } = env();
    const tag = { site, baseUrl: BASE_URL, isLoopback: isLoopbackUrl(BASE_URL) };
    return <FirstMessage {...tag} isAgent={isAgent} checklist={checklist} />;
  }
  return (
    <InboxFrame
      filter={filter}
      sites={listedSites(sites)}
      page={packPage(page)}
      listEnd={initial.hidden ? null : <Checklist {...first} isFolded />}
    >
      <HomePane longest={packPage(longest)} sites={listedSites(sites)} checklist={checklist} />
    </InboxFrame>
  );
}

function NoSite({ mayAdd, checklist }: { mayAdd: boolean; checklist: ReactNode }) {
  return (
    <main id={MAIN_ID} className="grid flex-1 content-start justify-items-center overflow-y-auto pt-[10dvh] pb-12">
      <div className="w-full max-w-140 *:first:mx-0">
        <Lead
          level={1}
          title={mayAdd ? inboxCopy.noSiteTitle : inboxCopy.noSiteOfAgentTitle}
          action={
            checklist === null &&
            mayAdd && (
              <AppLink href="/settings/sites/new" className={buttonClass("primary")}>
                {inboxCopy.addSite}
              </AppLink>
            )
          }
        >
          {mayAdd ? inboxCopy.noSiteHint : inboxCopy.noSiteOfAgentHint}
        </Lead>
        <div className="px-6">{checklist}</div>
      </div>
    </main>
  );
}
