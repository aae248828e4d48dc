import { createHmac } from "node:crypto";
import { expect } from "@playwright/test";
import { personOfApiKey } from "#gate/api-key.ts";
import { ownerOfToken } from "#gate/owner-gate.ts";
import { ownerOfScheduledReply } from "#gate/scheduled-reply.ts";
import { findWorkspaceOfPage } from "#lib/base/access/page-workspace.system.ts";
import { mintOwnerScope, mintVisitorScope } from "#lib/base/access/scopes.ts";
import { openSession } from "#lib/base/sessions/sessions.system.ts";
import { EXPIRED_ROWS } from "#lib/data/cleanup/expired-rows.system.ts";
import { deleteExpiredConversations } from "#lib/data/cleanup/retention.system.ts";
import { exportSite, exportVisitor } from "#lib/data/exports/queries.ts";
import { answerQuestions } from "#lib/desk/answers/commands.ts";
import { findOpenQuestions } from "#lib/desk/answers/queries.ts";
import { takeTurns } from "#lib/desk/assignment/round-robin.system.ts";
import { giveTurn } from "#lib/desk/assignment/round-robin-statements.ts";
import { setPageAttributes, setServerAttributes } from "#lib/desk/attributes/commands.ts";
import { PutAttributesBody } from "#lib/desk/attributes/schema.ts";
import { sendAwayTexts } from "#lib/desk/away-texts/send.system.ts";
import { runBulkChanges } from "#lib/desk/bulk-changes/run.system.ts";
import { getCardVisitor } from "#lib/desk/cards/queries.ts";
import { listEvents } from "#lib/desk/conversation-events/queries.ts";
import { ListEventsQuery } from "#lib/desk/conversation-events/schema.ts";
import {
  deleteConversation,
  markRead,
  publishTyping,
  startConversation,
  updateConversation,
} from "#lib/desk/conversations/commands.ts";
import {
  findReturnedVisitor,
  getConversation,
  getReadPositions,
  listVisitorConversations,
} from "#lib/desk/conversations/queries.ts";
import { ListConversationsQuery } from "#lib/desk/conversations/schema.ts";
import { storeDraft } from "#lib/desk/drafts/commands.ts";
import { listDrafts } from "#lib/desk/drafts/queries.ts";
import { countWaiting } from "#lib/desk/inbox/count-waiting.system.ts";
import { countConversations, countUnread, listConversations } from "#lib/desk/inbox/queries.ts";
import { listShownLabels } from "#lib/desk/labels/queries.ts";
import { sendMailedMessage, sendVisitorMessage } from "#lib/desk/messages/commands.ts";
import {
  findMessageByKey,
  findOtherOpenConversation,
  findStartRefusal,
  hasConversation,
  listMessages,
} from "#lib/desk/messages/queries.ts";
import { findMessages } from "#lib/desk/messages/ranges.system.ts";
import { ListMessagesQuery } from "#lib/desk/messages/schema.ts";
import { listNotes } from "#lib/desk/notes/queries.ts";
import { ListNotesQuery } from "#lib/desk/notes/schema.ts";
import { listPeople } from "#lib/desk/people/queries.ts";
import { recordPresence } from "#lib/desk/presence/commands.ts";
import { listOthersLooking } from "#lib/desk/presence/queries.ts";
import { rateConversation } from "#lib/desk/ratings/commands.ts";
import { listRatings } from "#lib/desk/ratings/queries.ts";
import { sendReply } from "#lib/desk/replies/commands.ts";
import { scheduleReply } from "#lib/desk/scheduled-replies/commands.ts";
import { listScheduledReplies } from "#lib/desk/scheduled-replies/queries.ts";
import { releaseDue } from "#lib/desk/scheduled-replies/release.system.ts";
import { wakeDue } from "#lib/desk/triage/wake.system.ts";
import { countViews } from "#lib/desk/views/queries.ts";
import { refuseUnknownVisitor } from "#lib/desk/visitors/refuse-unknown.ts";
import { verifiedVisitorId } from "#lib/desk/visitors/verified-visitor.system.ts";
import { isAccepted, needsProof } from "#lib/files/blocking/queries.ts";
import { drawThumbnails } from "#lib/files/files/thumbnails.system.ts";
import { findPicture } from "#lib/files/pictures/public-pictures.system.ts";
import {
  conversationsForOwners,
  conversationsForVisitors,
  findActiveIds,
  findAddedNotes,
  findArrivals,
  findChangedConversations,
  findChangedReads,
  findDeletions,
  findMemberships,
  unreadOf,
} from "#lib/live/live-updates/change-queries.system.ts";
import { listTeammatesReplies, listVisitorsMessages } from "#lib/notify/mail/queries/reply-back.system.ts";
import { listEarlierReplies, listThread } from "#lib/notify/mail/queries/thread.system.ts";
import { findLastRoundTrip } from "#lib/notify/mail/round-trip.system.ts";
import { findEarlierReply, findRepliedTo, hasVisitorWritten } from "#lib/notify/mail-in/persons.system.ts";
import { findEarlier, findFreeAt, findMailedVisitor } from "#lib/notify/mail-in/received.system.ts";
import { previewReply } from "#lib/notify/mail-in/replies.system.ts";
import { countMail, listReceived } from "#lib/notify/mail-status/received.system.ts";
import { planAlerts } from "#lib/notify/notifications/plan-alerts.system.ts";
import { planDue } from "#lib/notify/notifications/plan-statements.ts";
import { reactToSeen } from "#lib/notify/telegram/reactions.system.ts";
import { findReplyAddress } from "#lib/outbox/reply-addresses/addresses.system.ts";
import { findFrameState, getChecklist } from "#lib/people/owners/queries.ts";
import { findLoaderGreetings } from "#lib/sites/greetings/loader-greetings.system.ts";
import { turnSites } from "#lib/sites/hours/turn.system.ts";
import { listSites } from "#lib/sites/sites/queries.ts";
import { findSiteByPublicKey, findSiteForCaller, findSiteOfLoader } from "#lib/sites/sites/site-by-key.system.ts";
import { inLanguage } from "#lib/sites/words/site-in-language.system.ts";
import { newApiKey } from "#lib/team/api-keys/key.ts";
import { findAvailablePeople } from "#lib/team/members/available-people.system.ts";
import { listMembers } from "#lib/team/members/queries.ts";
import { sealText } from "#platform/crypto/sealed-text.ts";
import { queryPrepared } from "#platform/database/database.ts";
import { addMissingJobs, findDueQueues } from "#platform/jobs/rows.ts";
import { Prisma } from "#prisma-client";
import type { LargeDatabase } from "./large-database.ts";
import { soloScope } from "./solo-scope.ts";
import { addFile } from "./uploaded-files.ts";

/*
 * What the service does often, as functions that send its statements to a large database.
 */

export const ownerScope = ({ owner }: LargeDatabase) => soloScope(owner);

/** The owner, if they had so many sites only. All of their conversations are on two of them. */
export const memberScope = ({ owner }: LargeDatabase, sites: number) => {
  const others = Array.from({ length: sites }, () => crypto.randomUUID());
  return { ...soloScope(owner), siteIds: [...owner.siteIds, ...others].slice(0, sites) };
};

/** A conversation of the owner's, and its visitor. */
async function place(large: LargeDatabase, status: "open" | "closed" = "open", nth = 0) {
  const { conversations } = await listConversations(ownerScope(large), ListConversationsQuery.parse({ status }));
  const row = conversations[nth];
  if (!row) throw new Error("the data set has no such conversation");
  const { rows } = await large.client.query("SELECT public_key FROM sites WHERE id = $1", [row.siteId]);
  const siteKey = String(rows[0].public_key);
  const { siteId, visitorId } = row;
  const visitor = mintVisitorScope({
    siteId,
    visitorId,
    siteKey,
    externalId: null,
    isVerified: false,
    tokenEndsAt: null,
  });
  return { id: row.id, row, visitor };
}

const IDENTITY_SECRET = "a secret of this site";

/** A site of the owner's that has a secret to prove its visitors with. */
async function vouchingSite(large: LargeDatabase) {
  const { visitor } = await place(large);
  const site = await findSiteByPublicKey(visitor.siteKey);
  if (!site) throw new Error("the data set has no such site");
  const sealed = sealText(IDENTITY_SECRET, site.id);
  await large.client.query("UPDATE identity_secrets SET secret = $2 WHERE site_id = $1", [site.id, sealed]);
  return site;
}

const details = { name: "Ada", email: "ada@example.com", pageUrl: null };
const list = (large: LargeDatabase, query: object, scope = ownerScope(large)) =>
  listConversations(scope, ListConversationsQuery.parse(query));

const labelsOf = async ({ client, owner }: LargeDatabase): Promise<string[]> =>
  (await client.query<{ id: string }>("SELECT id FROM labels WHERE workspace_id = $1", [owner.workspaceId])).rows.map(
    ({ id }) => id,
  );

// One of the year that the data set's conversations are spread over.
const WEEK = { from: "2025-03-03T00:00:00.000Z", until: "2025-03-10T00:00:00.000Z" };

async function listAndNextPage(large: LargeDatabase, query: object, scope = ownerScope(large)) {
  const { nextCursor } = await list(large, query, scope);
  if (!nextCursor) throw new Error("the list has one page only");
  await list(large, { ...query, cursor: nextCursor }, scope);
}

/** What a member with some sites lists: those of an index of theirs, merged. */
export const MERGED: Record<string, (large: LargeDatabase) => Promise<unknown>> = {
  "the inbox of a member with two sites": (large) => listAndNextPage(large, {}, memberScope(large, 2)),
  "the inbox of a member with twelve sites": (large) => listAndNextPage(large, {}, memberScope(large, 12)),
  "a member's open conversations that aren't snoozed": (large) =>
    list(large, { status: "open", snoozed: "false" }, memberScope(large, 4)),
  "an assignee's conversations for a member": (large) =>
    list(large, { assignee: large.owner.userId }, memberScope(large, 2)),
  "a label's conversations for a member": async (large) => {
    const [label] = await labelsOf(large);
    await listAndNextPage(large, { labelId: label, limit: "10" }, memberScope(large, 2));
  },
};

/** What an index finds, in its order. */
export const FOUND: Record<string, (large: LargeDatabase) => Promise<unknown>> = {
  "the frame of a site with texts in the visitor's language": async (large) => {
    const site = await findSiteByPublicKey((await place(large)).visitor.siteKey);
    if (!site?.hasWords) throw new Error("the data set has no such texts");
    await inLanguage(site, "de");
  },
  "a verified visitor's session": async (large) => {
    const site = await vouchingSite(large);
    const hash = createHmac("sha256", IDENTITY_SECRET).update("customer-7").digest("hex");
    for (const _ of ["first", "second"]) await verifiedVisitorId(site, "customer-7", hash);
  },
  "a verified visitor's first message": async (large) => {
    const { visitor } = await place(large);
    await startConversation(mintVisitorScope({ ...visitor, isVerified: true }), { message: "Hello", ...details });
  },
  "a first message": async (large) => {
    const { visitor } = await place(large);
    const scope = mintVisitorScope({ ...visitor, visitorId: crypto.randomUUID() });
    await startConversation(scope, { message: "Hello", ...details }, { idempotencyKey: "key" });
  },
  "a first message that goes to the open conversation": async (large) => {
    const { visitor } = await place(large);
    await startConversation(visitor, { message: "Hello", ...details });
  },
  "a visitor's message": async (large) => {
    const { id, visitor } = await place(large, "closed");
    await sendVisitorMessage(visitor, id, { message: "Hello", ...details }, { idempotencyKey: "another key" });
    await findMessageByKey(visitor, "another key");
  },
  "a reply": async (large) => {
    const { id } = await place(large);
    await sendReply(ownerScope(large), id, { message: "Hello" }, { idempotencyKey: "key" });
    const shared = mintOwnerScope({ ...ownerScope(large), isShared: true });
    const seen = { seenSeq: 2_147_483_647, seenNote: 0 };
    await sendReply(shared, id, { message: "Hello again", ...seen }, { idempotencyKey: "another key" });
  },
  "a reply that's sent later": async (large) => {
    const { id } = await place(large);
    const scope = ownerScope(large);
    await scheduleReply(scope, id, { message: "Hello", holdSeconds: 0 }, "held");
    await sendReply(scope, id, { message: "Hello" }, { idempotencyKey: "held" }).catch(() => undefined);
    await releaseDue(ownerOfScheduledReply);
  },
  "a request with an API key": async (large) => {
    const { key, hash, hint } = newApiKey();
    await large.client.query("INSERT INTO api_keys VALUES (gen_random_uuid(), $1, 'Report', 'read', $2, $3, now())", [
      large.owner.userId,
      hash,
      hint,
    ]);
    await personOfApiKey(key, { needed: "read", clientAddress: null, workspaceId: null });
  },
  "the inbox": (large) => listAndNextPage(large, {}),
  "the inbox by status": (large) => listAndNextPage(large, { status: "open" }),
  "the inbox of a member with one site": (large) => listAndNextPage(large, {}, memberScope(large, 1)),
  "the inbox by site": (large) => listAndNextPage(large, { siteId: large.owner.siteIds[0] }),
  "the inbox by site and status": (large) => listAndNextPage(large, { siteId: large.owner.siteIds[0], status: "open" }),
  "an assignee's conversations": async (large) => {
    await listAndNextPage(large, { assignee: "me", status: "open" });
    await listAndNextPage(large, { assignee: "me" });
    await listAndNextPage(large, { assignee: "me", snoozed: "false" });
  },
  "rated conversations": async (large) => {
    await listAndNextPage(large, { rating: "any" });
    await listAndNextPage(large, { rating: "5" });
  },
  "one conversation": async (large) => {
    const { id, visitor } = await place(large);
    await getConversation(ownerScope(large), id);
    await getReadPositions(visitor, id);
    await findOtherOpenConversation(visitor, id);
    await hasConversation(visitor, id);
    await findStartRefusal(visitor);
    await publishTyping(ownerScope(large), id);
  },
  "a change of a conversation": async (large) => {
    const { id, row, visitor } = await place(large);
    await markRead(ownerScope(large), id, row.lastSeq - 1);
    await markRead(visitor, id, undefined);
    await updateConversation(ownerScope(large), id, { status: "closed", unread: true });
  },
  "a conversation's end": async (large) => {
    const { id } = await place(large, "closed", 1);
    await deleteConversation(ownerScope(large), id);
  },
  "open conversations that aren't snoozed": (large) => listAndNextPage(large, { status: "open", snoozed: "false" }),
  "a label's conversations": async (large) => {
    const [label] = await labelsOf(large);
    await listAndNextPage(large, { labelId: label });
    await listAndNextPage(large, { labelId: label, status: "closed" });
  },
  "what's unread for someone in a shared workspace": async (large) => {
    const scope = { ...ownerScope(large), isShared: true };
    const { id } = await place(large);
    await getConversation(scope, id);
    await markRead(scope, id, undefined);
    await updateConversation(scope, id, { unread: true });
    await unreadOf([{ conversationId: id, userId: scope.userId }]);
  },
  "starred conversations": (large) => listAndNextPage(large, { starred: "true" }),
  "the spam": (large) => listAndNextPage(large, { spam: "true" }),
  "a blocked visitor": async (large) => {
    const { id, visitor } = await place(large);
    await updateConversation(ownerScope(large), id, { visitorBlocked: true, addressBlocked: true });
    await expect(refuseUnknownVisitor(visitor)).rejects.toThrow("not_accepted");
    const started = startConversation(visitor, { message: "Hello", ...details });
    await expect(started).rejects.toThrow("not_accepted");
    await updateConversation(ownerScope(large), id, { visitorBlocked: false, addressBlocked: false });
  },
  "messages from a known address": async (large) => {
    const { id, visitor } = await place(large, "closed", 2);
    await findSiteForCaller(visitor.siteKey, "203.0.113.7");
    await startConversation(visitor, { message: "Hello", ...details }, { clientAddress: "203.0.113.7" });
    await sendVisitorMessage(visitor, id, { message: "Hello", ...details }, { clientAddress: "203.0.113.8" }).catch(
      () => undefined,
    );
    await isAccepted(visitor, "Hello", ["a hash"]);
    await needsProof(visitor);
  },
  "a logo or photo": async () => {
    await findPicture("0".repeat(64));
  },
  "the unread total": (large) => countUnread(ownerScope(large)),
  "missed changes": async (large) => {
    await findDeletions(new Date(Date.now() - 15_000), 10_000);
    await findActiveIds(new Set([large.owner.siteIds[0] ?? "", large.owner.userId]));
    await findMemberships([large.owner]);
  },
  "expired rows": async () => {
    for (const rows of EXPIRED_ROWS) await rows.delete();
  },
  "the conversations of events": async (large) => {
    const { id } = await place(large);
    await conversationsForOwners([id]);
    await conversationsForVisitors([id]);
  },
};

// What's sorted here is what's returned, or bounded: a page of messages, one batch of events, one visitor's conversations,
// a workspace's people, a site's spam, the few who wait or are snoozed.
export const FOUND_AND_SORTED: Record<string, (large: LargeDatabase) => Promise<unknown>> = {
  "conversations by wait, language, page and email": async (large) => {
    await list(large, { waitingFor: "1h" });
    await list(large, { waitingFor: "1h", order: "waiting" });
    await list(large, { language: "de" });
    await list(large, { page: "/pricing" });
    await list(large, { hasEmail: "true" });
  },
  "what a report counts": async (large) => {
    await list(large, { counted: "never_replied", ...WEEK });
    await list(large, { counted: "replied", siteId: large.owner.siteIds[0], ...WEEK });
    await list(large, { counted: "waiting" });
  },
  "people in every order, and by their words": async (large) => {
    const [siteId = ""] = large.owner.siteIds;
    for (const order of ["lastMessage", "firstSeen", "conversations"] as const) {
      await listPeople(ownerScope(large), { order, limit: 50 });
      await listPeople(ownerScope(large), { order, limit: 50, siteId });
      await listPeople(ownerScope(large), { order, limit: 50, q: "visitor77" });
    }
  },
  "conversations by an attribute": async (large) => {
    await list(large, { attribute: "plan:server1" });
    await list(large, { attribute: "plan:server1", status: "open", snoozed: "false" });
  },
  "the counts of views": async (large) => {
    await countViews(ownerScope(large));
    await countViews(memberScope(large, 2));
  },
  "who an owner is": async (large) => {
    const { token } = await openSession(large.owner.userId, { device: null });
    await ownerOfToken(token);
  },
  "who's available on a site": async (large) => {
    const { visitor } = await place(large);
    await findAvailablePeople(visitor.siteId);
  },
  "the scheduled replies of a conversation": async (large) => {
    const { id } = await place(large);
    await listScheduledReplies(ownerScope(large), id);
  },
  "a conversation in view": async (large) => {
    const { id } = await place(large);
    const scope = { ...ownerScope(large), isShared: true };
    await recordPresence(scope, id, {});
    await listOthersLooking(scope, id);
    await recordPresence(scope, id, { leaving: true });
  },
  "a draft": async (large) => {
    const { id } = await place(large);
    const scope = ownerScope(large);
    const found = (await listDrafts(scope, id)).find(({ kind }) => kind === "reply");
    const draft = await storeDraft(scope, id, { kind: "reply", body: "Hi", version: Number(found?.version ?? 0) });
    await storeDraft(scope, id, { kind: "reply", body: "", version: Number(draft?.version) });
    await storeDraft(scope, id, { kind: "reply", body: "Hi", version: 0 });
  },
  "a widget session": async (large) => {
    const { visitor } = await place(large);
    const site = await findSiteForCaller(visitor.siteKey, "203.0.113.9");
    await findSiteByPublicKey(visitor.siteKey);
    await findReturnedVisitor(visitor);
    await findOpenQuestions(visitor, site?.questions ?? [], "en");
  },
  "a visitor's rating": async (large) => {
    const { id, visitor } = await place(large, "closed");
    await large.client.query("UPDATE sites SET asks_rating = true, asks_rating_since = '-infinity' WHERE id = $1", [
      visitor.siteId,
    ]);
    const close = "UPDATE conversations SET status = $2, changed_via = 'session' WHERE id = $1";
    await large.client.query(close, [id, "open"]);
    await large.client.query(close, [id, "closed"]);
    const [own] = await listVisitorConversations(visitor);
    if (own?.ratable) await rateConversation(visitor, id, { close: own.ratable.close, score: 5, comment: null });
    await listRatings(ownerScope(large), id);
  },
  "a visitor's answers": async (large) => {
    const { id, visitor } = await place(large);
    await answerQuestions(visitor, id, { answers: { order: "A-1042" } });
  },
  "a visitor's attributes": async (large) => {
    const { id, visitor } = await place(large);
    const { attributes } = PutAttributesBody.parse({ attributes: { plan: "pro", seats: 3 } });
    await setPageAttributes(visitor, attributes);
    await setServerAttributes(ownerScope(large), visitor.visitorId, attributes);
    await getCardVisitor(ownerScope(large), id);
  },
  "the labels of a page": (large) => listShownLabels(ownerScope(large)),
  "the events of a conversation": async (large) => {
    const { id } = await place(large);
    await listEvents(ownerScope(large), id, ListEventsQuery.parse({}));
    await listEvents(ownerScope(large), id, ListEventsQuery.parse({ after: "1" }));
  },
  "a person's unread mentions": async (large) => {
    const scope = { ...ownerScope(large), isShared: true };
    const ids = [(await place(large)).id, (await place(large, "closed")).id];
    await large.client.query(
      `INSERT INTO reads (user_id, conversation_id, read_seq, is_marked, marked_for, updated_at)
       SELECT $1, id, 0, true, 'mention', now() FROM unnest($2::uuid[]) AS id
       ON CONFLICT (user_id, conversation_id) DO UPDATE SET is_marked = true, marked_for = 'mention'`,
      [scope.userId, ids],
    );
    await list(large, { mentioned: "true" }, scope);
    await list(large, { mentioned: "true", status: "open" }, scope);
  },
  "who is in a workspace": (large) => listMembers(ownerScope(large)),
  "whose turn it is": async (large) => {
    // Everyone has had everything, so it changes nothing.
    const { client, owner } = large;
    const use = (since: Date | null) =>
      client.query("UPDATE sites SET assigns_since = $2 WHERE id = $1", [owner.siteIds[0], since]);
    await client.query(
      `INSERT INTO activity (id, workspace_id, at, via, action, conversation_id, target_id)
       SELECT gen_random_uuid(), workspace_id, now(), 'round_robin', 'conversation.assigned', id, $2 FROM conversations
       WHERE workspace_id = $1 AND waiting_since IS NOT NULL`,
      [owner.workspaceId, owner.userId],
    );
    await use(new Date());
    await takeTurns();
    await queryPrepared(giveTurn(Prisma.sql`c.id = ${(await place(large)).id}::uuid`));
    await use(null);
  },
  "who gets an away text": async (large) => {
    const { client, owner } = large;
    const { id, row, visitor } = await place(large);
    await client.query(
      "UPDATE sites SET away_text = 'Later', away_text_at = to_timestamp(0) WHERE id = ANY ($1::uuid[])",
      [owner.siteIds],
    );
    await client.query(
      "UPDATE site_hours SET closed_since = clock_timestamp(), turns_at = NULL WHERE site_id = ANY ($1::uuid[])",
      [owner.siteIds],
    );
    await client.query("ANALYZE site_hours");
    await client.query("DELETE FROM presences WHERE conversation_id = $1", [id]);
    await startConversation(visitor, { message: "Hello", ...details });
    await sendAwayTexts();
    expect((await getConversation(ownerScope(large), id)).lastSeq).toBe(row.lastSeq + 2);
    await client.query("UPDATE site_hours SET closed_since = NULL WHERE site_id = ANY ($1::uuid[])", [owner.siteIds]);
  },
  "the sites": (large) => listSites(ownerScope(large)),
  "alerts that are due": async (large) => {
    await large.client.query("UPDATE alerts SET due_at = now() WHERE conversation_id = $1", [(await place(large)).id]);
    await planAlerts();
    // As if email were on, too.
    await queryPrepared(planDue(20, { isOn: true, delaySeconds: 120 }));
  },
  "queues with jobs that are due": () => findDueQueues(),
  "rows without a job": () => addMissingJobs(),
  "the inbox of a member with many sites": (large) => listAndNextPage(large, {}, memberScope(large, 25)),
  "the inbox of a member with many quiet sites": (large) =>
    list(large, {}, { ...memberScope(large, 25), siteIds: memberScope(large, 25).siteIds.slice(2) }),
  "a member's snoozed and starred conversations, spam and counts": async (large) => {
    const scope = memberScope(large, 2);
    for (const query of [{ snoozed: "true" }, { starred: "true" }, { spam: "true" }, { order: "waiting" }])
      await listAndNextPage(large, query, scope);
    await countUnread(scope);
    await countConversations(scope);
  },
  "a member's searches": async (large) => {
    for (const sites of [2, 25]) {
      await listAndNextPage(large, { q: "the order" }, memberScope(large, sites));
      await list(large, { q: "quite unheard-of" }, memberScope(large, sites));
    }
  },
  "snoozed conversations": (large) => listAndNextPage(large, { snoozed: "true" }),
  "who waits longest": (large) => listAndNextPage(large, { order: "waiting" }),
  "who waits longest on a site": (large) =>
    listAndNextPage(large, { order: "waiting", siteId: large.owner.siteIds[0] }),
  "the metrics of who waits": () => countWaiting(),
  "the counts": (large) => countConversations(ownerScope(large)),
  "what each page of the dashboard needs": (large) => findFrameState(ownerScope(large)),
  "the workspace that a page's address is about": async (large) => {
    const { id } = await place(large);
    await findWorkspaceOfPage(ownerScope(large).userId, `/inbox/${id}`);
  },
  "the first steps": (large) => getChecklist(ownerScope(large)),
  "visitors whose streams are being opened": async (large) => {
    const places = await Promise.all([place(large), place(large), place(large)]);
    const arriving = places.map(({ visitor: { visitorId, siteId } }) => ({ visitorId, siteId }));
    await findArrivals(arriving, 4);
  },
  "a conversation's history": async (large) => {
    const { id, visitor } = await place(large);
    for (const query of [{}, { after: "1" }, { before: "3" }]) {
      await listMessages(ownerScope(large), id, ListMessagesQuery.parse(query));
      await listMessages(visitor, id, ListMessagesQuery.parse(query));
      await listNotes(ownerScope(large), id, ListNotesQuery.parse(query));
      await listEvents(ownerScope(large), id, ListEventsQuery.parse(query));
    }
  },
  "messages with files": async (large) => {
    const { id, row, visitor } = await place(large, "open", 3);
    const run = async (text: string, values: unknown[] = []) => (await large.client.query(text, values)).rows;
    const files = await Promise.all([addFile(row.siteId, visitor, {}, run), addFile(row.siteId, visitor, {}, run)]);
    await sendVisitorMessage(visitor, id, { files, ...details }, { idempotencyKey: "files" });
    const more = await addFile(row.siteId, visitor, {}, run);
    await startConversation(visitor, { message: "Hello", files: [more], ...details });
    const { userId } = large.owner;
    for (const more of [{}, { close: true } as const]) {
      const file = await addFile(row.siteId, { userId }, {}, run);
      await sendReply(ownerScope(large), id, { files: [file], ...more }, { idempotencyKey: file });
    }
    await listMessages(visitor, id, ListMessagesQuery.parse({}));
  },
  "a message by email": async (large) => {
    const { id, visitor } = await place(large, "open", 4);
    const { rows } = await large.client.query("SELECT id FROM received_mails WHERE conversation_id = $1", [id]);
    const key = "mail:of the large database";
    const header = { headerId: "own@mail.example", sentAt: "today" };
    await findReplyAddress(["a".repeat(26)]);
    await findMailedVisitor(id);
    await findEarlier(visitor, { key, ...header });
    await findFreeAt("grace@example.com", id);
    const said = {
      from: "grace@example.com",
      subject: "Re: Hi",
      belief: "claimed",
      rest: null,
      quoted: "> Hi",
    } as const;
    const mail = { ...header, ...said, receivedId: rows[0].id, signature: null, leftOut: [], readUpTo: 1 };
    await sendMailedMessage(visitor, id, { message: "By email", key, mail });
    await listMessages(ownerScope(large), id, ListMessagesQuery.parse({}));
    await listThread(id);
    await listEarlierReplies({ id, from: 3 }, { email: "grace@example.com", isConfirmed: false });
  },
  "a teammate's reply by email": async (large) => {
    const { id } = await place(large, "open", 5);
    const scope = ownerScope(large);
    const { userId } = scope;
    const replied = { userId, conversationId: id, seenSeq: 1 };
    await findRepliedTo(replied);
    await findEarlierReply(scope, id, { key: "mail:none", headerId: "own@mail.example", sentAt: "today" });
    await hasVisitorWritten(id, { seenSeq: 1, seq: 3 });
    await listTeammatesReplies(replied);
    await listVisitorsMessages({ conversationId: id, seenSeq: 1, seq: 9 });
    await previewReply("a".repeat(43)).catch(() => undefined);
  },
  "whether email works": async () => {
    await countMail();
    await listReceived();
    await findLastRoundTrip();
  },
  "pictures without thumbnails": () => drawThumbnails(),
  "snoozed conversations that are due": () => wakeDue(),
  "the loader of a site that greets": async (large) => {
    const site = await findSiteOfLoader((await place(large)).visitor.siteKey);
    if (!site?.greets) throw new Error("the data set has no such greeting");
    await findLoaderGreetings(site.id);
  },
  "sites that open or close": () => turnSites(),
  "bulk changes that aren't done": () => runBulkChanges(async () => null),
  "replies from Telegram that were seen": () => reactToSeen(),
  "an export": async (large) => {
    // For a site with half of all visitors, reading the others as well would cost about as much.
    const small = (await listSites(ownerScope(large))).at(-1);
    for (const siteId of [...large.owner.siteIds.slice(0, 1), ...(small ? [small.id] : [])]) {
      const { read } = await exportSite(ownerScope(large), siteId);
      const batches = read();
      for (let page = 0; page < 20; page += 1) await batches.next();
    }
    const { read } = await exportVisitor(ownerScope(large), (await place(large)).row.visitorId);
    for await (const _ of read());
  },
  "what is past its site's time": () => deleteExpiredConversations(),
  "a visitor's conversations": async (large) => {
    const { visitor } = await place(large);
    await listVisitorConversations(visitor);
  },
  "the spam of a site": (large) => listAndNextPage(large, { siteId: large.owner.siteIds[0], spam: "true" }),
  "what changed lately": async (large) => {
    const since = new Date(Date.now() - 15_000);
    const workspaces = new Set([large.owner.workspaceId]);
    await findChangedConversations({ since, workspaces, limit: 10_000 });
    await findChangedConversations({ since, workspaces, sites: new Set(large.owner.siteIds), limit: 10_000 });
    await findAddedNotes({ since, workspaces, limit: 10_000 });
    await findChangedReads({ since, workspaces, limit: 10_000 });
  },
  "the messages of events": async (large) => {
    const { id } = await place(large);
    await findMessages([{ conversationId: id, after: 0, upTo: 2 }]);
  },
  "a search for common words": (large) => listAndNextPage(large, { q: "the order" }),
  "a search for rare words": (large) => list(large, { q: "quite unheard-of" }),
  "a search for one letter": (large) => list(large, { q: "\u00fe", status: "open", siteId: large.owner.siteIds[0] }),
};
