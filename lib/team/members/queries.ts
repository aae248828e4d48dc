import { query, queryPrepared } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownRows, within } from "../../base/access/statements.ts";
import type { RemovalJson, Schedule } from "./schema.ts";
import { IS_AVAILABLE, MEMBERS, type MemberRow, memberColumns } from "./statements.ts";

// A member with chosen sites sees the members who share one of them.
const visible = (scope: OwnerScope) => Prisma.sql`
  ${ownRows(scope, Prisma.sql`m`)} AND m.standing <> 'removed'
  ${scope.siteIds === null ? Prisma.empty : Prisma.sql`AND (m.site_ids IS NULL OR m.site_ids && ${scope.siteIds}::uuid[])`}`;

/** Returns the people of the workspace, in the order they joined. */
export const listMembers = (scope: OwnerScope): Promise<MemberRow[]> =>
  queryPrepared<MemberRow>(Prisma.sql`
    SELECT m.role, ${memberColumns(scope)} FROM ${MEMBERS} WHERE ${visible(scope)} ORDER BY m.created_at, m.user_id`);

/**
 * Returns what removing a person would do now: the conditions of the removal itself. Throws `not_found`, and `not_permitted` for
 * someone that the caller can't remove.
 */
export async function previewRemoval(scope: OwnerScope, memberId: string): Promise<RemovalJson> {
  const [row] = await query<RemovalJson & { isAllowed: boolean }>(Prisma.sql`
    SELECT m.user_id = ${scope.userId}::uuid
        OR (m.role <> 'owner' OR ${scope.role} = 'owner') AND ${within(scope, Prisma.sql`m.site_ids`)} AS "isAllowed",
      (SELECT count(*)::int FROM conversations c
        WHERE c.workspace_id = m.workspace_id AND c.assignee_id = m.user_id AND c.status = 'open') AS "openConversations",
      (SELECT count(*)::int FROM api_keys k WHERE k.workspace_id = m.workspace_id AND k.user_id = m.user_id) AS "apiKeys",
      (SELECT count(*)::int FROM invitations i WHERE i.workspace_id = m.workspace_id AND i.invited_by = m.user_id
        AND i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > now()) AS invitations,
      (SELECT count(*)::int FROM saved_replies r
        WHERE r.workspace_id = m.workspace_id AND r.user_id = m.user_id) AS "savedReplies",
      NOT EXISTS (
        SELECT FROM members other JOIN workspaces w ON w.id = other.workspace_id AND w.closed_at IS NULL
        WHERE other.user_id = m.user_id AND other.workspace_id <> m.workspace_id AND other.standing = 'active'
      ) AS "endsSessions"
    FROM members m WHERE ${visible(scope)} AND m.user_id = ${memberId}::uuid`);
  if (!row) throw new AppError("not_found");
  const { isAllowed, ...removal } = row;
  if (!isAllowed) throw new AppError("not_permitted");
  return removal;
}

export type OwnMembership = {
  visitorName: string | null;
  notifyAbout: "all" | "mine" | "none";
  isAvailable: boolean;
  isAvailableNow: boolean;
  windows: Schedule["windows"] | null;
  timeZone: string | null;
};

/** Returns what the caller set for themselves in the workspace. */
export async function getMembership(scope: OwnerScope): Promise<OwnMembership> {
  const [row] = await query<OwnMembership>(Prisma.sql`
    SELECT m.visitor_name AS "visitorName", m.notify_about AS "notifyAbout", m.is_available AS "isAvailable",
      ${IS_AVAILABLE} AS "isAvailableNow", m.schedule AS windows, m.time_zone AS "timeZone"
    FROM members m WHERE ${ownRows(scope, Prisma.sql`m`)} AND m.user_id = ${scope.userId}::uuid`);
  if (!row) throw new AppError("not_found");
  return row;
}
