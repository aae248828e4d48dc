import {
  mintOwnerScope,
  type OwnerScope,
  type PersonScope,
  type Role,
  type Unminted,
} from "#lib/base/access/scopes.ts";
import { AppError } from "#platform/errors.ts";
import { oidcProvider } from "#platform/oidc/provider.ts";
import { uuid } from "#platform/uuid.ts";
import { Prisma } from "#prisma-client";

/** The workspace that a request names, or null if it leaves that to its token. */
export type WantedWorkspace = { id: string | null; isValid: boolean };

const NO_PROVIDER =
  "This workspace requires logging in through the login provider, which this service no longer has. Ask its operator.";
const HEADER = "Workspace-Id";
const NO_WORKSPACE = "00000000-0000-0000-0000-000000000000";

/** Reads the workspace that a request names in its header, or in its URL: a link to a file can't send headers. */
export function wantedWorkspace(request: Request): WantedWorkspace {
  const inUrl = request.url.includes("workspaceId=") ? new URL(request.url).searchParams.getAll("workspaceId") : [];
  const given = request.headers.get(HEADER) ?? inUrl[0];
  if (given === undefined) return { id: null, isValid: true };
  const { success, data = NO_WORKSPACE } = uuid.safeParse(given);
  return { id: data, isValid: success && inUrl.length < 2 };
}

/** A row of MEMBERSHIP, all null if there's none. */
export type MembershipRow = {
  workspaceId: string | null;
  ownerId: string | null;
  role: Role | null;
  siteIds: string[] | null;
  version: number | null;
  joinedAt: Date | null;
  isShared: boolean | null;
  claimsOnReply: boolean | null;
  isFactorMissing: boolean | null;
  isOidcMissing: boolean | null;
};

/**
 * The active memberships that a condition on members, `m`, matches. A statement that may find several adds an order and a limit.
 * `isByOidc` says whether the credential was opened through the login provider, or needn't be.
 */
export const membershipOf = (which: Prisma.Sql, isByOidc: Prisma.Sql) => Prisma.sql`
  SELECT m.workspace_id AS "workspaceId", w.owner_id AS "ownerId", m.role, m.site_ids AS "siteIds", m.version,
    m.created_at AS "joinedAt", w.shared_at IS NOT NULL AS "isShared", w.claims_on_reply AS "claimsOnReply",
    CASE WHEN w.second_factor_from <= now() THEN NOT EXISTS (
      SELECT FROM second_factors f WHERE f.user_id = m.user_id AND f.confirmed_at IS NOT NULL
    ) ELSE false END AS "isFactorMissing",
    CASE WHEN w.oidc_from <= now() THEN (${isByOidc}) IS NOT TRUE ELSE false END AS "isOidcMissing"
  FROM members m JOIN workspaces w ON w.id = m.workspace_id
  WHERE ${which} AND m.standing = 'active' AND w.closed_at IS NULL`;

/** Admits a person to a workspace. Throws `not_found` without a membership, `second_factor_setup_required` or `oidc_required`. */
export function memberScope(
  person: Unminted<PersonScope>,
  { workspaceId, ownerId, role, siteIds, version, joinedAt, isShared, claimsOnReply, ...missing }: MembershipRow,
  wanted: WantedWorkspace,
): OwnerScope {
  if (!wanted.isValid)
    throw new AppError("invalid_request", { errors: [{ path: HEADER, message: "must be one UUID" }] });
  if (!workspaceId || !ownerId || !role || version === null || !joinedAt) {
    throw new AppError("not_found", wanted.id === null ? { detail: "You aren't in a workspace." } : {});
  }
  if (missing.isFactorMissing) throw new AppError("second_factor_setup_required");
  // Without a provider, no session was opened through it. Leaving the workspace open then would be a silent way around.
  if (missing.isOidcMissing) throw new AppError("oidc_required", oidcProvider() ? {} : { detail: NO_PROVIDER });
  const claims = claimsOnReply === true && isShared === true && person.via !== "key";
  return mintOwnerScope({
    ...person,
    ...{ workspaceId, ownerId, role, siteIds, version, joinedAt, claims, isShared: isShared === true },
  });
}
