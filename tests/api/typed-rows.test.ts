import { expect, test } from "@playwright/test";
import { z } from "zod";
import { mintOwnerScope, mintVisitorScope } from "#lib/access/scopes.ts";
import {
  getConversation,
  getReadPositions,
  listVisitorConversations,
  type ReadPositions,
} from "#lib/conversations/queries.ts";
import { ConversationStatus, ListConversationsQuery } from "#lib/conversations/schema.ts";
import type { ConversationRow, VisitorConversationRow } from "#lib/conversations/statements.ts";
import { countUnread, listConversations, type UnreadTotal } from "#lib/inbox/queries.ts";
import {
  type ChangedRow,
  conversationsForOwners,
  conversationsForVisitors,
  type DeletedRow,
  databaseTime,
  findChangedConversations,
  findDeletions,
  type OwnerSideRow,
  type VisitorSideRow,
} from "#lib/live-updates/change-queries.system.ts";
import { listMessages, type MessageRow } from "#lib/messages/queries.ts";
import { findMessages } from "#lib/messages/ranges.system.ts";
import { ListMessagesQuery } from "#lib/messages/schema.ts";
import { findSiteByPublicKey, type PublicSite } from "#lib/sites/site-by-key.system.ts";
import { closeDb } from "#platform/database/database.ts";
import { type MadeOwner, makeDataSet } from "../../bench/data-set.ts";
import { query, type ScratchDatabase, scratchDatabase } from "../support/database.ts";
import { provideSettings } from "../support/provide-settings.ts";

/*
 * What a statement's rows are called in the code is a promise that no compiler checks: here each row that the database really
 * gives is held against it, field by field.
 */

const visitorConversation = {
  id: z.uuid(),
  status: ConversationStatus,
  createdAt: z.date(),
  lastMessageAt: z.date(),
  lastMessagePreview: z.string(),
  lastSeq: z.int(),
  unreadCount: z.int(),
};
const ownerConversation = {
  ...visitorConversation,
  siteId: z.uuid(),
  visitorId: z.uuid(),
  pageUrl: z.string().nullable(),
  lastReadByOwnerAt: z.date().nullable(),
  updatedAt: z.date(),
  siteName: z.string(),
  visitorExternalId: z.string().nullable(),
  visitorName: z.string().nullable(),
  visitorEmail: z.string().nullable(),
  visitorVerified: z.boolean(),
  isSpam: z.boolean(),
  visitorBlocked: z.boolean(),
  addressKnown: z.boolean(),
};
const marks = { ownerReadSeq: z.int(), visitorReadSeq: z.int() };

const excerpt = z.array(z.strictObject({ text: z.string(), isMatch: z.boolean() })).nullable();
const Conversation = z.strictObject(ownerConversation) satisfies z.ZodType<ConversationRow>;
const Found = z.strictObject({ ...ownerConversation, excerpt }) satisfies z.ZodType<ConversationRow>;
const VisitorConversation = z.strictObject(visitorConversation) satisfies z.ZodType<VisitorConversationRow>;
const OwnerSide = z.strictObject({
  ...ownerConversation,
  ...marks,
  workspaceId: z.uuid(),
}) satisfies z.ZodType<OwnerSideRow>;
const VisitorSide = z.strictObject({
  ...visitorConversation,
  ...marks,
  visitorId: z.uuid(),
  updatedAt: z.date(),
  isBlocked: z.boolean(),
}) satisfies z.ZodType<VisitorSideRow>;
const Message = z.strictObject({
  id: z.uuid(),
  conversationId: z.uuid(),
  seq: z.int(),
  senderType: z.enum(["visitor", "owner"]),
  senderId: z.uuid(),
  body: z.string(),
  createdAt: z.date(),
}) satisfies z.ZodType<MessageRow>;
const Marks = z.strictObject({ owner: z.int(), visitor: z.int() }) satisfies z.ZodType<ReadPositions>;
const Total = z.strictObject({ conversations: z.int(), messages: z.int() }) satisfies z.ZodType<UnreadTotal>;
const Changed = z.strictObject({
  id: z.uuid(),
  workspaceId: z.uuid(),
  visitorId: z.uuid(),
  lastSeq: z.int(),
  updatedAt: z.date(),
}) satisfies z.ZodType<ChangedRow>;
const Deleted = z.strictObject({
  id: z.uuid(),
  workspaceId: z.uuid(),
  visitorId: z.uuid().nullable(),
}) satisfies z.ZodType<DeletedRow>;
const Site = z.strictObject({
  id: z.uuid(),
  publicKey: z.string(),
  name: z.string(),
  accentColor: z.string(),
  welcomeMessage: z.string(),
  domain: z.string().nullable(),
}) satisfies z.ZodType<PublicSite>;

let database: ScratchDatabase;
let owner: MadeOwner;

test.beforeAll(async () => {
  database = await scratchDatabase();
  const owners = [{ email: "owner@example.com", sites: 2, conversations: 60 }];
  [owner] = (await makeDataSet(database.url, { conversations: 60, messagesPerConversation: 4, owners })) as [MadeOwner];
  await query(
    database.url,
    "INSERT INTO deletions SELECT gen_random_uuid(), id, CASE WHEN n = 1 THEN id END, now() FROM workspaces, generate_series(1, 2) n",
  );
  provideSettings({ DATABASE_URL: database.url });
});

test.afterAll(async () => {
  await closeDb();
  await database.drop();
});

const LONG_AGO = new Date(0);

async function everyRow() {
  const { userId, workspaceId } = owner;
  const scope = mintOwnerScope({
    userId,
    ownerId: userId,
    workspaceId,
    sessionId: userId,
    access: "session",
    tokenEndsAt: new Date(),
  });
  const { conversations } = await listConversations(scope, ListConversationsQuery.parse({ limit: "100" }));
  const [first] = conversations;
  if (!first) throw new Error("the data set is empty");
  const { id, siteId, visitorId } = first;
  const [key] = await query<{ siteKey: string }>(
    database.url,
    'SELECT public_key AS "siteKey" FROM sites WHERE id = $1',
    [siteId],
  );
  const siteKey = key?.siteKey ?? "";
  const visitor = mintVisitorScope({
    siteId,
    visitorId,
    siteKey,
    externalId: null,
    isVerified: false,
    tokenEndsAt: null,
  });
  return [
    ["conversations", Conversation, conversations],
    ["one conversation", Conversation, [await getConversation(scope, id)]],
    [
      "a search by walking",
      Found,
      (await listConversations(scope, ListConversationsQuery.parse({ q: "e" }))).conversations,
    ],
    ["a visitor's conversations", VisitorConversation, await listVisitorConversations(visitor)],
    ["messages", Message, (await listMessages(scope, id, ListMessagesQuery.parse({}))).messages],
    [
      "messages of events",
      Message,
      [...(await findMessages([{ conversationId: id, after: 0, upTo: 9 }])).values()].flat(),
    ],
    ["read marks", Marks, [await getReadPositions(scope, id)]],
    ["the unread total", Total, [await countUnread(scope)]],
    ["conversations of owners' events", OwnerSide, [...(await conversationsForOwners([id])).values()]],
    ["conversations of visitors' events", VisitorSide, [...(await conversationsForVisitors([id])).values()]],
    ["changes", Changed, await findChangedConversations(LONG_AGO, 100)],
    ["deletions", Deleted, await findDeletions(LONG_AGO, 100)],
    ["the time", z.date(), [await databaseTime()]],
    ["a site", Site, [await findSiteByPublicKey(siteKey)]],
  ] as const;
}

test("rows are of the types that the code gives them", async () => {
  for (const [name, shape, rows] of await everyRow()) {
    expect(rows.length, name).toBeGreaterThan(0);
    for (const row of rows) expect(shape.safeParse(row).error?.message, name).toBeUndefined();
  }
});
