import type { Metadata } from "next";
import { proofCopy } from "#components/catalogs/proof.tsx";
import { MAIN_ID } from "#components/ui/skip-link.tsx";
import { WaitingList } from "#components/waiting/waiting-list.tsx";
import { requirePageOwner, type WorkspacePage } from "#gate/page-owner.ts";
import { toWaitingJson } from "#lib/notify/notifications/json.ts";
import { listWaiting } from "#lib/notify/notifications/queries.ts";
import { ListWaitingQuery } from "#lib/notify/notifications/schema.ts";
import { toSiteJson } from "#lib/sites/sites/json.ts";
import { listSites } from "#lib/sites/sites/queries.ts";

export const metadata: Metadata = { title: proofCopy.waiting };

export default async function WaitingPage({ params }: WorkspacePage) {
  const scope = await requirePageOwner(params, "/waiting");
  const [page, sites] = await Promise.all([listWaiting(scope, ListWaitingQuery.parse({})), listSites(scope)]);
  const colors = sites.map((site) => [site.id, toSiteJson(scope, site).accentColor] as const);
  return (
    <main id={MAIN_ID} className="relative min-h-0 min-w-0 flex-1 overflow-y-auto bg-surface">
      <div className="mx-auto max-w-200 px-5 pt-6 pb-16 md:px-10 md:pt-10">
        <header className="mb-6">
          <h1 className="text-2xl font-semibold tracking-tight">{proofCopy.waiting}</h1>
          <p className="mt-1 max-w-120 text-quiet text-pretty">{proofCopy.waitingHint}</p>
        </header>
        <WaitingList initial={toWaitingJson(page)} siteColors={Object.fromEntries(colors)} now={Date.now()} />
      </div>
    </main>
  );
}
