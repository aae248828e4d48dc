import { Client } from "pg";
import { inboxCursor } from "#lib/conversations/cursor.ts";
import type { ListConversationsQuery } from "#lib/conversations/schema.ts";
import { listConversations } from "#lib/inbox/queries.ts";
import type { MadeSet } from "../world/data-sets.ts";
import { ownerOf, scopeOf } from "../world/library.ts";
import type { ListKind } from "./list-kinds.ts";

const LIMIT = 50;
const PAGES_IN = 100;
const PLACES_MAX = 200;

type Row = { id: string; at: Date };

/** Reads one page of a list, as GET /conversations does. */
export type ReadPage = () => Promise<unknown>;

/** Pages of a list of this kind, evenly spread over where they are to be. */
export async function pagesOf(set: MadeSet, kind: ListKind): Promise<ReadPage[]> {
  const owner = ownerOf(set, kind.owner);
  const [siteId = ""] = owner.siteIds;
  const filter = { ...(kind.status && { status: kind.status }), ...(kind.isOfSite && { siteId }) };
  const scope = scopeOf(owner);
  const read = (more: Partial<ListConversationsQuery>) => async () => {
    const { conversations } = await listConversations(scope, { ...filter, limit: LIMIT, ...more });
    if (conversations.length !== LIMIT) throw new Error(`${kind.what} has only ${conversations.length} rows`);
  };
  if (kind.where === "first") return [read({})];
  const rows = await rowsOf(set, owner.workspaceId, filter);
  const last = rows.length - LIMIT - 2;
  const first = kind.where === "deep" ? Math.min(PAGES_IN * LIMIT, Math.floor(last / 2)) : 0;
  const step = Math.max(1, Math.floor((last - first) / PLACES_MAX));
  const places = rows.slice(first, last).filter((_, at) => at % step === 0);
  return places.map((place) => read({ cursor: inboxCursor.encode(place, filter) }));
}

/** The whole list, from the newest on. */
async function rowsOf({ url }: MadeSet, workspaceId: string, filter: Partial<ListConversationsQuery>): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Row>(
    `SELECT id, last_message_at AS at FROM conversations
     WHERE workspace_id = $1 AND ($2::text IS NULL OR status = $2) AND ($3::uuid IS NULL OR site_id = $3)
     ORDER BY last_message_at DESC, id DESC`,
    [workspaceId, filter.status ?? null, filter.siteId ?? null],
  );
  await client.end();
  return rows;
}
