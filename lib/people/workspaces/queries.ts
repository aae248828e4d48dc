import { query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import { type OwnerScope, outranks, type PersonScope, type Role } from "../../base/access/scopes.ts";
import { ownRows, WORKSPACE_NAME } from "../../base/access/statements.ts";
import { OFFER_COLUMNS, type OfferRow, WORKSPACE_VIEW, type WorkspaceRow } from "./statements.ts";

export type ListedWorkspace = { id: string; name: string; role: Role; hasAllSites: boolean; isSuspended: boolean };

/** Returns the caller's workspaces, in the order they joined them. For an API key that's its own. */
export const listWorkspaces = ({ userId, sessionId, via }: PersonScope): Promise<ListedWorkspace[]> =>
  query<ListedWorkspace>(Prisma.sql`
    SELECT w.id, ${WORKSPACE_NAME} AS name, m.role, m.site_ids IS NULL AS "hasAllSites",
      m.standing = 'suspended' AS "isSuspended"
    FROM members m JOIN workspaces w ON w.id = m.workspace_id AND w.closed_at IS NULL
    WHERE m.user_id = ${userId}::uuid AND m.standing <> 'removed'
      ${via === "key" ? Prisma.sql`AND w.id = (SELECT workspace_id FROM api_keys WHERE id = ${sessionId}::uuid)` : Prisma.empty}
    ORDER BY m.created_at, m.workspace_id`);

/** Returns the workspace with the caller's role in it. Throws `not_found`. */
export async function getWorkspace(scope: OwnerScope): Promise<WorkspaceRow> {
  const [row] = await query<WorkspaceRow>(Prisma.sql`
    ${WORKSPACE_VIEW} WHERE ${ownRows(scope, Prisma.sql`m`)} AND m.user_id = ${scope.userId}::uuid`);
  if (!row) throw new AppError("not_found");
  return row;
}

/** Returns the open offer of ownership, to owners and to the person it's made to. */
export async function findOffer(scope: OwnerScope): Promise<OfferRow | null> {
  const [row] = await query<OfferRow>(Prisma.sql`
    SELECT ${OFFER_COLUMNS} FROM ownership_offers f
    WHERE ${ownRows(scope, Prisma.sql`f`)} AND f.expires_at > now()
      AND (${outranks(scope.role, "owner")} OR f.to_id = ${scope.userId}::uuid)`);
  return row ?? null;
}
