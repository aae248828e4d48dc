import type { Transaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { wakeJobs } from "#platform/jobs/worker.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { sitesIn, within } from "../../base/access/statements.ts";
import type { Action } from "../../base/activity/actions.ts";
import { type ActedBy, storeActivity } from "../../base/activity/statements.ts";
import type { ConversationRef } from "../../base/changes/change.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import { CONVERSATION_REF, changedBy, NEXT_VERSION } from "../../base/changes/statements.ts";
import { endSessions, publishSessionEnded } from "../../base/sessions/sessions.system.ts";
import type { ReasonCode } from "../../outbox/channels/reasons.ts";
import { conversationData, storeDeliveries } from "../../outbox/webhooks/statements.ts";
import { stopLost } from "./lost-replies.system.ts";
import { storeMemberEvents } from "./member-events.system.ts";
import { covers, type Membership, type ReachRow } from "./reach.ts";
import { MEMBERS, type MemberRow, memberColumns } from "./statements.ts";

/*
 * The one way in which a person's role, sites or standing in a workspace change. What they lose is taken away in the same
 * transaction. Locks in the order of contract.md section 2: the workspace, its people by id, keys, conversations. SQL is for these
 * locks, for lists that are null, and for what depends on another row's site.
 */

/**
 * Locks an open workspace and some of its people until the end of the transaction, and returns them as they're now. Changes of
 * one workspace's people take turns. Throws `not_found` if the workspace is gone.
 */
export async function lockMembers(
  tx: Transaction,
  workspaceId: string,
  userIds: string[],
): Promise<Map<string, Membership>> {
  const open = await tx.query(Prisma.sql`
    SELECT id FROM workspaces WHERE id = ${workspaceId}::uuid AND closed_at IS NULL FOR NO KEY UPDATE`);
  if (open.length === 0) throw new AppError("not_found");
  const rows = await tx.query<ReachRow & { userId: string }>(Prisma.sql`
    SELECT user_id AS "userId", role, ${sitesIn(Prisma.sql`site_ids`)} AS "siteIds", standing FROM members
    WHERE workspace_id = ${workspaceId}::uuid AND user_id = ANY (${userIds}::uuid[]) ORDER BY user_id FOR UPDATE`);
  return new Map(rows.map(({ userId, ...membership }) => [userId, membership]));
}

const ONLY_OWN_SITES = "You can only give access to sites you have.";

/** Throws `not_permitted` unless someone has all the sites they want to give, and the workspace does. Null is all sites. */
export async function requireSites(
  tx: Transaction,
  workspaceId: string,
  { held, given }: { held: Membership["siteIds"]; given: Membership["siteIds"] },
): Promise<void> {
  const ids = [...new Set(given)];
  const known = await tx.site.count({ where: { workspaceId, id: { in: ids } } });
  if (covers(held, given) && known === ids.length) return;
  throw new AppError("not_permitted", { detail: ONLY_OWN_SITES });
}

type Shown = { workspaceId: string; memberId: string; reader: Pick<OwnerScope, "siteIds"> };

/** Returns a member after a change, with the sites that the reader may see. Throws `not_found`. */
export async function findMember(tx: Transaction, { workspaceId, memberId, reader }: Shown): Promise<MemberRow> {
  const [row] = await tx.query<MemberRow>(Prisma.sql`
    SELECT m.role, ${memberColumns(reader)} FROM ${MEMBERS} WHERE m.workspace_id = ${workspaceId}::uuid AND m.user_id = ${memberId}::uuid`);
  if (!row) throw new AppError("not_found");
  return row;
}

type Change = {
  workspaceId: string;
  userId: string;
  before: Membership;
  after: Membership;
  by: ActedBy;
  /** The session that leaves, which isn't ended. */
  keepsSession?: string;
};

/**
 * Changes what someone may do in a workspace whose people are locked, and takes away what they lose: conversations, keys,
 * invitations, notifications and, with their last workspace, sessions and channels. Throws `last_owner`.
 */
export async function changeMember(tx: Transaction, change: Change): Promise<void> {
  const { workspaceId, userId, before, after } = change;
  if (before.role === "owner" && after.role !== "owner") await requireOtherOwner(tx, change);
  await tx.query(Prisma.sql`
    UPDATE members SET role = ${after.role}, site_ids = ${after.siteIds}::uuid[], standing = ${after.standing},
      ended_at = CASE WHEN ${after.standing} <> 'active' THEN now() END,
      ended_by = CASE WHEN ${after.standing} <> 'active' THEN ${change.by.userId}::uuid END
    WHERE workspace_id = ${workspaceId}::uuid AND user_id = ${userId}::uuid`);
  await tx.query(storeMemberEvents(change));
  const removed = after.standing === "removed" ? await takeBelongings(tx, change) : { keyIds: [], savedReplies: 0 };
  const conversations = await unassign(tx, change);
  const scheduledReplies = await stopReplies(tx, change);
  await skipNotifications(tx, change);
  const invitations = await revokeInvitations(tx, change);
  await tx.query(Prisma.sql`
    DELETE FROM ownership_offers WHERE workspace_id = ${workspaceId}::uuid
      AND (from_id = ${userId}::uuid AND ${after.role !== "owner"} OR to_id = ${userId}::uuid AND ${after.standing !== "active"})`);
  const sessionIds = after.standing === "active" ? [] : await endAccess(tx, change);
  const lost = {
    openConversations: conversations.length,
    apiKeys: removed.keyIds.length,
    invitations,
    savedReplies: removed.savedReplies,
    scheduledReplies,
  };
  for (const { action, data } of entriesOf(change, lost)) {
    await tx.query(storeActivity({ scope: { ...change.by, workspaceId }, action, targetId: userId, data }));
  }
  tx.afterCommit(() => publish({ workspaceId, userId, endedIds: [...removed.keyIds, ...sessionIds], conversations }));
}

// The trigger keeps an owner too. This one says why first.
async function requireOtherOwner(tx: Transaction, { workspaceId, userId }: Change): Promise<void> {
  const others = { workspaceId, userId: { not: userId }, role: "owner" };
  if ((await tx.member.count({ where: others })) === 0) throw new AppError("last_owner");
}

const isGone = ({ after }: Change) => after.standing !== "active";

/** Matches a row by its site if the person no longer has access to it. */
const isLost = (change: Change, siteId: Prisma.Sql) => {
  if (isGone(change)) return Prisma.sql`true`;
  const { siteIds } = change.after;
  return siteIds === null ? Prisma.sql`false` : Prisma.sql`NOT ${siteId} = ANY (${siteIds}::uuid[])`;
};

/** Deletes what belongs to the person in this workspace alone. */
async function takeBelongings(tx: Transaction, { workspaceId, userId }: Change) {
  const where = { workspaceId, userId };
  // One statement, so the ids are exactly those of the deleted keys, even while another is being created.
  const keys = await tx.query<{ id: string }>(Prisma.sql`
    DELETE FROM api_keys WHERE workspace_id = ${workspaceId}::uuid AND user_id = ${userId}::uuid RETURNING id`);
  const { count: savedReplies } = await tx.savedReply.deleteMany({ where });
  await tx.view.deleteMany({ where });
  await tx.draft.deleteMany({ where: { userId, conversation: { workspaceId } } });
  await tx.channel.deleteMany({ where });
  await tx.telegramCode.deleteMany({ where });
  // That of an email about several conversations belongs to no workspace.
  await tx.replyAddress.deleteMany({
    where: { userId, OR: [{ conversation: { workspaceId } }, { conversationId: null }] },
  });
  return { keyIds: keys.map(({ id }) => id), savedReplies };
}

// Closed conversations keep theirs, which readers show as no one. When one reopens, the assignee is removed (ASSIGNEE).
async function unassign(tx: Transaction, change: Change): Promise<ConversationRef[]> {
  const { workspaceId, userId, by } = change;
  const data = Prisma.sql`jsonb_strip_nulls(jsonb_build_object('by', ${by.userId}::text))`;
  return tx.query<ConversationRef>(Prisma.sql`
    WITH changed AS (
      UPDATE conversations c SET assignee_id = NULL, ${changedBy(by)}, ${NEXT_VERSION}
      WHERE c.workspace_id = ${workspaceId}::uuid AND c.assignee_id = ${userId}::uuid AND c.status = 'open'
        AND ${isLost(change, Prisma.sql`c.site_id`)}
      RETURNING c.*
    ), delivery AS (${storeDeliveries(Prisma.sql`
      SELECT c.site_id, c.workspace_id, c.id AS conversation_id, NULL::uuid AS message_id,
        'conversation.assigned' AS type, ${conversationData(data)} AS data
      FROM changed c WHERE NOT c.is_spam`)}
    )
    SELECT ${CONVERSATION_REF} FROM changed c`);
}

/** Stops the replies that the person had scheduled where they no longer have access. Returns how many. */
const stopReplies = (tx: Transaction, change: Change): Promise<number> =>
  stopLost(
    tx,
    Prisma.sql`r.workspace_id = ${change.workspaceId}::uuid AND r.user_id = ${change.userId}::uuid AND ${isLost(change, Prisma.sql`r.site_id`)}`,
  );

const NO_ACCESS = "no_access" satisfies ReasonCode;

async function skipNotifications(tx: Transaction, change: Change): Promise<void> {
  const { workspaceId, userId } = change;
  const own = Prisma.sql`workspace_id = ${workspaceId}::uuid AND user_id = ${userId}::uuid`;
  await tx.query(Prisma.sql`
    UPDATE mails SET status = 'skipped', reason = 'This person no longer has access.', recipient = NULL, updated_at = now()
    WHERE ${own} AND kind = 'member_alert' AND status = 'pending' AND ${isLost(change, Prisma.sql`site_id`)}`);
  await tx.query(Prisma.sql`
    DELETE FROM email_alerts e USING conversations c
    WHERE e.user_id = ${userId}::uuid AND c.id = e.conversation_id AND c.workspace_id = ${workspaceId}::uuid
      AND ${isLost(change, Prisma.sql`c.site_id`)}`);
  await tx.query(Prisma.sql`
    UPDATE notifications n SET status = 'skipped', reason = ${NO_ACCESS}, updated_at = now()
    WHERE ${own} AND status IN ('pending', 'queued') AND (${isGone(change)} OR EXISTS (
      SELECT FROM conversations c WHERE c.id = n.conversation_id AND ${isLost(change, Prisma.sql`c.site_id`)}
    ))`);
  await tx.query(Prisma.sql`
    DELETE FROM presences p USING conversations c
    WHERE p.user_id = ${userId}::uuid AND c.id = p.conversation_id AND c.workspace_id = ${workspaceId}::uuid
      AND ${isLost(change, Prisma.sql`c.site_id`)}`);
}

/** Revokes the pending invitations that the person couldn't send now. Returns how many. */
async function revokeInvitations(tx: Transaction, change: Change): Promise<number> {
  const { workspaceId, userId, after } = change;
  const isOut =
    isGone(change) || after.role === "agent"
      ? Prisma.sql`true`
      : Prisma.sql`NOT ${within(after, Prisma.sql`site_ids`)}`;
  const revoked = await tx.query<{ id: string }>(Prisma.sql`
    UPDATE invitations SET revoked_at = now()
    WHERE workspace_id = ${workspaceId}::uuid AND invited_by = ${userId}::uuid
      AND accepted_at IS NULL AND revoked_at IS NULL AND ${isOut}
    RETURNING id`);
  return revoked.length;
}

/** Ends what's left of someone's access if this was their last workspace. Their keys of others only pause. */
async function endAccess(tx: Transaction, { userId, keepsSession }: Change): Promise<string[]> {
  const others = await tx.member.count({ where: { userId, standing: "active", workspace: { closedAt: null } } });
  return others > 0 ? [] : endSessions(tx, userId, keepsSession);
}

type Entry = { action: Action; data: Record<string, unknown> };

/** Returns what the log says of a change, with counts of what the person lost by it. */
function entriesOf({ userId, before, after, by }: Change, lost: Record<string, unknown>): Entry[] {
  if (after.standing === "removed") {
    return [{ action: by.userId === userId ? "member.left" : "member.removed", data: lost }];
  }
  const entries: Entry[] = [];
  if (after.standing !== before.standing) {
    entries.push({ action: after.standing === "suspended" ? "member.suspended" : "member.restored", data: lost });
  }
  if (after.role !== before.role) {
    entries.push({ action: "member.role_changed", data: { from: before.role, to: after.role } });
  }
  if (JSON.stringify(after.siteIds) !== JSON.stringify(before.siteIds)) {
    entries.push({ action: "member.sites_changed", data: { siteIds: after.siteIds, ...lost } });
  }
  return entries;
}

// The reconciler finds the rest.
const PUBLISHED_MAX = 500;

type Changed = { workspaceId: string; userId: string; endedIds: string[]; conversations: ConversationRef[] };

/** Publishes a committed change, so that the person's streams end or narrow within a second. */
function publish({ workspaceId, userId, endedIds, conversations }: Changed): void {
  publishChange({ kind: "access", workspaceId, userId });
  publishSessionEnded(endedIds);
  publishChange({ kind: "settings", workspaceId, about: "members" });
  for (const place of conversations.slice(0, PUBLISHED_MAX)) publishChange({ kind: "conversation", ...place });
  wakeJobs("webhook");
}
