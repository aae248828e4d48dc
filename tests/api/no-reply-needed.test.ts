import { expect, test } from "@playwright/test";
import { ActivityListResponse } from "#lib/base/activity/schema.ts";
import { EventListResponse } from "#lib/desk/conversation-events/schema.ts";
import { ConversationResponse } from "#lib/desk/conversations/schema.ts";
import { ask, refuse, send } from "../support/api-client.ts";
import { ownerStream, visitorStream } from "../support/event-stream.ts";
import {
  conversation,
  inbox,
  newApiKey,
  newConversation,
  openWidget,
  patchConversation,
  readPositions,
  reply,
  sendMessage,
  start,
} from "../support/factories.ts";
import { holdTransaction } from "../support/held-transaction.ts";
import { sql } from "../support/stored-rows.ts";
import { newTeam } from "../support/team.ts";
import { newListeningSite, open } from "../support/webhooks.ts";

type Place = Awaited<ReturnType<typeof newConversation>>;

const SETTLE = { noReplyNeeded: true };

/** A conversation in which the visitor said thanks after a reply: `seq` 3. */
async function thanked(): Promise<Place> {
  const place = await newConversation();
  await reply(place.owner, place.id, "It ships today.");
  await sendMessage(place.visitor, place.id, "Thanks!");
  return place;
}

const rowOf = async (id: string) =>
  (await sql("SELECT settled_seq, waiting_seq, first_reply_at FROM conversations WHERE id = $1", [id]))[0];

test("a conversation that needs no reply stays open, waits no longer and is read, and repeating it changes nothing", async () => {
  const { owner, visitor, id } = await thanked();
  const settled = await patchConversation(owner, id, { ...SETTLE, seenSeq: 3 });
  expect(settled).toMatchObject({ status: "open", noReplyNeeded: true, unreadCount: 0, lastMessageBy: "visitor" });
  expect(settled).not.toHaveProperty("waitingSince");
  expect(await readPositions(owner, visitor, id)).toEqual({ owner: 3, visitor: 3 });
  expect(await inbox(owner, "?order=waiting")).toEqual([]);
  expect(await patchConversation(owner, id, SETTLE)).toEqual(settled);
  expect(await rowOf(id)).toMatchObject({ settled_seq: 3, waiting_seq: null });
});

test("it isn't a reply: one that comes later is the first", async () => {
  const { owner, visitor, id } = await newConversation();
  expect(await patchConversation(owner, id, SETTLE)).not.toHaveProperty("firstReplyAt");
  await sendMessage(visitor, id, "Still there?");
  const { createdAt } = await reply(owner, id, "Yes");
  expect(await conversation(owner, id)).toMatchObject({ firstReplyAt: createdAt });
});

test("a visitor's next message begins a new wait, and a person's message ends both", async () => {
  const { owner, visitor, id } = await thanked();
  await patchConversation(owner, id, SETTLE);
  const { createdAt } = await sendMessage(visitor, id, "One more question");
  await sendMessage(visitor, id, "Does it come in blue?");
  const asked = await conversation(owner, id);
  expect(asked).toMatchObject({ waitingSince: createdAt, unreadCount: 2 });
  expect(asked).not.toHaveProperty("noReplyNeeded");
  for (const [off, on] of [
    [{ status: "closed" }, { status: "open" }],
    [{ spam: true }, { spam: false }],
    [{ visitorBlocked: true }, { visitorBlocked: false }],
  ]) {
    await patchConversation(owner, id, off ?? {});
    expect(await patchConversation(owner, id, on ?? {}), JSON.stringify(on)).toMatchObject({ waitingSince: createdAt });
  }
  await patchConversation(owner, id, SETTLE);
  await reply(owner, id, "You're welcome");
  const replied = await conversation(owner, id);
  for (const gone of ["waitingSince", "noReplyNeeded"]) expect(replied).not.toHaveProperty(gone);
  expect(await rowOf(id)).toMatchObject({ settled_seq: null });
});

test("closing and reopening, spam and blocking, each with its opposite, don't bring the wait back", async () => {
  const { owner, visitor, id } = await thanked();
  await patchConversation(owner, id, SETTLE);
  for (const body of [
    { status: "closed" },
    { status: "open" },
    { spam: true },
    { spam: false },
    { visitorBlocked: true },
    { visitorBlocked: false },
    { snooze: { until: null } },
    { snooze: null },
    { unread: true },
  ]) {
    const changed = await patchConversation(owner, id, body);
    expect(changed, JSON.stringify(body)).toMatchObject({ noReplyNeeded: true });
    expect(changed, JSON.stringify(body)).not.toHaveProperty("waitingSince");
  }
  await patchConversation(owner, id, { status: "closed" });
  const { createdAt } = await sendMessage(visitor, id, "One more question");
  expect(await conversation(owner, id)).toMatchObject({ status: "open", waitingSince: createdAt });
});

test("an automatic message changes nothing about it", async () => {
  const { owner, visitor, id } = await thanked();
  await patchConversation(owner, id, SETTLE);
  await sql(
    "UPDATE conversations SET last_seq = last_seq + 1, visitor_unread_count = visitor_unread_count + 1 WHERE id = $1",
    [id],
  );
  const { createdAt: at } = await conversation(owner, id);
  await sql(
    `INSERT INTO messages (id, conversation_id, workspace_id, seq, sender_type, sender_id, body, created_at)
     SELECT gen_random_uuid(), id, workspace_id, 4, 'automatic', site_id, 'We are closed.', $2 FROM conversations WHERE id = $1`,
    [id, at],
  );
  expect(await conversation(owner, id)).toMatchObject({ noReplyNeeded: true });
  await patchConversation(owner, id, { noReplyNeeded: false });
  // The automatic one isn't what the caller has to have seen.
  expect(await patchConversation(owner, id, { ...SETTLE, seenSeq: 3 })).toMatchObject({ noReplyNeeded: true });
  const { createdAt } = await sendMessage(visitor, id, "Hello?");
  expect(await conversation(owner, id)).toMatchObject({ waitingSince: createdAt });
});

test("taking it back restores the wait, and does nothing if nobody said it", async () => {
  const { owner, visitor, id } = await thanked();
  const before = await conversation(owner, id);
  expect(await patchConversation(owner, id, { noReplyNeeded: false })).toEqual(before);
  await patchConversation(owner, id, SETTLE);
  const after = await patchConversation(owner, id, { noReplyNeeded: false });
  expect(after).toMatchObject({ waitingSince: before.waitingSince, unreadCount: 0 });
  expect(after).not.toHaveProperty("noReplyNeeded");
  await patchConversation(owner, id, SETTLE);
  const { createdAt } = await sendMessage(visitor, id, "One more question");
  expect(await patchConversation(owner, id, { noReplyNeeded: false })).toMatchObject({ waitingSince: createdAt });
});

test("a visitor who doesn't wait, or wrote after what the caller saw, is a conflict, and nothing of the request is done", async () => {
  const { owner, visitor, id } = await thanked();
  const refused = async (body: object) => {
    const before = await conversation(owner, id);
    const call = { token: owner.token, body: { starred: before.starred !== true, ...SETTLE, ...body } };
    const problem = await refuse("conflict", "PATCH", `/conversations/${id}`, call);
    expect(problem.detail).toBe("The visitor isn't waiting for a reply, or has sent another message.");
    expect(await conversation(owner, id)).toEqual(before);
  };
  await refused({ seenSeq: 2 });
  await sendMessage(visitor, id, "And when?");
  await refused({ seenSeq: 3 });
  await reply(owner, id, "At noon");
  await refused({ seenSeq: 5 });
  await sendMessage(visitor, id, "Thanks!");
  await patchConversation(owner, id, { status: "closed" });
  await refused({});
  await patchConversation(owner, id, { status: "open", visitorBlocked: true });
  await refused({});
  for (const noReplyNeeded of [null, "true", 1])
    await refuse("invalid_request", "PATCH", `/conversations/${id}`, { token: owner.token, body: { noReplyNeeded } });
});

test("a message that's being stored when someone says it is waited for, and then it's a conflict", async () => {
  const { owner, id } = await thanked();
  await using held = await holdTransaction();
  await held.run(
    `UPDATE conversations SET last_seq = 4, owner_unread_count = owner_unread_count + 1, visitor_read_seq = 4 WHERE id = $1`,
    [id],
  );
  await held.run(
    `INSERT INTO messages (id, conversation_id, workspace_id, seq, sender_type, sender_id, body, created_at)
     SELECT gen_random_uuid(), id, workspace_id, 4, 'visitor', visitor_id, 'Wait', now() FROM conversations WHERE id = $1`,
    [id],
  );
  const call = { token: owner.token, body: { ...SETTLE, seenSeq: 3 } };
  const settling = send("PATCH", `/conversations/${id}`, call);
  await held.untilWaitedFor();
  await held.end("COMMIT");
  expect((await settling).status).toBe(409);
  expect(await conversation(owner, id)).toMatchObject({ waitingSince: expect.any(String), unreadCount: 2 });
});

test("both are events of the thread and entries of the log, with who did them and how", async () => {
  const { owner, id } = await thanked();
  const { secret } = await newApiKey(owner, "write");
  await patchConversation(owner, id, SETTLE);
  await patchConversation(owner, id, SETTLE);
  await ask(ConversationResponse, 200, "PATCH", `/conversations/${id}`, {
    token: secret,
    body: { noReplyNeeded: false },
  });
  await patchConversation(owner, id, { ...SETTLE, status: "closed" });
  const { events } = await ask(EventListResponse, 200, "GET", `/conversations/${id}/events`, { token: owner.token });
  expect(events.map(({ kind, via, actorId, afterSeq }) => [kind, via, actorId, afterSeq])).toEqual([
    ["no_reply", "session", owner.user.id, 3],
    ["needs_reply", "key", owner.user.id, 3],
    ["no_reply", "session", owner.user.id, 3],
    ["closed", "session", owner.user.id, 3],
  ]);
  const log = await ask(ActivityListResponse, 200, "GET", "/activity", { token: owner.token });
  expect(log.activity.filter((entry) => entry.conversationId === id).map(({ action, via }) => [action, via])).toEqual([
    ["conversation.closed", "session"],
    ["conversation.settled", "session"],
    ["conversation.unsettled", "key"],
    ["conversation.settled", "session"],
  ]);
});

test("a key needs the scope write, and an agent may", async () => {
  const { owner, agent, sites } = await newTeam();
  const [site] = sites;
  if (!site) throw new Error("the team has two sites");
  const { conversationId: id } = await start(await openWidget(site), "Thanks!");
  const { secret } = await newApiKey(owner, "read");
  expect((await send("PATCH", `/conversations/${id}`, { token: secret, body: SETTLE })).status).toBe(403);
  expect(await conversation(agent, id)).toMatchObject({ unreadCount: 1 });
  await patchConversation(owner, id, SETTLE);
  // It's read for everyone, as after a reply.
  expect(await conversation(agent, id)).toMatchObject({ noReplyNeeded: true, unreadCount: 0 });
  await patchConversation(agent, id, { noReplyNeeded: false });
  expect(await patchConversation(agent, id, SETTLE)).toMatchObject({ noReplyNeeded: true });
});

test("colleagues' streams get it at once, the visitor's gets the read position, and webhooks both states", async () => {
  await using listening = await newListeningSite({ events: ["conversation.updated"] });
  const { owner, site, receiver, secret } = listening;
  const visitor = await openWidget(site);
  const { conversationId: id } = await start(visitor, "Thanks!");
  await using team = await ownerStream(owner);
  await using theirs = await visitorStream(visitor);
  await patchConversation(owner, id, SETTLE);
  await team.next(
    "conversation.updated",
    (event) => "conversation" in event && event.conversation.noReplyNeeded === true,
  );
  expect(await theirs.next("read", ({ by }) => by === "owner")).toMatchObject({ conversationId: id, seq: 1 });
  await patchConversation(owner, id, { noReplyNeeded: false });
  await team.next("conversation.updated", (event) => "conversation" in event && !event.conversation.noReplyNeeded);
  const about = { siteId: site.id, conversationId: id, visitorId: visitor.visitorId, status: "open" };
  for (const [at, noReplyNeeded] of [true, false].entries()) {
    const event = open((await receiver.receives(at + 1))[at], secret);
    expect(event).toMatchObject({ type: "conversation.updated", data: { ...about, noReplyNeeded } });
  }
});
