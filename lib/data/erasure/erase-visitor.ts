import { query, type Transaction } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownConversations, ownSiteRows } from "../../base/access/statements.ts";
import { storeActivity } from "../../base/activity/statements.ts";
import type { ConversationRef } from "../../base/changes/change.ts";
import { changeConversations } from "../../base/changes/change-conversations.system.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import { storeDeletions } from "../../base/changes/statements.ts";
import { eraseConversations, MESSAGE_COUNT } from "../../desk/conversations/erase-statements.ts";
import { NOTE_COUNT } from "../../desk/notes/statements.ts";
import { wakeFileRemoval } from "../../files/files/stored-contents.system.ts";

/*
 * A visitor with many messages is erased in batches, so that no statement takes long or holds many locks. The
 * visitor's row goes last, so an interrupted erasure can be repeated.
 */
const MESSAGES_AT_ONCE = 2_000;
const CONVERSATIONS_AT_ONCE = 200;

/**
 * Erases a visitor with all their conversations. Only their id is kept, so that none of their tokens works again.
 * Throws `not_found`.
 */
export async function eraseVisitor(scope: OwnerScope, visitorId: string): Promise<void> {
  const report = await countOwn(scope, visitorId);
  while (await eraseSome(scope, visitorId));
  await retryingConflicts(() => eraseRest(scope, visitorId, report));
}

/** How much is erased, for the activity log. */
type ErasureReport = { conversations: number; messages: number; notes: number; files: number; bytes: number };

// Files of messages, the team's included, and the visitor's own that no message names.
const filesOf = (scope: OwnerScope, visitorId: string) => Prisma.sql`(
  SELECT f.id, f.size FROM conversations c JOIN messages m ON m.conversation_id = c.id JOIN files f ON f.message_id = m.id
  WHERE ${ownConversationsOf(scope, visitorId)}
  UNION ALL ${unnamedFilesOf(scope, visitorId)}
)`;
const unnamedFilesOf = (scope: OwnerScope, visitorId: string) => Prisma.sql`
  SELECT f.id, f.size FROM files f
  WHERE f.visitor_id = ${visitorId}::uuid AND f.message_id IS NULL AND ${ownSiteRows(scope, Prisma.sql`f`)}`;

async function countOwn(scope: OwnerScope, visitorId: string): Promise<ErasureReport> {
  const [counted] = await query<ErasureReport>(Prisma.sql`
    SELECT texts.*, files.* FROM (
      SELECT count(*)::int AS conversations, coalesce(sum(${NOTE_COUNT}), 0)::int AS notes, coalesce(sum(${MESSAGE_COUNT}), 0)::int AS messages
      FROM conversations c WHERE ${ownConversationsOf(scope, visitorId)}
    ) texts, (
      SELECT count(*)::int AS files, coalesce(sum(size), 0)::float8 AS bytes FROM ${filesOf(scope, visitorId)} own
    ) files`);
  return counted ?? { conversations: 0, messages: 0, notes: 0, files: 0, bytes: 0 };
}

const ownConversationsOf = (scope: OwnerScope, visitorId: string) =>
  Prisma.sql`c.visitor_id = ${visitorId}::uuid AND ${ownConversations(scope)}`;

/** Erases a batch of a visitor's messages or conversations if there are many. Returns whether there were. */
async function eraseSome(scope: OwnerScope, visitorId: string): Promise<boolean> {
  const own = ownConversationsOf(scope, visitorId);
  const messages = Prisma.sql`conversations c JOIN messages m ON m.conversation_id = c.id WHERE ${own}`;
  const isMoreThan = (rows: Prisma.Sql, most: number) =>
    Prisma.sql`(SELECT count(*) > ${most} FROM (SELECT FROM ${rows} LIMIT ${most + 1}) rows)`;
  const [much] = await query<{ hasMessages: boolean; hasConversations: boolean }>(Prisma.sql`
    SELECT ${isMoreThan(messages, MESSAGES_AT_ONCE)} AS "hasMessages",
      ${isMoreThan(Prisma.sql`conversations c WHERE ${own}`, CONVERSATIONS_AT_ONCE)} AS "hasConversations"`);
  if (much?.hasMessages) {
    await query(Prisma.sql`
      DELETE FROM messages WHERE id IN (SELECT m.id FROM ${messages} LIMIT ${MESSAGES_AT_ONCE})`);
    return true;
  }
  if (!much?.hasConversations) return false;
  const some = Prisma.sql`c.id IN (SELECT c.id FROM conversations c WHERE ${own} LIMIT ${CONVERSATIONS_AT_ONCE})`;
  const erase = (tx: Transaction, theirs: Prisma.Sql) => tx.query<ConversationRef>(eraseConversations(theirs));
  await retryingConflicts(() => changeConversations(scope, some, erase, { kind: "deleted" }));
  return true;
}

function eraseRest(scope: OwnerScope, visitorId: string, report: ErasureReport): Promise<ConversationRef[]> {
  const eraseAll = async (tx: Transaction, theirs: Prisma.Sql) => {
    // Starting a conversation locks the visitor's row first, so none can start from here on.
    const own = Prisma.sql`visitors v WHERE v.id = ${visitorId}::uuid AND ${ownSiteRows(scope, Prisma.sql`v`)}`;
    const [visitor] = await tx.query<{ siteId: string }>(
      Prisma.sql`SELECT v.site_id AS "siteId" FROM ${own} FOR UPDATE`,
    );
    if (!visitor) throw new AppError("not_found");
    const places = await tx.query<ConversationRef>(eraseConversations(theirs));
    await tx.query(storeDeletions(Prisma.sql`SELECT v.id, v.workspace_id, v.site_id, v.id AS visitor_id FROM ${own}`));
    await tx.query(Prisma.sql`DELETE FROM ${own}`);
    await tx.query(Prisma.sql`
      DELETE FROM files WHERE id IN (SELECT id FROM (${unnamedFilesOf(scope, visitorId)}) unnamed)`);
    await tx.query(storeActivity({ scope, action: "visitor.erased", siteId: visitor.siteId, data: { ...report } }));
    tx.afterCommit(() => {
      publishChange({ kind: "visitor-erased", visitorId });
      wakeFileRemoval();
    });
    return places;
  };
  return changeConversations(scope, Prisma.sql`c.visitor_id = ${visitorId}::uuid`, eraseAll, { kind: "deleted" });
}
