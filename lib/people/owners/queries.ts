import { db, query, queryPrepared } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { isMailOn } from "#platform/mail/transport.ts";
import { oidcProvider } from "#platform/oidc/provider.ts";
import { Prisma } from "#prisma-client";
import { type OwnerScope, outranks, type PersonScope } from "../../base/access/scopes.ts";
import { ownConversations, ownRows, ownSites, WORKSPACE_NAME } from "../../base/access/statements.ts";
import { IS_LINK_SENT, type UnconfirmedEmail } from "../../notify/mail/queries.ts";
import { NOTIFICATION_SETTINGS, type NotificationSettings } from "../../team/notification-settings/queries.ts";
import { USER_COLUMNS, type User } from "./create-owner.system.ts";

export type PreferencesRow = {
  theme: string;
  listDensity: string;
  afterClosing: string;
  checklistHiddenAt: Date | null;
};
export type Account = User & PreferencesRow;

const PREFERENCES = { theme: true, listDensity: true, afterClosing: true, checklistHiddenAt: true } as const;

/** Returns the caller's account. */
export async function getAccount(scope: PersonScope): Promise<Account> {
  const user = await db().user.findUnique({
    where: { id: scope.userId },
    select: { ...USER_COLUMNS, ...PREFERENCES },
  });
  if (!user) throw new AppError("unauthenticated");
  return user;
}

type Requirement = { workspaceName: string; from: Date };

type FrameState = {
  preferences: PreferencesRow;
  notifications: NotificationSettings;
  unconfirmedEmail: UnconfirmedEmail | null;
  /** The first of the reader's workspaces to require a second factor, if they have none. */
  requirement: Requirement | null;
  /** The first to require the login provider, if they haven't linked their account. */
  oidcRequirement: Requirement | null;
  /** Whether they're in another workspace, too. */
  isElsewhere: boolean;
};

/** Returns what every page of the dashboard needs to know of its reader. */
export async function findFrameState(scope: PersonScope): Promise<FrameState | null> {
  type Row = PreferencesRow &
    NotificationSettings &
    UnconfirmedEmail & {
      isConfirmed: boolean;
      requiredFrom: Date | null;
      workspaceName: string | null;
      oidcFrom: Date | null;
      oidcWorkspaceName: string | null;
      isElsewhere: boolean;
    };
  const [row] = await queryPrepared<Row>(Prisma.sql`
    SELECT u.theme, u.list_density AS "listDensity", u.after_closing AS "afterClosing",
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
    WHERE u.id = ${scope.userId}::uuid AND u.closed_at IS NULL`);
  if (!row) return null;
  const { email, isLinkSent, isConfirmed, isElsewhere } = row;
  const unconfirmedEmail = isMailOn() && !isConfirmed ? { email, isLinkSent } : null;
  const requirement = requirementOf(row.workspaceName, row.requiredFrom);
  const oidcRequirement = requirementOf(row.oidcWorkspaceName, row.oidcFrom);
  return { preferences: row, notifications: row, unconfirmedEmail, requirement, oidcRequirement, isElsewhere };
}

const requirementOf = (workspaceName: string | null, from: Date | null): Requirement | null =>
  from && workspaceName !== null ? { workspaceName, from } : null;

export type Checklist = {
  hasSite: boolean;
  hasMessage: boolean;
  isConfirmed: boolean;
  isHidden: boolean;
  /** Null if the caller can't invite people. */
  hasTeammate: boolean | null;
  /** The site whose script was loaded last. */
  seenSiteId: string | null;
  seenHost: string | null;
  seenAt: Date | null;
  seenDomain: string | null;
};

/** Returns how far the caller has come with the first steps. The order makes PostgreSQL use an index, not the table. */
export async function getChecklist(scope: OwnerScope): Promise<Checklist> {
  const [row] = await queryPrepared<Checklist>(Prisma.sql`
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
    ) s ON true WHERE u.id = ${scope.userId}::uuid`);
  if (!row) throw new AppError("unauthenticated");
  return row;
}

export type ListedSession = {
  id: string;
  createdAt: Date;
  lastSeenAt: Date;
  device: string | null;
  /** Whether it's the caller's session. */
  isCurrent: boolean;
};

// A program may log in every minute. Sessions that aren't listed are revoked with all others.
const SESSIONS_MAX = 100;

/** Returns the user's sessions: the caller's, then the most recently used. */
export function listSessions(scope: PersonScope): Promise<ListedSession[]> {
  return query(Prisma.sql`
    SELECT id, created_at AS "createdAt", last_seen_at AS "lastSeenAt", device, id = ${scope.sessionId}::uuid AS "isCurrent"
    FROM sessions WHERE user_id = ${scope.userId}::uuid AND expires_at > now()
    ORDER BY "isCurrent" DESC, last_seen_at DESC, id DESC LIMIT ${SESSIONS_MAX}`);
}
