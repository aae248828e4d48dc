import { type FilterSite, type InboxFilter, listQuery } from "#components/filter/inbox-filter.ts";
import { HOME_QUERY } from "#components/inbox/home-query.ts";
import type { OwnerScope } from "#lib/base/access/scopes.ts";
import { ListConversationsQuery } from "#lib/desk/conversations/schema.ts";
import { toConversationPageJson } from "#lib/desk/inbox/json.ts";
import { listConversations } from "#lib/desk/inbox/queries.ts";
import { toSiteJson } from "#lib/sites/sites/json.ts";
import { listSites } from "#lib/sites/sites/queries.ts";
import type { SiteJson } from "#lib/sites/sites/schema.ts";

/** Loads the newest page of the list, and the sites it can be filtered by. */
export async function loadInbox(scope: OwnerScope, filter: InboxFilter) {
  const [page, sites] = await Promise.all([
    listConversations(scope, ListConversationsQuery.parse(listQuery(filter))),
    listSites(scope),
  ]);
  return { page: toConversationPageJson(page), sites: sites.map((site) => toSiteJson(scope, site)) };
}

/** Returns what the list shows of each site. */
export const listedSites = (sites: SiteJson[]): FilterSite[] =>
  sites.map(({ id, name, accentColor }) => ({ id, name, accentColor }));

/** Loads who waits the longest. */
export async function loadLongestWaiting(scope: OwnerScope) {
  return toConversationPageJson(await listConversations(scope, ListConversationsQuery.parse(HOME_QUERY)));
}

/** Whether no visitor has ever sent a message, spam included. */
export async function isInboxEmpty(scope: OwnerScope): Promise<boolean> {
  for (const kind of [{}, { spam: "true" }]) {
    const { conversations } = await listConversations(scope, ListConversationsQuery.parse({ limit: "1", ...kind }));
    if (conversations.length > 0) return false;
  }
  return true;
}
