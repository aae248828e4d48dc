import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { ActivityListResponse } from "#lib/base/activity/schema.ts";
import { MessageListResponse, MessageResponse } from "#lib/desk/messages/schema.ts";
import { ask, askNothing, refuse, send } from "../support/api-client.ts";
import { parseCsv } from "../support/csv.ts";
import { ownerStream, visitorStream } from "../support/event-stream.ts";
import {
  allMessages,
  conversation,
  inbox,
  markRead,
  newConversation,
  type Owner,
  openWidget,
  ownConversations,
  patchConversation,
  reply,
  sendMessage,
  start,
  type Visitor,
} from "../support/factories.ts";
import { uploadAsMember, uploadAsVisitor } from "../support/files.ts";
import { holdTransaction } from "../support/held-transaction.ts";
import { insertRows } from "../support/insert-rows.ts";
import { rowsContaining } from "../support/rows-containing.ts";
import { sql, storedRows } from "../support/stored-rows.ts";
import { newTeam } from "../support/team.ts";
import { deliveries, delivery, newListeningSite } from "../support/webhooks.ts";

const newWord = () => `quokka${randomUUID().slice(0, 8)}`;
const at = (id: string, messageId: string) => `/conversations/${id}/messages/${messageId}`;
const remove = ({ token }: Pick<Owner, "token">, id: string, messageId: string) =>
  askNothing("DELETE", at(id, messageId), { token });
const takeBack = ({ token }: Visitor, id: string, messageId: string) =>
  askNothing("DELETE", `/public${at(id, messageId)}`, { token });
const pageOf = ({ token }: { token: string }, path: string) => ask(MessageListResponse, 200, "GET", path, { token });

async function firstMessage(owner: Owner, id: string) {
  const [message] = await allMessages(owner, id);
  if (!message) throw new Error("there's a message");
  return message;
}

/** What's kept of a conversation's state. */
async function stateOf(id: string) {
  const [row] = await sql(
    `SELECT owner_unread_count AS "ownerUnread", visitor_unread_count AS "visitorUnread", waiting_seq AS "waitingSeq",
       waiting_since IS NOT NULL AS waits, is_unread AS "isUnread" FROM conversations WHERE id = $1`,
    [id],
  );
  return row;
}

test("a deleted reply keeps its seq without its text for both sides, and the team sees who deleted it", async () => {
  const { owner, visitor, id } = await newConversation();
  const word = newWord();
  const { id: messageId } = await reply(owner, id, word);
  expect(await rowsContaining([word])).toEqual({ conversations: 1, messages: 1 });
  await remove(owner, id, messageId);
  expect(await rowsContaining([word])).toEqual({});

  const team = await pageOf(owner, `/conversations/${id}/messages`);
  expect(team.deletedCount).toBe(1);
  const [, mark] = team.messages;
  expect(mark).toMatchObject({ id: messageId, seq: 2, body: "", deleted: true, deletedBy: owner.user.id });
  expect(mark?.deletedAt).toBeDefined();
  const theirs = await pageOf(visitor, `/public/conversations/${id}/messages`);
  expect(theirs.deletedCount).toBe(1);
  expect(theirs.messages[1]).toMatchObject({ id: messageId, seq: 2, body: "", deleted: true });
  expect(theirs.messages[1]).not.toHaveProperty("deletedAt");
  expect(theirs.messages[1]).not.toHaveProperty("deletedBy");
  expect(await conversation(owner, id)).toMatchObject({ lastSeq: 2, lastMessagePreview: "Hello", deletedCount: 1 });
  expect(await ownConversations(visitor)).toMatchObject([
    { lastMessagePreview: "Hello", deletedCount: 1, unreadCount: 0 },
  ]);
  // The next message follows it.
  expect((await reply(owner, id, "This is for you")).seq).toBe(3);
});

test("deleting a message again changes nothing, and an unknown one or another conversation's isn't found", async () => {
  const { owner, id } = await newConversation();
  const other = await newConversation();
  const { id: messageId } = await reply(owner, id, "Wrong window");
  await remove(owner, id, messageId);
  const before = await storedRows(owner);
  await remove(owner, id, messageId);
  expect(await storedRows(owner)).toEqual(before);
  for (const path of [
    at(id, randomUUID()),
    at(other.id, messageId),
    at(id, (await firstMessage(other.owner, other.id)).id),
  ])
    await refuse("not_found", "DELETE", path, { token: owner.token });
});

test("an agent deletes their own replies alone, an admin any message, and the log says whose side it was without its text", async () => {
  const { owner, admin, agent, sites } = await newTeam({ sites: 1 });
  const [site] = sites;
  if (!site) throw new Error("the team has a site");
  const { conversationId: id } = await start(await openWidget(site), "My card is 4111");
  const first = await firstMessage(owner, id);
  const [own, admins] = [await reply(agent, id, "One"), await reply(admin, id, "Two")];
  for (const { id: messageId } of [first, admins])
    await refuse("not_permitted", "DELETE", at(id, messageId), { token: agent.token });
  await remove(agent, id, own.id);
  await remove(admin, id, first.id);
  const [card, reply1] = (await pageOf(owner, `/conversations/${id}/messages`)).messages;
  expect(card).toMatchObject({ deleted: true, senderType: "visitor", deletedBy: admin.user.id });
  expect(card?.deletedByName).toBe(admin.email);
  expect(reply1).toMatchObject({ deleted: true, deletedBy: agent.user.id });
  const { activity } = await ask(ActivityListResponse, 200, "GET", "/activity?action=message.deleted", {
    token: owner.token,
  });
  expect(activity.map(({ actorId, conversationId, data }) => ({ actorId, conversationId, data }))).toEqual([
    { actorId: admin.user.id, conversationId: id, data: { of: "visitor" } },
    { actorId: agent.user.id, conversationId: id, data: { of: "owner" } },
  ]);
  expect(JSON.stringify(activity)).not.toContain("card");
});

test("a message's files, and what it has of an email with its original, are gone with it", async () => {
  const { owner, visitor, site, id } = await newConversation();
  const word = newWord();
  const theirs = await uploadAsVisitor(visitor, { name: `${word}.png` });
  const sent = await sendMessage(visitor, id, word, { files: [theirs.id] });
  const ours = await uploadAsMember(owner, site.id, { name: `${word}-2.png` });
  const call = { token: owner.token, body: { files: [ours.id] } };
  const replied = await ask(MessageResponse, 201, "POST", `/conversations/${id}/messages`, call);
  const hash = `\\x${randomBytes(32).toString("hex")}`;
  const [raw] = await insertRows(sql, "stored_files", [
    {
      hash: word,
      storage_key: `${randomBytes(32).toString("hex")}-${randomBytes(6).toString("hex")}`,
      media_type: "message/rfc822",
    },
  ]);
  const [received] = await insertRows(sql, "received_mails", [
    { conversation_id: id, status: "stored", place_hash: hash, raw_hash: raw?.hash, raw_until: "2100-01-01" },
  ]);
  await insertRows(sql, "message_mails", [
    { message_id: sent.id, received_id: received?.id, subject: word, quoted: `Quoted ${word}`, belief: "claimed" },
  ]);
  for (const message of [sent, replied.message]) await remove(owner, id, message.id);
  // What's stored of the contents goes soon after, by a job.
  const { stored_files: _, removed_objects: __, ...rest } = await rowsContaining([word]);
  expect(rest).toEqual({});
  for (const file of [sent, replied.message].flatMap(({ files = [] }) => files))
    expect((await fetch(file.url, { headers: { Authorization: `Bearer ${owner.token}` } })).status).toBe(404);
});

test("unread messages are counted without deleted ones, for the team, for a person and for the visitor", async () => {
  const { owner, agent, sites } = await newTeam({ sites: 1 });
  const [site] = sites;
  if (!site) throw new Error("the team has a site");
  const visitor = await openWidget(site);
  const { conversationId: id, message: first } = await start(visitor, "One");
  const second = await sendMessage(visitor, id, "Two");
  await sendMessage(visitor, id, "Three");
  await markRead(agent, id, { seq: 1 });
  await remove(owner, id, second.id);
  expect(await stateOf(id)).toMatchObject({ ownerUnread: 1, waits: true, waitingSeq: 1 });
  expect((await conversation(agent, id)).unreadCount).toBe(1);
  expect((await conversation(owner, id)).unreadCount).toBe(2);
  await remove(owner, id, first.id);
  expect(await stateOf(id)).toMatchObject({ ownerUnread: 1, waits: true, waitingSeq: 3 });
  // Reading up to a deleted one takes none from the count.
  await markRead(agent, id, { seq: 2 });
  expect(await stateOf(id)).toMatchObject({ ownerUnread: 1, isUnread: true });
  await markRead(agent, id);
  expect(await stateOf(id)).toMatchObject({ ownerUnread: 0, isUnread: false });

  const [one, two] = [await reply(owner, id, "A"), await reply(owner, id, "B")];
  await remove(owner, id, one.id);
  expect(await ownConversations(visitor)).toMatchObject([{ unreadCount: 1 }]);
  const read = `/public/conversations/${id}/read`;
  await askNothing("POST", read, { token: visitor.token, body: { seq: two.seq } });
  await remove(owner, id, two.id);
  expect(await ownConversations(visitor)).toMatchObject([{ unreadCount: 0 }]);
});

test("marked unread, a conversation counts the visitor's last message that's left, and none if all are deleted", async () => {
  const { owner, visitor, id } = await newConversation();
  const first = await firstMessage(owner, id);
  const second = await sendMessage(visitor, id, "Two");
  await markRead(owner, id);
  await remove(owner, id, second.id);
  await patchConversation(owner, id, { unread: true });
  expect(await stateOf(id)).toMatchObject({ ownerUnread: 1, isUnread: true });
  await remove(owner, id, first.id);
  expect(await stateOf(id)).toMatchObject({ ownerUnread: 0, isUnread: false });
  await patchConversation(owner, id, { unread: true });
  expect(await stateOf(id)).toMatchObject({ ownerUnread: 0, isUnread: false });
});

test("a visitor doesn't wait for a reply to what's deleted, and waits again with their next message", async () => {
  const { owner, visitor, id } = await newConversation();
  const first = await firstMessage(owner, id);
  await takeBack(visitor, id, first.id);
  const empty = await conversation(owner, id);
  expect(empty).toMatchObject({
    status: "open",
    lastMessagePreview: "Message deleted",
    unreadCount: 0,
    noReplyNeeded: true,
  });
  expect(empty).not.toHaveProperty("waitingSince");
  const next = await sendMessage(visitor, id, "Hello again");
  expect(await conversation(owner, id)).toMatchObject({ waitingSince: next.createdAt, unreadCount: 1 });

  await reply(owner, id, "Hi");
  const thanks = await sendMessage(visitor, id, "Thanks");
  await takeBack(visitor, id, thanks.id);
  const answered = await conversation(owner, id);
  expect(answered).toMatchObject({ lastMessageBy: "owner", lastMessagePreview: "Hi" });
  expect(answered).not.toHaveProperty("waitingSince");
  expect(answered).not.toHaveProperty("noReplyNeeded");
  const last = await sendMessage(visitor, id, "One more thing");
  expect(await conversation(owner, id)).toMatchObject({ waitingSince: last.createdAt });
});

test("deleting the only reply begins no wait, keeps when it came, and doesn't reopen the conversation", async () => {
  const { owner, id } = await newConversation();
  const { id: messageId, createdAt } = await reply(owner, id, "Oops");
  await patchConversation(owner, id, { status: "closed" });
  await remove(owner, id, messageId);
  const found = await conversation(owner, id);
  expect(found).toMatchObject({ status: "closed", firstReplyAt: createdAt, lastMessagePreview: "Hello" });
  expect(found).not.toHaveProperty("waitingSince");
});

test("a visitor takes back what no one has read, and nothing that was read, replied to or marked unread again", async () => {
  const { owner, visitor, id } = await newConversation();
  const first = await firstMessage(owner, id);
  const second = await sendMessage(visitor, id, "My card is 4111");
  // Listing and fetching isn't reading.
  await inbox(owner);
  await takeBack(visitor, id, second.id);
  await takeBack(visitor, id, second.id);
  const [, mark] = await allMessages(owner, id);
  expect(mark).toMatchObject({ body: "", deleted: true, deletedBy: visitor.visitorId });
  await markRead(owner, id);
  const refused = (messageId: string) =>
    refuse("already_read", "DELETE", `/public${at(id, messageId)}`, { token: visitor.token });
  await refused(first.id);
  await patchConversation(owner, id, { unread: true });
  await refused(first.id);
  const third = await sendMessage(visitor, id, "Three");
  await reply(owner, id, "Yes");
  await refused(third.id);
  // One that's gone stays gone.
  await takeBack(visitor, id, second.id);
});

test("a visitor takes back no reply and no one else's message, and none while they're blocked", async () => {
  const { owner, site, visitor, id } = await newConversation();
  const first = await firstMessage(owner, id);
  const other = await openWidget(site);
  const theirs = await start(other, "Hi");
  const notFound = ({ token }: Visitor, path: string) => refuse("not_found", "DELETE", `/public${path}`, { token });
  await notFound(other, at(id, first.id));
  await notFound(other, at(theirs.conversationId, first.id));
  await notFound(visitor, at(theirs.conversationId, theirs.message.id));
  const replied = await reply(owner, theirs.conversationId, "Hello");
  await notFound(other, at(theirs.conversationId, replied.id));
  await patchConversation(owner, id, { visitorBlocked: true });
  await refuse("not_accepted", "DELETE", `/public${at(id, first.id)}`, { token: visitor.token });
});

test("of a visitor who takes a message back and a teammate who reads it in the same moment, one is first", async () => {
  for (const isReadFirst of [true, false]) {
    const { owner, visitor, id } = await newConversation();
    const first = await firstMessage(owner, id);
    await using held = await holdTransaction();
    await held.run("SELECT FROM conversations WHERE id = $1 FOR UPDATE", [id]);
    const read = () => markRead(owner, id);
    const back = () => send("DELETE", `/public${at(id, first.id)}`, { token: visitor.token });
    const waiting: Promise<unknown>[] = [isReadFirst ? read() : back()];
    await held.untilWaitedFor(1);
    waiting.push(isReadFirst ? back() : read());
    await held.untilWaitedFor(2);
    await held.end("COMMIT");
    await Promise.all(waiting);
    const [message] = await allMessages(owner, id);
    expect(message?.deleted).toBe(isReadFirst ? undefined : true);
    expect(await stateOf(id)).toMatchObject({ ownerUnread: 0 });
  }
});

test("a retry of a deleted message's request returns it deleted, and stores nothing", async () => {
  const { owner, visitor, id } = await newConversation();
  const call = { token: visitor.token, body: { message: "Once" }, headers: { "Idempotency-Key": "once" } };
  const path = `/public/conversations/${id}/messages`;
  const { message } = await ask(MessageResponse, 201, "POST", path, call);
  await takeBack(visitor, id, message.id);
  const again = await ask(MessageResponse, 201, "POST", path, call);
  expect(again.message).toMatchObject({ id: message.id, seq: 2, body: "", deleted: true });
  expect(await allMessages(owner, id)).toHaveLength(2);
});

test("both sides' streams send the conversation with the number of deleted messages, and no text", async () => {
  const { owner, visitor, id } = await newConversation();
  const word = newWord();
  const sent = await sendMessage(visitor, id, word);
  await using team = await ownerStream(owner);
  await using theirs = await visitorStream(visitor);
  await takeBack(visitor, id, sent.id);
  const changed = { conversation: { id, deletedCount: 1, lastMessagePreview: "Hello" } };
  expect(await team.next("conversation.updated")).toMatchObject(changed);
  expect(await theirs.next("conversation.updated")).toMatchObject(changed);
});

test("webhooks get message.deleted with ids alone, and what's still to be sent has no file names", async () => {
  await using listening = await newListeningSite({ events: ["message.created", "message.deleted"] });
  const { owner, site, hook } = listening;
  const visitor = await openWidget(site);
  const { conversationId: id } = await start(visitor, "Hello");
  const word = newWord();
  const file = await uploadAsVisitor(visitor, { name: `${word}.png` });
  const sent = await sendMessage(visitor, id, "See", { files: [file.id] });
  await remove(owner, id, sent.id);
  const [newest] = await deliveries(owner, hook);
  expect(newest?.type).toBe("message.deleted");
  expect(JSON.parse((await delivery(owner, hook, newest?.id ?? "")).payload)).toMatchObject({
    data: { siteId: site.id, conversationId: id, message: { id: sent.id, seq: 2, senderType: "visitor" } },
  });
  expect(await sql("SELECT FROM webhook_deliveries WHERE data::text LIKE $1", [`%${word}%`])).toEqual([]);
});

test("search, transcripts and exports leave out a deleted message's text, and exports say when it was deleted", async () => {
  const { owner, visitor, id } = await newConversation();
  const word = newWord();
  const sent = await sendMessage(visitor, id, word);
  expect(await inbox(owner, `?q=${word}`)).toHaveLength(1);
  await takeBack(visitor, id, sent.id);
  expect(await inbox(owner, `?q=${word}`)).toEqual([]);
  const text = (await send("GET", `/public/conversations/${id}/transcript`, { token: visitor.token })).text;
  expect(text).toContain("Hello");
  expect(text.match(/^You, /gm)).toHaveLength(1);
  const exported = async (format: string) =>
    (await send("GET", `/visitors/${visitor.visitorId}/export?format=${format}`, { token: owner.token })).text;
  const [, mark] = JSON.parse(await exported("json")).visitors[0].conversations[0].messages;
  expect(mark).toMatchObject({ seq: 2, body: "", deleted: true, deletedBy: visitor.visitorId });
  const [head = [], ...lines] = parseCsv(await exported("csv"));
  const times = lines.map((cells) => cells[head.indexOf("deletedAt")]);
  expect(times).toEqual(["", mark.deletedAt]);
});

test("a held reply isn't held back by a colleague's message that's deleted by then", async () => {
  const { owner, agent, sites } = await newTeam({ sites: 1 });
  const [site] = sites;
  if (!site) throw new Error("the team has a site");
  const { conversationId: id } = await start(await openWidget(site), "Hello");
  const { id: messageId } = await reply(agent, id, "Wrong window");
  const call = { token: owner.token, body: { message: "Hi", seenSeq: 1 } };
  await refuse("stale_reply", "POST", `/conversations/${id}/messages`, call);
  await remove(agent, id, messageId);
  expect((await ask(MessageResponse, 201, "POST", `/conversations/${id}/messages`, call)).message.seq).toBe(3);
});
