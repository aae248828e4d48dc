import { type OwnershipOffer, Prisma } from "#prisma-client";
import type { OwnerScope, PersonScope, Role } from "../../base/access/scopes.ts";
import { ownRows, WORKSPACE_NAME } from "../../base/access/statements.ts";

export type WorkspaceRow = {
  id: string;
  name: string;
  role: Role;
  siteIds: string[] | null;
  isShared: boolean;
  claimsOnReply: boolean;
  secondFactorFrom: Date | null;
  oidcFrom: Date | null;
  activityDays: number;
  ownerIds: string[];
};

/** Workspaces, `w`, with what a member, `m`, may do there: WorkspaceRows. SQL, because a name is an expression of three tables. */
export const WORKSPACE_VIEW = Prisma.sql`
  SELECT w.id, ${WORKSPACE_NAME} AS name, m.role, w.shared_at IS NOT NULL AS "isShared",
    w.claims_on_reply AS "claimsOnReply", w.second_factor_from AS "secondFactorFrom", w.oidc_from AS "oidcFrom",
    w.activity_days::int AS "activityDays", CASE WHEN m.site_ids IS NOT NULL THEN ARRAY(
      SELECT s.id FROM sites s WHERE s.workspace_id = w.id AND s.id = ANY (m.site_ids) ORDER BY s.created_at, s.id
    ) END AS "siteIds",
    ARRAY(
      SELECT o.user_id FROM members o WHERE o.workspace_id = w.id AND o.role = 'owner' ORDER BY o.created_at, o.user_id
    ) AS "ownerIds"
  FROM members m JOIN workspaces w ON w.id = m.workspace_id AND w.closed_at IS NULL`;

/** ListedWorkspaces, in the order the caller joined them. SQL for the same reason. */
export const ownWorkspaces = ({ userId, sessionId, via }: PersonScope) => Prisma.sql`
  SELECT w.id, ${WORKSPACE_NAME} AS name, m.role, m.site_ids IS NULL AS "hasAllSites",
    m.standing = 'suspended' AS "isSuspended"
  FROM members m JOIN workspaces w ON w.id = m.workspace_id AND w.closed_at IS NULL
  WHERE m.user_id = ${userId}::uuid AND m.standing <> 'removed'
    ${via === "key" ? Prisma.sql`AND w.id = (SELECT workspace_id FROM api_keys WHERE id = ${sessionId}::uuid)` : Prisma.empty}
  ORDER BY m.created_at, m.workspace_id`;

/** The caller's WorkspaceRow. */
export const ownView = (scope: OwnerScope) =>
  Prisma.sql`${WORKSPACE_VIEW} WHERE ${ownRows(scope, Prisma.sql`m`)} AND m.user_id = ${scope.userId}::uuid`;

export type OfferRow = Pick<OwnershipOffer, "fromId" | "toId" | "keeps" | "expiresAt">;

type NewOffer = OfferRow & { workspaceId: string };

/** Stores an offer unless another is open, a race that this statement decides. An expired one is replaced. */
export const storeOffer = ({ workspaceId, fromId, toId, keeps, expiresAt }: NewOffer) => Prisma.sql`
  INSERT INTO ownership_offers AS f (workspace_id, from_id, to_id, keeps, created_at, expires_at)
  VALUES (${workspaceId}::uuid, ${fromId}::uuid, ${toId}::uuid, ${keeps}, now(), ${expiresAt})
  ON CONFLICT (workspace_id) DO UPDATE SET from_id = excluded.from_id, to_id = excluded.to_id,
    keeps = excluded.keeps, created_at = excluded.created_at, expires_at = excluded.expires_at
  WHERE f.expires_at <= now() RETURNING from_id AS "fromId"`;
