import { Client, type QueryResultRow } from "pg";
import type { OwnerScope } from "#lib/base/access/scopes.ts";
import { inboxCursor } from "#lib/desk/conversations/cursor.ts";
import type { ListFilter } from "#lib/desk/conversations/filter.ts";
import type { ListConversationsQuery } from "#lib/desk/conversations/schema.ts";
import { listConversations } from "#lib/desk/inbox/queries.ts";
import { listPeople } from "#lib/desk/people/queries.ts";
import type { ListPeopleQuery } from "#lib/desk/people/schema.ts";
import type { MadeSet } from "../world/data-sets.ts";
import { ownerOf, scopeOf, withLibrary } from "../world/library.ts";
import type { ListKind } from "./list-kinds.ts";
import { memberWith } from "./member.ts";

const LIMIT = 50;
const PAGES_IN = 100;
const PLACES_MAX = 200;
const PEOPLE_PAGES = 10;

type Row = { id: string; at: Date };

/** Reads one page of a list, as GET /conversations does. */
export type ReadPage = () => Promise<unknown>;

/** Pages of a list of this kind, evenly spread over where they are to be. */
export async function pagesOf(set: MadeSet, kind: ListKind): Promise<ReadPage[]> {
  const owner = ownerOf(set, kind.owner);
  const scope = kind.sites === undefined ? scopeOf(owner) : await memberWith(set, owner, kind.sites);
  if (kind.people) return peoplePages(set, scope, kind.people);
  const [siteId = ""] = owner.siteIds;
  const filter: ListFilter = {
    ...(kind.status && { status: kind.status }),
    ...(kind.isOfSite && { siteId }),
    ...(kind.isAwake && { snoozed: "false" }),
    ...(kind.only === "labeled" && { labelId: await labelOf(set, owner.workspaceId) }),
    ...(kind.only === "starred" && { starred: "true" }),
    ...(kind.only === "waiting" && { order: "waiting" }),
  };
  const read = (more: Partial<ListConversationsQuery>) => async () => {
    const { conversations } = await listConversations(scope, { ...filter, limit: LIMIT, ...more });
    if (conversations.length !== LIMIT) throw new Error(`${kind.what} has only ${conversations.length} rows`);
  };
  if (kind.where === "first") return [read({})];
  const rows = await rowsOf(set, owner.workspaceId, scope.siteIds, filter);
  const last = rows.length - LIMIT - 2;
  const first = kind.where === "deep" ? Math.min(PAGES_IN * LIMIT, Math.floor(last / 2)) : 0;
  const step = Math.max(1, Math.floor((last - first) / PLACES_MAX));
  const places = rows.slice(first, last).filter((_, at) => at % step === 0);
  return places.map((place) => read({ cursor: inboxCursor.encode(place, filter) }));
}

function peoplePages(set: MadeSet, scope: OwnerScope, order: ListPeopleQuery["order"]): Promise<ReadPage[]> {
  return withLibrary(set, async () => {
    const pages: ReadPage[] = [];
    let cursor: string | null = null;
    do {
      const asked: ListPeopleQuery = { order, limit: LIMIT, ...(cursor !== null && { cursor }) };
      pages.push(() => listPeople(scope, asked));
      cursor = (await listPeople(scope, asked)).nextCursor;
    } while (cursor !== null && pages.length < PEOPLE_PAGES);
    return pages;
  });
}

/** The whole list, in its order. */
function rowsOf(
  set: MadeSet,
  workspaceId: string,
  siteIds: readonly string[] | null,
  filter: ListFilter,
): Promise<Row[]> {
  const { status = null, siteId = null, labelId = null, starred, order } = filter;
  const byWait = order === "waiting";
  return select<Row>(
    set,
    `SELECT c.id, ${byWait ? "c.waiting_since" : "c.last_message_at"} AS at FROM conversations c
     WHERE c.workspace_id = $1 AND ($2::text IS NULL OR c.status = $2) AND ($3::uuid IS NULL OR c.site_id = $3)
       AND ($5::uuid[] IS NULL OR c.site_id = ANY ($5))
       AND ($4::uuid IS NULL OR EXISTS (
         SELECT FROM conversation_labels l WHERE l.conversation_id = c.id AND l.label_id = $4
       ))
       ${starred ? "AND c.is_starred" : ""} ${byWait ? "AND c.waiting_since IS NOT NULL" : ""}
     ORDER BY ${byWait ? "at, c.id" : "at DESC, c.id DESC"}`,
    [workspaceId, status, siteId, labelId, siteIds],
  );
}

async function labelOf(set: MadeSet, workspaceId: string): Promise<string> {
  const [label] = await select<{ id: string }>(set, "SELECT id FROM labels WHERE workspace_id = $1", [workspaceId]);
  if (!label) throw new Error("the owner has no label");
  return label.id;
}

async function select<R extends QueryResultRow>({ url }: MadeSet, text: string, values: unknown[]): Promise<R[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(text, values)).rows;
  } finally {
    await client.end();
  }
}
