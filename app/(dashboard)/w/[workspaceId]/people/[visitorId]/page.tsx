import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { personName } from "#components/people/person-name.ts";
import { PersonPage } from "#components/people/person-page.tsx";
import { pageTitle } from "#components/shell/page-title.ts";
import { MAIN_ID } from "#components/ui/skip-link.tsx";
import { requirePageOwner } from "#gate/page-owner.ts";
import type { OwnerScope } from "#lib/base/access/scopes.ts";
import { toConversationPageJson } from "#lib/desk/inbox/json.ts";
import { toPersonPageJson } from "#lib/desk/people/json.ts";
import { getPersonPage, listPersonConversations } from "#lib/desk/people/queries.ts";
import { PersonConversationsQuery } from "#lib/desk/people/schema.ts";
import { toSiteJson } from "#lib/sites/sites/json.ts";
import { getSite } from "#lib/sites/sites/queries.ts";
import { AppError } from "#platform/errors.ts";
import { uuid } from "#platform/uuid.ts";

type Props = { params: Promise<{ workspaceId: string; visitorId: string }> };

const loadPerson = cache(async (scope: OwnerScope, visitorId: string) => {
  const { data } = uuid.safeParse(visitorId);
  if (data === undefined) return notFound();
  return getPersonPage(scope, data).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") return notFound();
    throw error;
  });
});

async function readAddress({ params }: Props) {
  const { visitorId } = await params;
  const scope = await requirePageOwner(params, `/people/${visitorId}`);
  return { scope, page: await loadPerson(scope, visitorId) };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { page } = await readAddress(props);
  return { title: pageTitle(personName(toPersonPageJson(page).person)) };
}

export default async function PersonsPage(props: Props) {
  const { scope, page } = await readAddress(props);
  const { id, siteId } = page.person;
  const [conversations, site] = await Promise.all([
    listPersonConversations(scope, id, PersonConversationsQuery.parse({})),
    getSite(scope, siteId),
  ]);
  return (
    <main id={MAIN_ID} className="relative min-h-0 min-w-0 flex-1 overflow-y-auto bg-surface">
      <PersonPage
        shown={toPersonPageJson(page)}
        conversations={toConversationPageJson(conversations)}
        siteColor={toSiteJson(scope, site).accentColor}
      />
    </main>
  );
}
