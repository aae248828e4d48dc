import { expect, test } from "@playwright/test";
import { MessageResponse } from "#lib/desk/messages/schema.ts";
import { ask } from "../support/api-client.ts";
import {
  conversation,
  markRead,
  newApiKey,
  newConversation,
  newOwnerWithSite,
  openWidget,
  patchConversation,
  reply,
  sendMessage,
  start,
} from "../support/factories.ts";
import { sql } from "../support/stored-rows.ts";

type Place = Awaited<ReturnType<typeof newConversation>>;

const waitingSince = async ({ owner, id }: Place) => (await conversation(owner, id)).waitingSince;

test("a visitor waits from their first message to the reply, and again from their first message after it", async () => {
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  const { conversationId: id, message } = await start(visitor, "Hello");
  const place = { owner, site, visitor, id };
  expect(await waitingSince(place)).toBe(message.createdAt);
  await sendMessage(visitor, id, "Anyone there?");
  await start(visitor, "Hello?");
  expect(await conversation(owner, id)).toMatchObject({ waitingSince: message.createdAt, lastMessageBy: "visitor" });

  const answer = await reply(owner, id, "Hello, how can I help?");
  const replied = await conversation(owner, id);
  expect(replied).toMatchObject({ lastMessageBy: "owner", firstReplyAt: answer.createdAt });
  expect(replied).not.toHaveProperty("waitingSince");
  await reply(owner, id, "We're here until six.");

  const next = await sendMessage(visitor, id, "Is it blue?");
  await sendMessage(visitor, id, "Or green?");
  expect(await conversation(owner, id)).toMatchObject({
    waitingSince: next.createdAt,
    lastMessageBy: "visitor",
    firstReplyAt: answer.createdAt,
  });
  const { secret } = await newApiKey(owner, "write");
  await ask(MessageResponse, 201, "POST", `/conversations/${id}/messages`, {
    token: secret,
    body: { message: "Blue" },
  });
  expect(await waitingSince(place)).toBeUndefined();
});

test("nobody waits in a closed conversation or in spam, and reopening restores the wait", async () => {
  const place = await newConversation();
  const { owner, visitor, id } = place;
  const since = await waitingSince(place);
  expect(since).toBeDefined();
  for (const [off, on] of [
    [{ status: "closed" }, { status: "open" }],
    [{ spam: true }, { spam: false }],
    [
      { status: "closed", spam: true },
      { status: "open", spam: false },
    ],
    [{ visitorBlocked: true }, { visitorBlocked: false }],
  ]) {
    expect(await patchConversation(owner, id, off ?? {}), JSON.stringify(off)).not.toHaveProperty("waitingSince");
    expect(await patchConversation(owner, id, on ?? {}), JSON.stringify(on)).toHaveProperty("waitingSince", since);
  }

  await patchConversation(owner, id, { status: "closed" });
  await patchConversation(owner, id, { visitorBlocked: true });
  await patchConversation(owner, id, { visitorBlocked: false });
  expect(await waitingSince(place)).toBeUndefined();
  const back = await sendMessage(visitor, id, "One more thing");
  expect(await waitingSince(place)).toBe(back.createdAt);
  // What was asked before the close doesn't wait any longer.
  await patchConversation(owner, id, { status: "closed" });
  expect((await patchConversation(owner, id, { status: "open" })).waitingSince).toBe(back.createdAt);

  await patchConversation(owner, id, { spam: true });
  await sendMessage(visitor, id, "Buy now");
  expect(await waitingSince(place)).toBeUndefined();
  expect((await patchConversation(owner, id, { spam: false })).waitingSince).toBe(back.createdAt);

  await reply(owner, id, "No, thanks");
  for (const body of [{ spam: true }, { spam: false }, { status: "closed" }, { status: "open" }]) {
    expect(await patchConversation(owner, id, body), JSON.stringify(body)).not.toHaveProperty("waitingSince");
  }
});

test("reading, marking unread, starring, snoozing and waking leave the wait as it is", async () => {
  const place = await newConversation();
  const { owner, id } = place;
  const since = await waitingSince(place);
  await markRead(owner, id);
  await patchConversation(owner, id, { unread: true });
  for (const change of [
    "is_starred = true",
    "snoozed_at = now(), snoozed_until = now() + interval '1 hour'",
    "snoozed_at = NULL, snoozed_until = NULL, woken_at = now(), woken_by = 'time'",
  ]) {
    await sql(`UPDATE conversations SET ${change} WHERE id = $1`, [id]);
    expect(await waitingSince(place), change).toBe(since);
  }
});

test("a site's test visitor never waits", async () => {
  const { owner, site } = await newOwnerWithSite();
  const call = { token: owner.token, body: { message: "Testing" } };
  const { message } = await ask(MessageResponse, 201, "POST", `/sites/${site.id}/test-message`, call);
  const id = message.conversationId;
  expect(await conversation(owner, id)).not.toHaveProperty("waitingSince");
  await reply(owner, id, "It works");
  await ask(MessageResponse, 201, "POST", `/sites/${site.id}/test-message`, call);
  for (const status of ["closed", "open"]) await patchConversation(owner, id, { status });
  expect(await conversation(owner, id)).toMatchObject({ lastMessageBy: "visitor" });
  expect(await conversation(owner, id)).not.toHaveProperty("waitingSince");
});

test("a visitor's message wakes a snoozed conversation, a reply leaves it snoozed, and closing ends both", async () => {
  const { owner, visitor, id } = await newConversation();
  const snooze = () =>
    sql("UPDATE conversations SET snoozed_at = now(), woken_at = NULL, woken_by = NULL WHERE id = $1", [id]);
  await snooze();
  await reply(owner, id, "We'll look into it");
  expect(await conversation(owner, id)).toMatchObject({ snoozed: true });
  const message = await sendMessage(visitor, id, "Any news?");
  const woken = await conversation(owner, id);
  expect(woken).toMatchObject({ wokenAt: message.createdAt, wokenBy: "reply", waitingSince: message.createdAt });
  expect(woken).not.toHaveProperty("snoozed");
  await sendMessage(visitor, id, "Hello?");
  expect(await conversation(owner, id)).not.toHaveProperty("wokenAt");
  for (const change of [{ status: "closed" }, { spam: true }]) {
    await patchConversation(owner, id, { status: "open", spam: false });
    await snooze();
    const closed = await patchConversation(owner, id, change);
    for (const field of ["snoozed", "snoozedUntil", "wokenAt", "wokenBy"]) expect(closed).not.toHaveProperty(field);
  }
});

test("the wait is right in every order of messages and changes", async () => {
  const place = await newConversation();
  const { owner, visitor, id } = place;
  const steps = {
    visitor: () => sendMessage(visitor, id, "Hello"),
    owner: () => reply(owner, id, "Hello"),
    close: () => patchConversation(owner, id, { status: "closed" }),
    open: () => patchConversation(owner, id, { status: "open" }),
    spam: () => patchConversation(owner, id, { spam: true }),
    ham: () => patchConversation(owner, id, { spam: false }),
  };
  const names = Object.keys(steps) as (keyof typeof steps)[];
  // The same on every run, and each step after each other one.
  for (const name of names.flatMap((first) => names.flatMap((second) => [first, second]))) {
    await steps[name]();
    const [row] = await sql(
      `SELECT c.waiting_since = CASE WHEN c.status = 'open' AND NOT c.is_spam THEN (
           SELECT min(created_at) FROM messages m WHERE m.conversation_id = c.id AND m.sender_type = 'visitor'
             AND m.seq >= c.opened_seq
             AND m.seq > coalesce((SELECT max(seq) FROM messages WHERE conversation_id = c.id AND sender_type = 'owner'), 0)
         ) END IS NOT FALSE AND (c.waiting_since IS NULL) = (c.status = 'closed' OR c.is_spam OR last.sender_type = 'owner')
         AND c.last_message_by = last.sender_type
         AND c.first_reply_at IS NOT DISTINCT FROM (
           SELECT min(created_at) FROM messages WHERE conversation_id = c.id AND sender_type = 'owner'
         ) AS "isRight"
       FROM conversations c JOIN messages last ON last.conversation_id = c.id AND last.seq = c.last_seq WHERE c.id = $1`,
      [id],
    );
    expect(row, name).toEqual({ isRight: true });
  }
});
