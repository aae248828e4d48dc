import { Client } from "pg";
import { mintVisitorScope } from "#lib/base/access/scopes.ts";
import { signWidgetToken } from "#lib/widget/widget-sessions/widget-token.ts";
import { provideEnv, readSettings } from "#platform/env.ts";
import { newId } from "#platform/new-id.ts";
import { newShop, type Shop } from "../world/people.ts";
import { BENCH_SECRET } from "../world/servers.ts";
import type { Sender, StreamToOpen } from "./words.ts";

export type StreamPeople = { streams: StreamToOpen[]; senders: Sender[] };

type World = { baseUrl: string; databaseUrl: string };

/** Creates owners, with visitors who sent a message: their streams, and how each of them sends. Half of the senders are owners. */
export async function makeStreamPeople(world: World, owners: number, visitors: number): Promise<StreamPeople> {
  provideEnv({ ...readSettings({}), DATABASE_URL: world.databaseUrl, AUTH_SECRET: BENCH_SECRET });
  const client = new Client({ connectionString: world.databaseUrl });
  await client.connect();
  try {
    const groups: StreamPeople[] = [];
    for (let owner = 0; owner < owners; owner += 1) {
      groups.push(await addVisitors(client, await newShop(world.baseUrl), Math.round(visitors / owners)));
    }
    await client.query("ANALYZE");
    return { streams: groups.flatMap(({ streams }) => streams), senders: groups.flatMap(({ senders }) => senders) };
  } finally {
    await client.end();
  }
}

async function addVisitors(client: Client, { token, siteId, siteKey }: Shop, count: number): Promise<StreamPeople> {
  const made = Array.from({ length: count }, () => ({ visitorId: newId(), conversationId: newId() }));
  await client.query(INSERT, [
    siteId,
    made.map(({ visitorId }) => visitorId),
    made.map(({ conversationId }) => conversationId),
    made.map(() => newId()),
  ]);
  const streams: StreamToOpen[] = [{ token, side: "owner" }];
  const senders: Sender[] = [];
  for (const { visitorId, conversationId } of made) {
    const scope = { siteId, siteKey, visitorId, externalId: null, isVerified: false, tokenEndsAt: null };
    const { token: own } = await signWidgetToken(mintVisitorScope(scope));
    streams.push({ token: own, side: "visitor" });
    senders.push(
      { path: `/public/conversations/${conversationId}/messages`, token: own, side: "visitor" },
      { path: `/conversations/${conversationId}/messages`, token, side: "owner" },
    );
  }
  return { streams, senders };
}

const INSERT = `
  WITH made AS (
    SELECT s.id AS site_id, s.workspace_id, u.*, now() - interval '1 hour' AS at, 'Do you have this table in oak too?' AS body
    FROM sites s, unnest($2::uuid[], $3::uuid[], $4::uuid[]) AS u (visitor_id, conversation_id, message_id)
    WHERE s.id = $1
  ), v AS (
    INSERT INTO visitors (id, site_id, workspace_id, created_at, updated_at)
    SELECT visitor_id, site_id, workspace_id, at, at FROM made
  ), c AS (
    INSERT INTO conversations (id, workspace_id, site_id, visitor_id, last_seq, last_message_at, last_message_preview,
      visitor_read_seq, owner_unread_count, created_at, updated_at)
    SELECT conversation_id, workspace_id, site_id, visitor_id, 1, at, body, 1, 1, at, at FROM made
  )
  INSERT INTO messages (id, conversation_id, workspace_id, seq, sender_type, sender_id, body, created_at)
  SELECT message_id, conversation_id, workspace_id, 1, 'visitor', visitor_id, body, at FROM made`;
