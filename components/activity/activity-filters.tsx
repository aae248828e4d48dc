"use client";

import { activityCopy } from "#components/catalogs/activity.tsx";
import { Button } from "#components/ui/button.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import { useOpenPage } from "#components/ui/use-open-page.ts";
import type { ActivityNames } from "./activity-list.tsx";
import { type ActivityFilter, activityPath } from "./activity-path.ts";

const byName = (names: Record<string, string>) => Object.entries(names).sort(([, a], [, b]) => a.localeCompare(b));

/** Filters the log by person, action and site. The filter is in the URL. */
export function ActivityFilters({ filter, names }: { filter: ActivityFilter; names: ActivityNames }) {
  const openPage = useOpenPage();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        const chosen = (name: string) => String(form.get(name) ?? "");
        openPage(activityPath({ actorId: chosen("actorId"), action: chosen("action"), siteId: chosen("siteId") }));
      }}
      className="mb-6 flex flex-wrap items-end gap-3 *:min-w-0"
    >
      <SelectField
        label={activityCopy.person}
        name="actorId"
        options={[["", activityCopy.everyone], ...byName(names.people)]}
        defaultValue={filter.actorId ?? ""}
      />
      <SelectField
        label={activityCopy.action}
        name="action"
        options={[["", activityCopy.allActions], ...byName(activityCopy.names)]}
        defaultValue={filter.action ?? ""}
      />
      <SelectField
        label={activityCopy.site}
        name="siteId"
        options={[["", activityCopy.allSites], ...byName(names.sites)]}
        defaultValue={filter.siteId ?? ""}
      />
      <Button type="submit">{activityCopy.apply}</Button>
    </form>
  );
}
