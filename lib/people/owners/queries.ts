import { db, query, queryPrepared } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { isMailOn } from "#platform/mail/transport.ts";
import type { Prisma, Session, User as UserRow } from "#prisma-client";
import type { OwnerScope, PersonScope } from "../../base/access/scopes.ts";
import type { UnconfirmedEmail } from "../../notify/mail/queries.ts";
import type { NotificationSettings } from "../../team/notification-settings/queries.ts";
import { USER_COLUMNS, type User } from "./create-owner.system.ts";
import { checklistOf, frameStateOf, listedSessions } from "./statements.ts";

export type PreferencesRow = Pick<
  UserRow,
  "theme" | "listDensity" | "afterClosing" | "holdSeconds" | "checklistHiddenAt"
>;
export type Account = User & PreferencesRow;

export const ACCOUNT_COLUMNS = {
  ...USER_COLUMNS,
  theme: true,
  listDensity: true,
  afterClosing: true,
  holdSeconds: true,
  checklistHiddenAt: true,
} satisfies Prisma.UserSelect;

/** Returns the caller's account. */
export async function getAccount(scope: PersonScope): Promise<Account> {
  const user = await db().user.findUnique({ where: { id: scope.userId }, select: ACCOUNT_COLUMNS });
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
  const [row] = await queryPrepared<Row>(frameStateOf(scope.userId));
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

/** Returns how far the caller has come with the first steps. */
export async function getChecklist(scope: OwnerScope): Promise<Checklist> {
  const [row] = await queryPrepared<Checklist>(checklistOf(scope));
  if (!row) throw new AppError("unauthenticated");
  return row;
}

export type ListedSession = Pick<Session, "id" | "createdAt" | "lastSeenAt" | "device"> & {
  /** Whether it's the caller's session. */
  isCurrent: boolean;
};

// A program may log in every minute. Sessions that aren't listed are revoked with all others.
const SESSIONS_MAX = 100;

/** Returns the user's sessions: the caller's, then the most recently used. */
export const listSessions = (scope: PersonScope): Promise<ListedSession[]> =>
  query<ListedSession>(listedSessions(scope, SESSIONS_MAX));
