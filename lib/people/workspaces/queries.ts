import { db, type Querying, query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { type OwnerScope, outranks, type PersonScope, type Role } from "../../base/access/scopes.ts";
import { inWorkspace } from "../../base/access/where.ts";
import { type OfferRow, ownView, ownWorkspaces, type WorkspaceRow } from "./statements.ts";

export type ListedWorkspace = { id: string; name: string; role: Role; hasAllSites: boolean; isSuspended: boolean };

/** Returns the caller's workspaces, in the order they joined them. For an API key that's its own. */
export const listWorkspaces = (scope: PersonScope): Promise<ListedWorkspace[]> =>
  query<ListedWorkspace>(ownWorkspaces(scope));

/** Returns the workspace with the caller's role in it. Throws `not_found`. */
export async function getWorkspace(scope: OwnerScope, client: Querying = { query }): Promise<WorkspaceRow> {
  const [row] = await client.query<WorkspaceRow>(ownView(scope));
  if (!row) throw new AppError("not_found");
  return row;
}

/** Returns the open offer of ownership, to owners and to the person it's made to. */
export const findOffer = (scope: OwnerScope): Promise<OfferRow | null> =>
  db().ownershipOffer.findFirst({
    where: {
      ...inWorkspace(scope),
      expiresAt: { gt: new Date() },
      ...(!outranks(scope.role, "owner") && { toId: scope.userId }),
    },
  });
