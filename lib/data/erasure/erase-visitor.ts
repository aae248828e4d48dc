import { query, type Transaction } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import { visitorsOfPerson } from "../../base/access/people-statements.ts";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { lockSite, ownConversations, ownSiteRows } from "../../base/access/statements.ts";
import { storeActivity } from "../../base/activity/statements.ts";
import type { ConversationRef } from "../../base/changes/change.ts";
import { changeConversations } from "../../base/changes/change-conversations.system.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import { storeDeletions } from "../../base/changes/statements.ts";
import { eraseConversations, MESSAGE_COUNT } from "../../desk/conversations/erase-statements.ts";
import { NOTE_COUNT } from "../../desk/notes/statements.ts";
import { type LockedVisitor, lockPeople, storePeople } from "../../desk/people/statements.ts";
import type { EraseVisitorQuery } from "../../desk/visitors/schema.ts";
import { wakeFileRemoval } from "../../files/files/stored-contents.system.ts";

/*
 * A visitor with many messages is erased in batches, so that no statement takes long or holds many locks. The
 * visitor's row goes last, so an interrupted erasure can be repeated. Merged visitors are erased as one person: those who are one
 * when it begins. Someone who's merged with them meanwhile isn't erased.
 */
const MESSAGES_AT_ONCE = 2_000;
const CONVERSATIONS_AT_ONCE = 200;

const OTHERS =
  "Someone was merged with this person or taken out again meanwhile. Nothing was erased. See who they are now, then repeat it.";

/**
 * Erases a visitor, and those merged with them, with all their conversations. Only their ids are kept, so that none of their
 * tokens works again. Throws `not_found`, or `conflict` if they aren't so many visitors as were confirmed.
 */
export async function eraseVisitor(
  scope: OwnerScope,
  visitorId: string,
  { visitors }: EraseVisitorQuery = {},
): Promise<void> {
  const visitorIds = await findPerson(scope, visitorId);
  if (visitors !== undefined && visitors !== visitorIds.length) throw new AppError("conflict", { detail: OTHERS });
  const report = await countOwn(scope, visitorIds);
  while (await eraseSome(scope, visitorIds));
  await retryingConflicts(() => eraseRest(scope, visitorIds, report));
}

async function findPerson(scope: OwnerScope, visitorId: string): Promise<string[]> {
  const rows = await query<{ id: string }>(Prisma.sql`
    SELECT v.id FROM visitors v WHERE v.id = ANY (${visitorsOfPerson(visitorId)}) AND ${ownSiteRows(scope, Prisma.sql`v`)}`);
  if (rows.length === 0) throw new AppError("not_found");
  return rows.map(({ id }) => id);
}

/** How much is erased, for the activity log. */
type ErasureReport = { conversations: number; messages: number; notes: number; files: number; bytes: number };

// Files of messages, the team's included, and the visitor's own that no message names.
const filesOf = (scope: OwnerScope, visitorIds: string[]) => Prisma.sql`(
  SELECT f.id, f.size FROM conversations c JOIN messages m ON m.conversation_id = c.id JOIN files f ON f.message_id = m.id
  WHERE ${ownConversationsOf(scope, visitorIds)}
  UNION ALL ${unnamedFilesOf(scope, visitorIds)}
)`;
const unnamedFilesOf = (scope: OwnerScope, visitorIds: string[]) => Prisma.sql`
  SELECT f.id, f.size FROM files f
  WHERE f.visitor_id = ANY (${visitorIds}::uuid[]) AND f.message_id IS NULL AND ${ownSiteRows(scope, Prisma.sql`f`)}`;

async function countOwn(scope: OwnerScope, visitorIds: string[]): Promise<ErasureReport> {
  const [counted] = await query<ErasureReport>(Prisma.sql`
    SELECT texts.*, files.* FROM (
      SELECT count(*)::int AS conversations, coalesce(sum(${NOTE_COUNT}), 0)::int AS notes, coalesce(sum(${MESSAGE_COUNT}), 0)::int AS messages
      FROM conversations c WHERE ${ownConversationsOf(scope, visitorIds)}
    ) texts, (
      SELECT count(*)::int AS files, coalesce(sum(size), 0)::float8 AS bytes FROM ${filesOf(scope, visitorIds)} own
    ) files`);
  return counted ?? { conversations: 0, messages: 0, notes: 0, files: 0, bytes: 0 };
}

const ownConversationsOf = (scope: OwnerScope, visitorIds: string[]) =>
  Prisma.sql`c.visitor_id = ANY (${visitorIds}::uuid[]) AND ${ownConversations(scope)}`;

/** Erases a batch of a person's messages or conversations if there are many. Returns whether there were. */
async function eraseSome(scope: OwnerScope, visitorIds: string[]): Promise<boolean> {
  const own = ownConversationsOf(scope, visitorIds);
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

function eraseRest(scope: OwnerScope, visitorIds: string[], report: ErasureReport): Promise<ConversationRef[]> {
  const isOfPerson = Prisma.sql`ANY (${visitorIds}::uuid[])`;
  const eraseAll = async (tx: Transaction, theirs: Prisma.Sql) => {
    const own = Prisma.sql`visitors v WHERE v.id = ${isOfPerson} AND ${ownSiteRows(scope, Prisma.sql`v`)}`;
    const [visitor] = await tx.query<{ siteId: string }>(Prisma.sql`SELECT v.site_id AS "siteId" FROM ${own} LIMIT 1`);
    if (!visitor) throw new AppError("not_found");
    // None is merged from here on.
    await lockSite(scope, visitor.siteId, tx);
    // Starting a conversation locks the visitor's row first, so none can start from here on.
    const locked = await tx.query<LockedVisitor>(lockPeople(visitorIds, Prisma.sql`FOR UPDATE`));
    const erased = locked.filter(({ id }) => visitorIds.includes(id)).map(({ id }) => id);
    if (erased.length === 0) throw new AppError("not_found");
    const places = await tx.query<ConversationRef>(eraseConversations(theirs));
    await tx.query(storeDeletions(Prisma.sql`SELECT v.id, v.workspace_id, v.site_id, v.id AS visitor_id FROM ${own}`));
    await tx.query(Prisma.sql`DELETE FROM ${own}`);
    await tx.query(Prisma.sql`
      DELETE FROM files WHERE id IN (SELECT id FROM (${unnamedFilesOf(scope, visitorIds)}) unnamed)`);
    const others = locked.map(({ id }) => id).filter((id) => !visitorIds.includes(id));
    if (others.length > 0) await tx.query(storePeople(others));
    await tx.query(storeActivity({ scope, action: "visitor.erased", siteId: visitor.siteId, data: { ...report } }));
    tx.afterCommit(() => {
      for (const visitorId of erased) publishChange({ kind: "visitor-erased", visitorId });
      wakeFileRemoval();
    });
    return places;
  };
  return changeConversations(scope, Prisma.sql`c.visitor_id = ${isOfPerson}`, eraseAll, { kind: "deleted" });
}
