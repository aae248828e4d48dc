import { oidcProvider } from "#platform/oidc/provider.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope, Role } from "../../base/access/scopes.ts";
import type { Schedule } from "./schema.ts";

export type MemberRow = {
  id: string;
  name: string | null;
  photoHash: string | null;
  email: string;
  role: Role;
  siteIds: string[] | null;
  isAvailable: boolean;
  isAvailableNow: boolean;
  windows: Schedule["windows"] | null;
  timeZone: string | null;
  isSuspended: boolean;
  hasSecondFactor: boolean;
  isLinked: boolean;
  joinedAt: Date;
};

/** Whether a member, `m`, is available now, by their switch and their hours. */
export const IS_AVAILABLE = Prisma.sql`is_available(now(), m.is_available, m.schedule, m.time_zone)`;

/** The columns of a MemberRow but the role, with those of the sites that the reader may see. */
export const memberColumns = ({ siteIds }: Pick<OwnerScope, "siteIds">) => Prisma.sql`
  u.id, u.name, u.photo_hash AS "photoHash", u.email, m.is_available AS "isAvailable", ${IS_AVAILABLE} AS "isAvailableNow",
    m.schedule AS windows, m.time_zone AS "timeZone", m.standing = 'suspended' AS "isSuspended", m.created_at AS "joinedAt",
    EXISTS (SELECT FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL) AS "hasSecondFactor",
    EXISTS (SELECT FROM oidc_identities i WHERE i.user_id = u.id AND i.issuer = ${oidcProvider()?.issuer ?? null}) AS "isLinked",
    CASE WHEN m.site_ids IS NOT NULL THEN ARRAY(
      SELECT s.id FROM sites s WHERE s.workspace_id = m.workspace_id AND s.id = ANY (m.site_ids)
        ${siteIds === null ? Prisma.empty : Prisma.sql`AND s.id = ANY (${siteIds}::uuid[])`}
      ORDER BY s.created_at, s.id
    ) END AS "siteIds"`;

export const MEMBERS = Prisma.sql`members m JOIN users u ON u.id = m.user_id AND u.closed_at IS NULL`;
