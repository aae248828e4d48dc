import { Client } from "pg";
import type { OwnerScope } from "#lib/base/access/scopes.ts";
import type { MadeOwner } from "../data-set.ts";
import type { MadeSet } from "../world/data-sets.ts";
import { scopeOf } from "../world/library.ts";

const COLLEAGUES = 19;

// The same ones in every run, as the data set is kept.
const USERS = `
  INSERT INTO users (id, email, email_key, password_hash, created_at, updated_at)
  SELECT md5($1::text || n)::uuid, 'member-' || n || '@example.com', 'member-' || n || '@example.com', 'none', now(), now()
  FROM generate_series(1, $2::int) n ON CONFLICT DO NOTHING`;
const MEMBERS = `
  INSERT INTO members (workspace_id, user_id, role, site_ids, created_at)
  SELECT $1::uuid, md5($1::text || n)::uuid, 'agent', CASE WHEN n = 1 THEN $3::uuid[] END, now() FROM generate_series(1, $2::int) n
  ON CONFLICT (workspace_id, user_id) DO UPDATE SET site_ids = excluded.site_ids
  RETURNING user_id AS "userId", version, site_ids IS NOT NULL AS "isLimited"`;

/** Gives a workspace 20 members, and returns what the one with the first sites alone asks with. */
export async function memberWith(set: MadeSet, owner: MadeOwner, sites: number): Promise<OwnerScope> {
  const siteIds = owner.siteIds.slice(0, sites);
  const client = new Client({ connectionString: set.url });
  await client.connect();
  try {
    await client.query(USERS, [owner.workspaceId, COLLEAGUES]);
    const { rows } = await client.query<{ userId: string; version: number; isLimited: boolean }>(MEMBERS, [
      owner.workspaceId,
      COLLEAGUES,
      siteIds,
    ]);
    const member = rows.find(({ isLimited }) => isLimited);
    if (!member) throw new Error("the member wasn't stored");
    const { userId, version } = member;
    return { ...scopeOf(owner), role: "agent", userId, version, siteIds, isShared: true };
  } finally {
    await client.end();
  }
}
