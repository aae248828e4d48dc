import { oidcProvider } from "#platform/oidc/provider.ts";
import { type Member, Prisma, type User } from "#prisma-client";
import type { OwnerScope, Role } from "../../base/access/scopes.ts";
import { ownRows, ownSite, PEOPLE, within } from "../../base/access/statements.ts";
import type { Schedule } from "./schema.ts";

/*
 * SQL, because a list of sites may be null, which Prisma's client can't read, and because a function of the database says who's
 * available.
 */

export type MemberRow = Pick<User, "id" | "name" | "photoHash" | "email"> &
  Pick<Member, "isAvailable" | "timeZone"> & {
    role: Role;
    siteIds: string[] | null;
    isAvailableNow: boolean;
    windows: Schedule["windows"] | null;
    isSuspended: boolean;
    hasSecondFactor: boolean;
    isLinked: boolean;
    /** Null unless emails to the address come back. */
    bouncedAt: Date | null;
    bounce: string | null;
    joinedAt: Date;
  };

/** Whether a member, `m`, is available now, by their switch and their hours. */
export const IS_AVAILABLE = Prisma.sql`is_available(now(), m.is_available, m.schedule, m.time_zone)`;

/** The columns of a MemberRow but the role, with those of the sites that the reader may see. */
export const memberColumns = ({ siteIds }: Pick<OwnerScope, "siteIds">) => Prisma.sql`
  u.id, u.name, u.photo_hash AS "photoHash", u.email, m.is_available AS "isAvailable", ${IS_AVAILABLE} AS "isAvailableNow",
    m.schedule AS windows, m.time_zone AS "timeZone", m.standing = 'suspended' AS "isSuspended", m.created_at AS "joinedAt",
    CASE WHEN u.bounced_email = u.email THEN u.bounced_at END AS "bouncedAt", u.bounce,
    EXISTS (SELECT FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL) AS "hasSecondFactor",
    EXISTS (SELECT FROM oidc_identities i WHERE i.user_id = u.id AND i.issuer = ${oidcProvider()?.issuer ?? null}) AS "isLinked",
    CASE WHEN m.site_ids IS NOT NULL THEN ARRAY(
      SELECT s.id FROM sites s WHERE s.workspace_id = m.workspace_id AND s.id = ANY (m.site_ids)
        ${siteIds === null ? Prisma.empty : Prisma.sql`AND s.id = ANY (${siteIds}::uuid[])`}
      ORDER BY s.created_at, s.id
    ) END AS "siteIds"`;

export const MEMBERS = Prisma.sql`members m JOIN users u ON u.id = m.user_id AND u.closed_at IS NULL`;

// A member with chosen sites sees the members who share one of them.
const visible = (scope: OwnerScope) => Prisma.sql`
  ${ownRows(scope, Prisma.sql`m`)} AND m.standing <> 'removed'
  ${scope.siteIds === null ? Prisma.empty : Prisma.sql`AND (m.site_ids IS NULL OR m.site_ids && ${scope.siteIds}::uuid[])`}`;

/** MemberRows, in the order they joined. A hot path. */
export const membersOf = (scope: OwnerScope) => Prisma.sql`
  SELECT m.role, ${memberColumns(scope)} FROM ${MEMBERS} WHERE ${visible(scope)} ORDER BY m.created_at, m.user_id`;

/** What removing a person would do, all of it as of one moment. */
export const removalOf = (scope: OwnerScope, memberId: string) => Prisma.sql`
  SELECT m.user_id = ${scope.userId}::uuid
      OR (m.role <> 'owner' OR ${scope.role} = 'owner') AND ${within(scope, Prisma.sql`m.site_ids`)} AS "isAllowed",
    (SELECT count(*)::int FROM conversations c
      WHERE c.workspace_id = m.workspace_id AND c.assignee_id = m.user_id AND c.status = 'open') AS "openConversations",
    (SELECT count(*)::int FROM api_keys k WHERE k.workspace_id = m.workspace_id AND k.user_id = m.user_id) AS "apiKeys",
    (SELECT count(*)::int FROM invitations i WHERE i.workspace_id = m.workspace_id AND i.invited_by = m.user_id
      AND i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > now()) AS invitations,
    (SELECT count(*)::int FROM saved_replies r
      WHERE r.workspace_id = m.workspace_id AND r.user_id = m.user_id) AS "savedReplies",
    (SELECT count(*)::int FROM scheduled_replies r
      WHERE r.user_id = m.user_id AND r.workspace_id = m.workspace_id AND r.state = 'scheduled') AS "scheduledReplies",
    NOT EXISTS (
      SELECT FROM members other JOIN workspaces w ON w.id = other.workspace_id AND w.closed_at IS NULL
      WHERE other.user_id = m.user_id AND other.workspace_id <> m.workspace_id AND other.standing = 'active'
    ) AS "endsSessions"
  FROM members m WHERE ${visible(scope)} AND m.user_id = ${memberId}::uuid`;

/** The caller's OwnMembership. */
export const ownMembership = (scope: OwnerScope) => Prisma.sql`
  SELECT m.visitor_name AS "visitorName", m.notify_about AS "notifyAbout", m.is_available AS "isAvailable",
    ${IS_AVAILABLE} AS "isAvailableNow", m.schedule AS windows, m.time_zone AS "timeZone", m.digest_hour AS "digestHour",
    m.digest_zone AS "digestZone"
  FROM members m WHERE ${ownRows(scope, Prisma.sql`m`)} AND m.user_id = ${scope.userId}::uuid`;

/** Up to three people that a site's visitors may see: those who are available now first, then those with photos. */
export const shownPeople = (scope: OwnerScope, siteId: string) => Prisma.sql`
  SELECT coalesce(m.visitor_name, u.name) AS name, u.photo_hash AS "photoHash", ${IS_AVAILABLE} AS "isAvailable"
  FROM (SELECT s.id AS site_id, s.workspace_id FROM sites s WHERE ${ownSite(scope, siteId)}) s
    CROSS JOIN ${PEOPLE(Prisma.sql`s`)}
  WHERE coalesce(m.visitor_name, u.name) IS NOT NULL
  ORDER BY "isAvailable" DESC, u.photo_hash IS NULL, m.created_at, m.user_id LIMIT 3`;
