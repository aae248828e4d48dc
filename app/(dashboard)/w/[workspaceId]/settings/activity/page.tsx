import { Download } from "lucide-react";
import type { Metadata } from "next";
import { ActivityFilters } from "#components/activity/activity-filters.tsx";
import { ActivityList } from "#components/activity/activity-list.tsx";
import { activityPath } from "#components/activity/activity-path.ts";
import { activityCopy } from "#components/catalogs/activity.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { DownloadLink } from "#components/ui/download-link.tsx";
import { requirePageOwner, type WorkspacePage } from "#gate/page-owner.ts";
import type { OwnerScope } from "#lib/base/access/scopes.ts";
import { toActivityJson } from "#lib/base/activity/json.ts";
import { listActivity } from "#lib/base/activity/queries.ts";
import { ListActivityQuery } from "#lib/base/activity/schema.ts";
import { personName } from "#lib/people/owners/person-name.ts";
import { getWorkspace } from "#lib/people/workspaces/queries.ts";
import { listSites } from "#lib/sites/sites/queries.ts";
import { listMembers } from "#lib/team/members/queries.ts";
import { AppError } from "#platform/errors.ts";

export const metadata: Metadata = { title: activityCopy.title };

type Props = WorkspacePage & { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Reads a page of the log. An invalid filter or position shows the newest. */
async function loadActivity(scope: OwnerScope, wanted: Record<string, string | string[] | undefined>) {
  const parsed = ListActivityQuery.safeParse(wanted);
  const query = parsed.success ? parsed.data : ListActivityQuery.parse({});
  try {
    return { query, page: await listActivity(scope, query) };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "invalid_request") throw error;
    const first = ListActivityQuery.parse({});
    return { query: first, page: await listActivity(scope, first) };
  }
}

export default async function ActivityPage({ params, searchParams }: Props) {
  const scope = await requirePageOwner(params, "/settings/activity", "admin");
  const [{ query, page }, members, sites, workspace] = await Promise.all([
    loadActivity(scope, await searchParams),
    listMembers(scope),
    listSites(scope),
    getWorkspace(scope),
  ]);
  const { limit: _, cursor, ...filter } = query;
  const names = {
    people: Object.fromEntries(members.map((member) => [member.id, personName(member)])),
    sites: Object.fromEntries(sites.map(({ id, name }) => [id, name])),
  };
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <SettingsShell
      nav="workspace"
      title={activityCopy.title}
      hint={activityCopy.hint(workspace.activityDays)}
      action={
        scope.siteIds === null && (
          <DownloadLink href="/activity/export?format=csv" className={buttonClass()}>
            <Download size={16} aria-hidden />
            {activityCopy.exportCsv}
          </DownloadLink>
        )
      }
    >
      <ActivityFilters key={JSON.stringify(filter)} filter={filter} names={names} />
      {page.rows.length > 0 ? (
        <ActivityList activity={page.rows.map(toActivityJson)} names={names} />
      ) : (
        <p className="text-quiet">{isFiltered ? activityCopy.noneFound : activityCopy.none}</p>
      )}
      <p className="mt-6 flex flex-wrap gap-3">
        {cursor && (
          <AppLink href={activityPath(filter)} className={buttonClass()}>
            {activityCopy.newest}
          </AppLink>
        )}
        {page.nextCursor && (
          <AppLink href={activityPath({ ...filter, cursor: page.nextCursor })} className={buttonClass()}>
            {activityCopy.older}
          </AppLink>
        )}
      </p>
    </SettingsShell>
  );
}
