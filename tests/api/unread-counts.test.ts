import { expect, test } from "@playwright/test";
import { UnreadResponse } from "#lib/desk/conversations/schema.ts";
import { addMessages } from "../support/added-messages.ts";
import { ask, refuse, send } from "../support/api-client.ts";
import {
  conversation,
  markRead,
  newConversation,
  newOwner,
  type Owner,
  openWidget,
  patchConversation,
  reply,
  sendMessage,
  start,
} from "../support/factories.ts";
import { type HeldTransaction, holdTransaction } from "../support/held-transaction.ts";
import { storeMessage as storeKind } from "../support/stored-message.ts";
import { sql } from "../support/stored-rows.ts";
import { newTeam } from "../support/team.ts";

/*
 * The counts of unread messages are stored next to the read positions, and have to match the messages themselves.
 */

type Place = Awaited<ReturnType<typeof newConversation>>;

/** Both counts as they are kept, and as they are counted. */
async function countsOf(id: string) {
  const [row] = await sql(
    `SELECT c.owner_unread_count AS owner, c.visitor_unread_count AS visitor,
       (SELECT count(*)::int FROM messages m
        WHERE m.conversation_id = c.id AND m.seq > c.owner_read_seq AND m.sender_type = 'visitor') AS "ownerCounted",
       (SELECT count(*)::int FROM messages m
        WHERE m.conversation_id = c.id AND m.seq > c.visitor_read_seq AND m.sender_type = 'owner') AS "visitorCounted"
     FROM conversations c WHERE c.id = $1`,
    [id],
  );
  const { owner, visitor, ownerCounted, visitorCounted } = row as Record<string, number>;
  return { kept: { owner, visitor }, counted: { owner: ownerCounted, visitor: visitorCounted } };
}

/** Stores a message as another process would, and keeps the conversation's row locked. */
const storeMessage = ({ run }: HeldTransaction, { id }: Place) => addMessages(run, { [id]: [{ body: "Late" }] });

test("unread counts are right after every step of a conversation", async () => {
  const place = await newConversation();
  const { owner, visitor, id } = place;
  const read = (seq: number) =>
    send("POST", `/public/conversations/${id}/read`, { token: visitor.token, body: { seq } });
  const steps: [step: () => Promise<unknown>, owner: number, visitor: number][] = [
    [() => sendMessage(visitor, id, "2"), 2, 0],
    [() => markRead(owner, id, { seq: 1 }), 1, 0],
    [() => reply(owner, id, "3"), 0, 1],
    [() => reply(owner, id, "4"), 0, 2],
    [() => read(3), 0, 1],
    [() => patchConversation(owner, id, { unread: true }), 1, 1],
    [() => patchConversation(owner, id, { unread: true }), 1, 1],
    [() => sendMessage(visitor, id, "5"), 2, 0],
    [() => sendMessage(visitor, id, "6"), 3, 0],
    [() => markRead(owner, id, { seq: 4 }), 2, 0],
    [() => patchConversation(owner, id, { unread: true, status: "closed" }), 2, 0],
    [() => markRead(owner, id), 0, 0],
    [() => patchConversation(owner, id, { unread: true }), 1, 0],
    [() => markRead(owner, id, { seq: 99 }), 0, 0],
  ];
  for (const [at, [step, forOwner, forVisitor]] of steps.entries()) {
    await step();
    const { kept, counted } = await countsOf(id);
    expect(kept, `step ${at}`).toEqual({ owner: forOwner, visitor: forVisitor });
    expect(counted, `step ${at}`).toEqual(kept);
  }
});

test("a read request that waits for messages counts those that it passes, as they are then", async () => {
  const place = await newConversation();
  await using held = await holdTransaction();
  for (let more = 0; more < 3; more += 1) await storeMessage(held, place);
  const marking = markRead(place.owner, place.id, { seq: 2 });
  await held.untilWaitedFor();
  await held.end("COMMIT");
  expect((await marking).conversation.unreadCount).toBe(2);
  const { kept, counted } = await countsOf(place.id);
  expect(kept).toEqual(counted);
});

test("marking unread applies to the visitor's last message, even one that has just arrived", async () => {
  const place = await newConversation();
  await markRead(place.owner, place.id);
  await using held = await holdTransaction();
  await storeMessage(held, place);
  const marking = patchConversation(place.owner, place.id, { unread: true });
  await held.untilWaitedFor();
  await held.end("COMMIT");
  expect((await marking).unreadCount).toBe(1);
  const { kept, counted } = await countsOf(place.id);
  expect(kept).toEqual(counted);
});

test("unread counts are right after many concurrent requests", async () => {
  const { owner, visitor, id } = await newConversation();
  const acts = [
    () => sendMessage(visitor, id, "Hello"),
    () => reply(owner, id, "Hello"),
    (at: number) => markRead(owner, id, { seq: at }),
    () => markRead(owner, id),
    (at: number) => send("POST", `/public/conversations/${id}/read`, { token: visitor.token, body: { seq: at } }),
    () => patchConversation(owner, id, { unread: true }),
  ];
  for (let round = 0; round < 4; round += 1) {
    await Promise.all(
      Array.from({ length: 40 }, (_, at) => acts[(at * 7 + round) % acts.length]?.(round * 8 + (at % 9))),
    );
    const { kept, counted } = await countsOf(id);
    expect(kept).toEqual(counted);
    expect((await conversation(owner, id)).unreadCount).toBe(counted.owner);
  }
});

test("GET /conversations/unread counts all of an owner's conversations, and no one else's", async () => {
  const { owner, site, visitor, id } = await newConversation();
  const unread = async ({ token }: Owner) =>
    (await ask(UnreadResponse, 200, "GET", "/conversations/unread", { token })).unread;
  expect(await unread(owner)).toEqual({ conversations: 1, messages: 1 });
  await sendMessage(visitor, id, "More");
  await start(await openWidget(site), "Hello");
  expect(await unread(owner)).toEqual({ conversations: 2, messages: 3 });
  await reply(owner, id, "Hello");
  expect(await unread(owner)).toEqual({ conversations: 1, messages: 1 });
  expect(await unread(await newOwner())).toEqual({ conversations: 0, messages: 0 });
  await refuse("unauthenticated", "GET", "/conversations/unread");
});

test("automatic messages are unread for no one in a team, between the visitor's and after them", async () => {
  const { owner, agent, sites } = await newTeam({ sites: 1 });
  const [site] = sites;
  if (!site) throw new Error("the team has no site");
  const visitor = await openWidget(site);
  const { conversationId: id } = await start(visitor, "Hello");
  const unread = async () => [(await conversation(owner, id)).unreadCount, (await conversation(agent, id)).unreadCount];
  expect(await unread()).toEqual([1, 1]);
  await markRead(agent, id, { seq: 1 });
  await storeKind("automatic", id);
  expect(await unread()).toEqual([1, 0]);
  await sendMessage(visitor, id, "Hello?");
  expect(await unread()).toEqual([2, 1]);
  // A second night of the same wait.
  await sql(
    "UPDATE conversations SET away_at = away_at - interval '1 day', waiting_since = waiting_since - interval '1 day' WHERE id = $1",
    [id],
  );
  await storeKind("automatic", id);
  await sendMessage(visitor, id, "Anyone?");
  expect(await unread()).toEqual([3, 2]);
  await markRead(agent, id, { seq: 3 });
  expect(await unread()).toEqual([3, 1]);
  await markRead(agent, id);
  await storeKind("automatic", id);
  expect(await unread()).toEqual([3, 0]);
  const { unread: counted } = await ask(UnreadResponse, 200, "GET", "/conversations/unread", { token: owner.token });
  expect(counted).toEqual({ conversations: 1, messages: 3 });
});
