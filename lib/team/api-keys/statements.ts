import { Prisma } from "#prisma-client";
import { type OwnerScope, outranks } from "../../base/access/scopes.ts";
import { ownRows, within } from "../../base/access/statements.ts";
import { storeActivity } from "../../base/activity/statements.ts";

/** Matches the caller's own API keys, `k`. */
export const ownKeys = (scope: OwnerScope) =>
  Prisma.sql`${ownRows(scope, Prisma.sql`k`)} AND k.user_id = ${scope.userId}::uuid`;

// The people that a caller may manage are found by SQL: a typed `where` can't compare two lists of sites.

/** Matches the API keys, `k`, of the people the caller may manage, and the caller's own. */
export const manageable = (scope: OwnerScope) => Prisma.sql`
  ${ownRows(scope, Prisma.sql`k`)} AND (k.user_id = ${scope.userId}::uuid OR EXISTS (
    SELECT FROM members m WHERE m.workspace_id = k.workspace_id AND m.user_id = k.user_id
      AND (m.role <> 'owner' OR ${outranks(scope.role, "owner")}) AND ${within(scope, Prisma.sql`m.site_ids`)}
  ))`;

/** The API keys that the caller may manage, newest first: MemberKeys. */
export const listManageable = (scope: OwnerScope) => Prisma.sql`
  SELECT k.id, k.name, k.scope, k.hint, k.created_at AS "createdAt", k.last_used_at AS "lastUsedAt", k.user_id AS "memberId"
  FROM api_keys k WHERE ${manageable(scope)} ORDER BY k.id DESC`;

/** Deletes the API key, `k`, that a condition matches as well, and logs it. Returns its id. */
export const revokeKey = (scope: OwnerScope, keyId: string, which: Prisma.Sql) => Prisma.sql`
  WITH revoked AS (
    DELETE FROM api_keys k WHERE k.id = ${keyId}::uuid AND ${which} RETURNING k.id, k.user_id
  ), noted AS (${storeActivity(
    {
      scope,
      action: "api_key.revoked",
      targetId: Prisma.sql`id`,
      data: Prisma.sql`jsonb_build_object('memberId', user_id)`,
    },
    Prisma.sql`revoked`,
  )})
  SELECT id FROM revoked`;
