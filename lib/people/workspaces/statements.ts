import { Prisma } from "#prisma-client";
import type { Role } from "../../base/access/scopes.ts";
import { WORKSPACE_NAME } from "../../base/access/statements.ts";

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

/** Workspaces, `w`, with what a member, `m`, may do there: WorkspaceRows. */
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

export type OfferRow = { fromId: string; toId: string; keeps: boolean; expiresAt: Date };

export const OFFER_COLUMNS = Prisma.sql`from_id AS "fromId", to_id AS "toId", keeps, expires_at AS "expiresAt"`;
