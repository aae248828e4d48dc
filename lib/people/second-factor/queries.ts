import { query } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import type { PersonScope } from "../../base/access/scopes.ts";
import { WORKSPACE_NAME } from "../../base/access/statements.ts";

export type SecondFactor = { since: Date | null; recoveryCodesLeft: number };
export type RequiringWorkspace = { id: string; workspaceName: string; from: Date; isDue: boolean };

/** Returns whether the caller logs in with a second factor. */
export async function getSecondFactor(scope: PersonScope): Promise<SecondFactor> {
  const [row] = await query<SecondFactor>(Prisma.sql`
    SELECT f.confirmed_at AS since,
      (SELECT count(*)::int FROM recovery_codes r WHERE r.user_id = f.user_id AND r.used_at IS NULL) AS "recoveryCodesLeft"
    FROM second_factors f WHERE f.user_id = ${scope.userId}::uuid`);
  return row ?? { since: null, recoveryCodesLeft: 0 };
}

const FROM = { "second factor": Prisma.sql`w.second_factor_from`, provider: Prisma.sql`w.oidc_from` };

/** Lists the caller's workspaces that require a second factor, or the login provider, the next date first. */
export function listRequiringWorkspaces(
  scope: PersonScope,
  what: keyof typeof FROM = "second factor",
): Promise<RequiringWorkspace[]> {
  const from = FROM[what];
  return query<RequiringWorkspace>(Prisma.sql`
    SELECT w.id, ${WORKSPACE_NAME} AS "workspaceName", ${from} AS "from",
      ${from} <= now() AS "isDue"
    FROM members m JOIN workspaces w ON w.id = m.workspace_id
    WHERE m.user_id = ${scope.userId}::uuid AND m.standing = 'active' AND w.closed_at IS NULL
      AND ${from} IS NOT NULL
    ORDER BY ${from}, w.id`);
}
