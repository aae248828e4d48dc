import { oidcProvider } from "#platform/oidc/provider.ts";
import { Prisma } from "#prisma-client";
import { type OwnerScope, outranks, type PersonScope } from "../../base/access/scopes.ts";
import { ownConversations, ownRows, ownSites, WORKSPACE_NAME } from "../../base/access/statements.ts";
import { IS_LINK_SENT } from "../../notify/mail/queries.ts";
import { NOTIFICATION_SETTINGS } from "../../team/notification-settings/queries.ts";

/** What every page of the dashboard needs to know of its reader: a hot path. */
export const frameStateOf = (userId: string) => Prisma.sql`
  SELECT u.theme, u.list_density AS "listDensity", u.after_closing AS "afterClosing", u.hold_seconds AS "holdSeconds",
    u.checklist_hidden_at AS "checklistHiddenAt", u.email, u.email_confirmed_at IS NOT NULL AS "isConfirmed",
    ${IS_LINK_SENT} AS "isLinkSent", ${NOTIFICATION_SETTINGS}, required.*, provider.*,
    (SELECT count(*) FROM (SELECT FROM members WHERE user_id = u.id AND standing <> 'removed' LIMIT 2) mine) > 1
      AS "isElsewhere"
  FROM users u LEFT JOIN LATERAL (
    SELECT w.second_factor_from AS "requiredFrom", ${WORKSPACE_NAME} AS "workspaceName"
    FROM members m JOIN workspaces w ON w.id = m.workspace_id
    WHERE m.user_id = u.id AND m.standing = 'active' AND w.closed_at IS NULL AND w.second_factor_from IS NOT NULL
      AND NOT EXISTS (SELECT FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL)
    ORDER BY w.second_factor_from LIMIT 1
  ) required ON true LEFT JOIN LATERAL (
    SELECT w.oidc_from AS "oidcFrom", ${WORKSPACE_NAME} AS "oidcWorkspaceName"
    FROM members m JOIN workspaces w ON w.id = m.workspace_id
    WHERE m.user_id = u.id AND m.standing = 'active' AND w.closed_at IS NULL AND w.oidc_from IS NOT NULL
      AND NOT EXISTS (
        SELECT FROM oidc_identities i WHERE i.user_id = u.id AND i.issuer = ${oidcProvider()?.issuer ?? null}
      )
    ORDER BY w.oidc_from LIMIT 1
  ) provider ON true
  WHERE u.id = ${userId}::uuid AND u.closed_at IS NULL`;

/**
 * A Checklist, which pages of the inbox show: a hot path. The order of conversations makes PostgreSQL use an index, not the table.
 */
export const checklistOf = (scope: OwnerScope) => Prisma.sql`
  SELECT EXISTS (SELECT FROM sites s WHERE ${ownSites(scope)}) AS "hasSite",
    coalesce((
      SELECT true FROM conversations c WHERE ${ownConversations(scope)}
      ORDER BY c.last_message_period DESC LIMIT 1
    ), false) AS "hasMessage",
    u.email_confirmed_at IS NOT NULL AS "isConfirmed", u.checklist_hidden_at IS NOT NULL AS "isHidden",
    CASE WHEN ${outranks(scope.role, "admin")}::boolean THEN ${scope.isShared}::boolean OR EXISTS (
      SELECT FROM invitations i
      WHERE ${ownRows(scope, Prisma.sql`i`)} AND i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > now()
    ) END AS "hasTeammate",
    s.id AS "seenSiteId", s.tag_seen_host AS "seenHost", s.tag_seen_at AS "seenAt", s.domain AS "seenDomain"
  FROM users u LEFT JOIN LATERAL (
    SELECT s.id, s.tag_seen_host, s.tag_seen_at, s.domain FROM sites s
    WHERE ${ownSites(scope)} AND s.tag_seen_at IS NOT NULL ORDER BY s.tag_seen_at DESC LIMIT 1
  ) s ON true WHERE u.id = ${scope.userId}::uuid`;

/** ListedSessions, the caller's first. SQL, because that order is an expression. */
export const listedSessions = ({ userId, sessionId }: PersonScope, limit: number) => Prisma.sql`
  SELECT id, created_at AS "createdAt", last_seen_at AS "lastSeenAt", device, id = ${sessionId}::uuid AS "isCurrent"
  FROM sessions WHERE user_id = ${userId}::uuid AND expires_at > now()
  ORDER BY "isCurrent" DESC, last_seen_at DESC, id DESC LIMIT ${limit}`;

/** Locks an open account that's to be closed: no row if its password isn't this one any longer. An operator gives none. */
export const lockForClosing = (userId: string, provedBy: string | null) => Prisma.sql`
  SELECT email_key AS "emailKey" FROM users
  WHERE id = ${userId}::uuid AND password_hash = coalesce(${provedBy}, password_hash) AND closed_at IS NULL FOR UPDATE`;

const own = (userId: string) => Prisma.sql`
  FROM members m JOIN workspaces w ON w.id = m.workspace_id AND w.closed_at IS NULL
  WHERE m.user_id = ${userId}::uuid AND m.standing <> 'removed' ORDER BY w.id`;

/** Locks the workspaces that someone is in, by id. */
export const lockWorkspacesOf = (userId: string) => Prisma.sql`SELECT w.id ${own(userId)} FOR NO KEY UPDATE OF w`;

const OTHERS = Prisma.sql`
  SELECT FROM members o WHERE o.workspace_id = w.id AND o.user_id <> m.user_id AND o.standing <> 'removed'`;

/** The locked workspaces as they're now. SQL, because a name is an expression, and a list of sites may be null. */
export const workspacesOf = (userId: string) => Prisma.sql`
  SELECT w.id, ${WORKSPACE_NAME} AS name, m.role, m.site_ids AS "siteIds", m.standing, EXISTS (${OTHERS}) AS "hasOthers",
    EXISTS (${OTHERS} AND o.role = 'owner') AS "hasOtherOwner"
  ${own(userId)}`;
