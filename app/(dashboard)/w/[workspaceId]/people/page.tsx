import type { Metadata } from "next";
import { peopleCopy } from "#components/catalogs/people.tsx";
import { PeopleList } from "#components/people/people-list.tsx";
import { MAIN_ID } from "#components/ui/skip-link.tsx";
import { requirePageOwner, type WorkspacePage } from "#gate/page-owner.ts";
import { toPeopleJson } from "#lib/desk/people/json.ts";
import { listPeople } from "#lib/desk/people/queries.ts";
import { ListPeopleQuery } from "#lib/desk/people/schema.ts";
import { toSiteJson } from "#lib/sites/sites/json.ts";
import { listSites } from "#lib/sites/sites/queries.ts";

export const metadata: Metadata = { title: peopleCopy.title };

type Props = WorkspacePage & { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function PeoplePage({ params, searchParams }: Props) {
  const scope = await requirePageOwner(params, "/people");
  const { q, order, siteId } = await searchParams;
  const asked = ListPeopleQuery.safeParse({
    ...(q !== undefined && { q }),
    ...(order !== undefined && { order }),
    ...(siteId !== undefined && { siteId }),
  });
  const wanted = asked.data ?? ListPeopleQuery.parse({});
  const [page, sites] = await Promise.all([listPeople(scope, wanted), listSites(scope)]);
  const shown = sites
    .map((site) => toSiteJson(scope, site))
    .map(({ id, name, accentColor: color }) => ({ id, name, color }));
  return (
    <main id={MAIN_ID} className="relative min-h-0 min-w-0 flex-1 overflow-y-auto bg-surface">
      <div className="mx-auto max-w-200 px-5 pt-6 pb-16 md:px-10 md:pt-10">
        <header className="mb-6">
          <h1 className="text-2xl font-semibold tracking-tight">{peopleCopy.title}</h1>
          <p className="mt-1 max-w-120 text-quiet text-pretty">{peopleCopy.hint}</p>
        </header>
        <PeopleList
          initial={toPeopleJson(page)}
          asked={{ q: wanted.q ?? "", order: wanted.order, siteId: wanted.siteId ?? "" }}
          sites={shown}
        />
      </div>
    </main>
  );
}
