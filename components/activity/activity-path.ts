export type ActivityFilter = { actorId?: string; action?: string; siteId?: string; cursor?: string };

/** Returns the path of the log with a filter. */
export function activityPath(filter: ActivityFilter): string {
  const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value));
  return query.size > 0 ? `/settings/activity?${query}` : "/settings/activity";
}
