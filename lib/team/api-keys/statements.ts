import { Prisma } from "#prisma-client";
import { type OwnerScope, outranks } from "../../base/access/scopes.ts";
import { ownRows, within } from "../../base/access/statements.ts";

/** Matches the API keys, `k`, of the people the caller may manage, and the caller's own. */
export const manageable = (scope: OwnerScope) => Prisma.sql`
  ${ownRows(scope, Prisma.sql`k`)} AND (k.user_id = ${scope.userId}::uuid OR EXISTS (
    SELECT FROM members m WHERE m.workspace_id = k.workspace_id AND m.user_id = k.user_id
      AND (m.role <> 'owner' OR ${outranks(scope.role, "owner")}) AND ${within(scope, Prisma.sql`m.site_ids`)}
  ))`;
