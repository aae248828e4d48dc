import type { Transaction } from "#platform/database/database.ts";
import { env } from "#platform/env.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope, VisitorScope } from "./scopes.ts";

/*
 * The SQL that decides what a caller may touch. Statements with an OwnerScope get their `where` from here, except for the
 * channels in lib/outbox/channels/statements.ts and in *.system.ts files. Those with a PersonScope compare the person's id.
 */

/** Matches the visitor's site in the table `sites`, unless its account is closed. */
export const activeSite = ({ siteId }: VisitorScope) => Prisma.sql`id = ${siteId}::uuid AND closed_at IS NULL`;

/** Matches a visitor who isn't blocked. A visitor without a row yet can't be. */
export const notBlocked = ({ visitorId }: VisitorScope) =>
  Prisma.sql`NOT EXISTS (SELECT FROM visitors WHERE id = ${visitorId}::uuid AND blocked_at IS NOT NULL)`;

/** Whether the caller's membership is still as the gate read it. It refers to no row, so it's evaluated once per statement. */
export const stands = ({ workspaceId, userId, version }: OwnerScope) => Prisma.sql`
  EXISTS (SELECT FROM members WHERE workspace_id = ${workspaceId}::uuid AND user_id = ${userId}::uuid AND version = ${version})`;

/** Matches rows by their site's id. No index serves it in this form: lists are to be read in their own order. */
export const reaches = (scope: OwnerScope, siteId: Prisma.Sql) =>
  scope.siteIds === null
    ? stands(scope)
    : Prisma.sql`(${siteId} = ANY (${scope.siteIds}::uuid[])) IS TRUE AND ${stands(scope)}`;

/** Matches a row's list of sites if they're all within someone's. All sites are only within all, and deleted ones don't count. */
export const within = ({ siteIds }: Pick<OwnerScope, "siteIds">, given: Prisma.Sql) =>
  siteIds === null
    ? Prisma.sql`true`
    : Prisma.sql`(${given} IS NOT NULL AND NOT EXISTS (
        SELECT FROM sites its_site WHERE its_site.id = ANY (${given}) AND NOT its_site.id = ANY (${siteIds}::uuid[])
      ))`;

/** An expression: a row's list of sites without deleted ones, oldest first. Null for all sites. */
export const sitesIn = (given: Prisma.Sql) => Prisma.sql`
  CASE WHEN ${given} IS NOT NULL THEN ARRAY(
    SELECT its_site.id FROM sites its_site WHERE its_site.id = ANY (${given}) ORDER BY its_site.created_at, its_site.id
  ) END`;

/** Matches rows of the caller's workspace that were found by a site of theirs: no index serves this one either. */
export const inWorkspace = ({ workspaceId }: OwnerScope, row: Prisma.Sql) =>
  Prisma.sql`${row}.workspace_id IS NOT DISTINCT FROM ${workspaceId}::uuid`;

/** Matches rows with a workspace_id that belong to no site, such as labels. */
export const ownRows = (scope: OwnerScope, row: Prisma.Sql) =>
  Prisma.sql`${row}.workspace_id = ${scope.workspaceId}::uuid AND ${stands(scope)}`;

/** Matches rows with a workspace_id and a site_id, such as visitors. */
export const ownSiteRows = (scope: OwnerScope, row: Prisma.Sql) =>
  Prisma.sql`${row}.workspace_id = ${scope.workspaceId}::uuid AND ${reaches(scope, Prisma.sql`${row}.site_id`)}`;

/** Matches the sites, `s`, that a caller may touch. */
export const ownSites = (scope: OwnerScope) =>
  Prisma.sql`s.workspace_id = ${scope.workspaceId}::uuid AND ${reaches(scope, Prisma.sql`s.id`)}`;

/** Matches one site, `s`, if the caller may touch it. */
export const ownSite = (scope: OwnerScope, siteId: string) => Prisma.sql`s.id = ${siteId}::uuid AND ${ownSites(scope)}`;

/** Matches the caller's workspace, `w`. */
export const ownWorkspace = (scope: OwnerScope) => Prisma.sql`w.id = ${scope.workspaceId}::uuid AND ${stands(scope)}`;

/** Serializes what changes a workspace as a whole, such as what counts its rows. Throws `not_found` without access. */
export async function lockWorkspace(scope: OwnerScope, tx: Transaction): Promise<void> {
  const found = await tx.query<{ id: string }>(Prisma.sql`
    SELECT w.id FROM workspaces w WHERE ${ownWorkspace(scope)} FOR NO KEY UPDATE`);
  if (found.length === 0) throw new AppError("not_found");
}

/** Serializes what counts the rows of a site, or replaces its secrets. Throws `not_found` without access. */
export async function lockSite(scope: OwnerScope, siteId: string, tx: Transaction): Promise<void> {
  const found = await tx.query<{ id: string }>(Prisma.sql`
    SELECT s.id FROM sites s WHERE ${ownSite(scope, siteId)} FOR NO KEY UPDATE`);
  if (found.length === 0) throw new AppError("not_found");
}

/** Matches the conversations, `c`, that a caller may touch: a member's sites', or a visitor's own unless blocked. */
export const ownConversations = (scope: OwnerScope | VisitorScope) =>
  "workspaceId" in scope
    ? ownSiteRows(scope, Prisma.sql`c`)
    : Prisma.sql`c.visitor_id = ${scope.visitorId}::uuid AND c.site_id = ${scope.siteId}::uuid
      AND EXISTS (SELECT FROM sites WHERE ${activeSite(scope)}) AND ${notBlocked(scope)}`;

/** Matches one conversation, `c`, if the caller may touch it. */
export const ownConversation = (scope: OwnerScope | VisitorScope, conversationId: string) =>
  Prisma.sql`c.id = ${conversationId}::uuid AND ${ownConversations(scope)}`;

// Read by the driver when a statement is sent: some are built before there are settings.
const ISSUER = { toPostgres: () => env().OIDC_ISSUER ?? null };

// The names that these conditions give to tables are theirs alone: the expressions they're given may name any other.
const mayEnter = (member: string) => Prisma.sql`${Prisma.raw(`
  ${member}.standing = 'active' AND EXISTS (
    SELECT FROM workspaces its_workspace WHERE its_workspace.id = ${member}.workspace_id AND its_workspace.closed_at IS NULL AND (
      its_workspace.second_factor_from IS NULL OR its_workspace.second_factor_from > now()
      OR EXISTS (SELECT FROM second_factors its_factor WHERE its_factor.user_id = ${member}.user_id AND its_factor.confirmed_at IS NOT NULL)
    ) AND (
      its_workspace.oidc_from IS NULL OR its_workspace.oidc_from > now()
      OR EXISTS (SELECT FROM oidc_identities its_identity WHERE its_identity.user_id = ${member}.user_id AND its_identity.issuer =`)} ${ISSUER})
    )
  )`;

/**
 * Whether the person of a row with a workspace_id and a user_id is a member who may enter the workspace. The account is looked up
 * in a subquery, which PostgreSQL never plans as a scan of all accounts.
 */
export const isMember = (row: Prisma.Sql) => Prisma.sql`EXISTS (
  SELECT FROM members its_member
  WHERE its_member.workspace_id = ${row}.workspace_id AND its_member.user_id = ${row}.user_id AND ${mayEnter("its_member")}
    AND (SELECT its_user.disabled_at FROM users its_user WHERE its_user.id = its_member.user_id) IS NULL
)`;

/** For a FROM: the memberships, `m`, of a person in the workspaces, `w`, that they may enter. */
export const MEMBERSHIPS = (userId: Prisma.Sql) => Prisma.sql`
  members m JOIN workspaces w ON w.id = m.workspace_id AND m.user_id = ${userId} AND ${mayEnter("m")}`;

/** Matches a workspace's id unless it's the caller's. */
export const isElsewhere = (scope: OwnerScope, workspaceId: Prisma.Sql) =>
  Prisma.sql`${workspaceId} <> ${scope.workspaceId}::uuid`;

/** To CROSS JOIN: the members, `m`, with their users, `u`, who have access to a row with a workspace_id and a site_id. */
export const TEAMMATES = (row: Prisma.Sql) => Prisma.sql`
  members m JOIN users u ON u.id = m.user_id AND u.closed_at IS NULL
    AND m.workspace_id = ${row}.workspace_id AND (m.site_ids IS NULL OR ${row}.site_id = ANY (m.site_ids)) AND ${mayEnter("m")}`;

/** Those of them whose account isn't disabled, who may touch the row now. */
export const PEOPLE = (row: Prisma.Sql) => Prisma.sql`${TEAMMATES(row)} AND u.disabled_at IS NULL`;

/** Whether a person may touch a row with a workspace_id and a site_id. */
export const hasAccess = (row: Prisma.Sql, userId: Prisma.Sql) => Prisma.sql`EXISTS (
  SELECT FROM members its_member JOIN users its_user ON its_user.id = its_member.user_id
  WHERE its_member.workspace_id = ${row}.workspace_id AND its_member.user_id = ${userId} AND its_user.closed_at IS NULL AND its_user.disabled_at IS NULL
    AND (its_member.site_ids IS NULL OR ${row}.site_id = ANY (its_member.site_ids)) AND ${mayEnter("its_member")}
)`;

const member = ({ workspaceId }: OwnerScope, userId: string | null) => Prisma.sql`
  SELECT user_id, site_ids FROM members WHERE workspace_id = ${workspaceId}::uuid AND user_id = ${userId}::uuid`;

/** A SELECT of a member, locked until the commit. It and a transaction that takes their access away wait for each other. */
export const lockMember = (scope: OwnerScope, userId: string | null) =>
  Prisma.sql`${member(scope, userId)} AND standing = 'active' FOR KEY SHARE`;

/** The same for the members of the workspace that a SELECT of ids finds: by id, as a removal locks them. */
export const lockMembersOf = ({ workspaceId }: OwnerScope, userIds: Prisma.Sql) => Prisma.sql`
  SELECT user_id FROM members WHERE workspace_id = ${workspaceId}::uuid AND user_id IN (${userIds})
  ORDER BY user_id FOR KEY SHARE`;

/** The same for the caller: no row if their access has changed. */
export const lockCaller = (scope: OwnerScope) =>
  Prisma.sql`${member(scope, scope.userId)} AND version = ${scope.version} FOR KEY SHARE`;

/**
 * An expression: who a conversation, `c`, is assigned to. A closed conversation keeps its assignee in the column until it's
 * reopened. If they've lost access, this is null.
 */
export const ASSIGNEE = Prisma.sql`
  CASE WHEN c.assignee_id IS NOT NULL THEN (
    SELECT user_id FROM members
    WHERE workspace_id = c.workspace_id AND user_id = c.assignee_id AND standing = 'active'
      AND (site_ids IS NULL OR c.site_id = ANY (site_ids))
  ) END`;

/** Whether a conversation, `c`, is anyone's. The same, in a form that's quick for many. */
export const IS_ASSIGNED = Prisma.sql`EXISTS (
  SELECT FROM members its_member
  WHERE its_member.workspace_id = c.workspace_id AND its_member.user_id = c.assignee_id AND its_member.standing = 'active'
    AND (its_member.site_ids IS NULL OR c.site_id = ANY (its_member.site_ids))
)`;

/** Whether a site is gone because its owner's account was erased. */
export const wasErasedWithAccount = (siteId: Prisma.Sql) => Prisma.sql`EXISTS (
  SELECT FROM deletions site JOIN deletions workspace ON workspace.id = site.workspace_id WHERE site.id = ${siteId}
)`;

/** An expression: the name of a person, `u` of users, as the team sees it. Null if their account was deleted. */
export const PERSON_NAME = Prisma.sql`coalesce(u.name, CASE WHEN u.closed_at IS NULL THEN u.email END)`;

/** An expression: the name of a workspace, `w`, as people see it: until an owner names it, its first site's. */
export const WORKSPACE_NAME = Prisma.sql`coalesce(
  w.name, (SELECT s.name FROM sites s WHERE s.workspace_id = w.id ORDER BY s.created_at, s.id LIMIT 1),
  (SELECT ${PERSON_NAME} || '’s workspace' FROM users u WHERE u.id = w.owner_id)
)`;
