import { Prisma } from "#prisma-client";
import type { OwnerScope, VisitorScope } from "./scopes.ts";

/*
 * The SQL that decides what a caller may touch. Every statement with a scope gets its `where` from here.
 */

/** Matches the visitor's site in the table `sites`, unless its account is closed. */
export const activeSite = ({ siteId }: VisitorScope) => Prisma.sql`id = ${siteId}::uuid AND closed_at IS NULL`;

/** Matches a visitor who isn't blocked. A visitor without a row yet can't be. */
export const notBlocked = ({ visitorId }: VisitorScope) =>
  Prisma.sql`NOT EXISTS (SELECT FROM visitors WHERE id = ${visitorId}::uuid AND blocked_at IS NOT NULL)`;

/** Matches the conversations, `c`, that a caller may touch: an owner's workspace's, or a visitor's own unless blocked. */
export const ownConversations = (scope: OwnerScope | VisitorScope) =>
  "workspaceId" in scope
    ? Prisma.sql`c.workspace_id = ${scope.workspaceId}::uuid`
    : Prisma.sql`c.visitor_id = ${scope.visitorId}::uuid AND c.site_id = ${scope.siteId}::uuid
      AND EXISTS (SELECT FROM sites WHERE ${activeSite(scope)}) AND ${notBlocked(scope)}`;

/** Matches the people, `u`, who may touch what belongs to the workspace of a row: for now, its owner. */
export const peopleWithAccess = (row: Prisma.Sql) => Prisma.sql`
  u.id = (SELECT w.owner_id FROM workspaces w WHERE w.id = ${row}.workspace_id) AND u.closed_at IS NULL`;

/** Matches one conversation, `c`, if the caller may touch it. */
export const ownConversation = (scope: OwnerScope | VisitorScope, conversationId: string) =>
  Prisma.sql`c.id = ${conversationId}::uuid AND ${ownConversations(scope)}`;

/** Whether a site is gone because its owner's account was erased. */
export const wasErasedWithAccount = (siteId: Prisma.Sql) => Prisma.sql`EXISTS (
  SELECT FROM deletions site JOIN deletions workspace ON workspace.id = site.workspace_id WHERE site.id = ${siteId}
)`;
