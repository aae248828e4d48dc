import { expect, test } from "@playwright/test";
import type { OwnerScope } from "#lib/base/access/scopes.ts";
import { inboxCursor } from "#lib/desk/conversations/cursor.ts";
import { ListConversationsQuery } from "#lib/desk/conversations/schema.ts";
import { countConversations, countUnread, listConversations } from "#lib/desk/inbox/queries.ts";
import { closeDb } from "#platform/database/database.ts";
import { addConversations } from "../support/added-messages.ts";
import { newOwner, newSite } from "../support/factories.ts";
import { newLabel } from "../support/labels.ts";
import { manyConversations } from "../support/many-conversations.ts";
import { provideSettings } from "../support/provide-settings.ts";
import { soloScope } from "../support/solo-scope.ts";
import { sql } from "../support/stored-rows.ts";

/*
 * The lists of members with some sites, which are read in other ways than those of members with all sites.
 */

const SITES = 15;
const EACH = 8;
// So many, and newer than all others, that a list of many sites can't find its own among the workspace's newest.
const FOREIGN = 650;

const FILTERS = [
  {},
  { status: "open" },
  { status: "open", snoozed: "false" },
  { snoozed: "true" },
  { starred: "true" },
  { spam: "true" },
  { order: "waiting" },
  { waitingFor: "1h" },
  { order: "waiting", waitingFor: "1h" },
  { language: "de", status: "open" },
  { page: "shop" },
  { hasEmail: "true" },
  { q: "apple" },
  { q: "pear pie", status: "open" },
];

let scope: OwnerScope;
let siteIds: string[];
let labelId: string;

test.beforeAll(async () => {
  provideSettings();
  const owner = await newOwner();
  const sites = await Promise.all(Array.from({ length: SITES }, () => newSite(owner)));
  siteIds = sites.map(({ id }) => id);
  const [workspace] = await sql("SELECT id FROM workspaces WHERE owner_id = $1", [owner.user.id]);
  const workspaceId = String(workspace?.id);
  scope = soloScope({ userId: owner.user.id, workspaceId });
  const texts = Array.from({ length: EACH }, (_, at) => (at % 3 === 0 ? "An apple pie" : "A pear pie"));
  for (const id of siteIds) await manyConversations(id, texts);
  const foreign = Array.from({ length: FOREIGN }, () => [{ body: "An apple and a pear pie", at: new Date() }]);
  await addConversations(sql, siteIds.at(-1) ?? "", foreign);
  ({ id: labelId } = await newLabel(owner));
  const some = (salt: string) => `workspace_id = $1 AND hashtext(id::text || '${salt}') % 3 = 0`;
  await sql(`UPDATE conversations SET status = 'closed' WHERE ${some("closed")}`, [workspaceId]);
  await sql(`UPDATE conversations SET is_starred = true WHERE ${some("starred")}`, [workspaceId]);
  await sql(`UPDATE conversations SET snoozed_at = now() WHERE status = 'open' AND ${some("snoozed")}`, [workspaceId]);
  await sql(`UPDATE conversations SET is_spam = true WHERE ${some("spam")}`, [workspaceId]);
  await sql(
    `INSERT INTO conversation_labels SELECT id, $2, last_message_period FROM conversations WHERE ${some("label")}`,
    [workspaceId, labelId],
  );
  await sql(`UPDATE conversations SET has_labels = true WHERE ${some("label")}`, [workspaceId]);
});

test.afterAll(() => closeDb());

type Listed = { ids: string[]; cursors: string[] };

/** A whole list, page by page, and the conversations that its cursors name. */
async function listed(of: OwnerScope, filter: object, limit: number): Promise<Listed> {
  const found: Listed = { ids: [], cursors: [] };
  for (let cursor: string | undefined; ; ) {
    const wanted = ListConversationsQuery.parse({ ...filter, limit: String(limit), ...(cursor && { cursor }) });
    const { conversations, nextCursor } = await listConversations(of, wanted);
    found.ids.push(...conversations.map(({ id }) => id));
    if (nextCursor === null) return found;
    found.cursors.push(inboxCursor.decode(nextCursor, wanted).id);
    cursor = nextCursor;
  }
}

for (const count of [0, 1, 2, 3, SITES - 1]) {
  test(`a member with ${count} of ${SITES} sites lists, searches and counts what the owner does, without the other sites`, async () => {
    const reached = siteIds.slice(0, count);
    const member = { ...scope, siteIds: reached };
    const rows = await sql("SELECT id FROM conversations WHERE site_id = ANY($1)", [reached]);
    const own = new Set(rows.map(({ id }) => id));
    for (const filter of [...FILTERS, { labelId }, { labelId, status: "closed" }]) {
      const all = await listed(scope, filter, 100);
      const { ids, cursors } = await listed(member, filter, 10);
      expect(ids, JSON.stringify(filter)).toEqual(all.ids.filter((id) => own.has(id)));
      expect(cursors.filter((id) => !own.has(id))).toEqual([]);
    }
    const { sites, ...counts } = await countConversations(member);
    const ofAll = await countConversations(scope);
    expect(sites).toEqual(ofAll.sites.filter(({ siteId }) => reached.includes(siteId)));
    expect(counts.waiting).toBe(sites.reduce((sum, { waiting }) => sum + waiting, 0));
    expect(counts.open).toBe(sites.reduce((sum, { unread }) => sum + unread, 0));
    expect(counts.unread).toEqual(await countUnread(member));
  });
}

test("a site that a member can't see lists nothing, and so does any once the member's access has changed", async () => {
  const [first = "", second = ""] = siteIds;
  const member = { ...scope, siteIds: [first] };
  expect((await listed(member, { siteId: first }, 100)).ids).toHaveLength(
    (await listed(scope, { siteId: first }, 100)).ids.length,
  );
  expect(await listed(member, { siteId: second }, 100)).toEqual({ ids: [], cursors: [] });
  for (const ids of [[first], [first, second], siteIds.slice(0, -1), null])
    expect(await listed({ ...scope, siteIds: ids, version: 2 }, {}, 10)).toEqual({ ids: [], cursors: [] });
});
