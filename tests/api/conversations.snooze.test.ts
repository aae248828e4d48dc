import { expect, test } from "@playwright/test";
import { refuse } from "../support/api-client.ts";
import { ownerStream } from "../support/event-stream.ts";
import {
  conversation,
  newConversation,
  openWidget,
  patchConversation,
  reply,
  sendMessage,
  start,
} from "../support/factories.ts";
import { sql } from "../support/stored-rows.ts";
import { deliveries, newListeningSite, open } from "../support/webhooks.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const inFuture = (ms: number) => new Date(Date.now() + ms).toISOString();

/** Lets a conversation's snoozing be over. */
const passTime = (id: string) =>
  sql("UPDATE conversations SET snoozed_until = now() - interval '1 second' WHERE id = $1", [id]);

test("a conversation snoozed until a time stays open, wakes at its time with its reason, and starts over when it's snoozed again", async () => {
  const { owner, id } = await newConversation();
  await using stream = await ownerStream(owner);
  const until = inFuture(HOUR_MS);
  const snoozed = await patchConversation(owner, id, { snooze: { until } });
  expect(snoozed).toMatchObject({ status: "open", snoozed: true, snoozedUntil: until });
  expect(await patchConversation(owner, id, { snooze: { until } })).toEqual(snoozed);
  await passTime(id);
  const { conversation: woken } = (await stream.next(
    "conversation.updated",
    (event) => "conversation" in event && event.conversation.wokenAt !== undefined,
  )) as { conversation: Awaited<ReturnType<typeof conversation>> };
  expect(woken).toMatchObject({ status: "open", wokenBy: "time", unreadCount: 1 });
  expect(woken).not.toHaveProperty("snoozed");
  expect(woken).not.toHaveProperty("snoozedUntil");
  expect(Date.parse(woken.updatedAt)).toBeGreaterThan(Date.parse(snoozed.updatedAt));
  expect(await conversation(owner, id)).toEqual(woken);

  const again = await patchConversation(owner, id, { snooze: { until: null } });
  expect(again).toMatchObject({ snoozed: true });
  for (const gone of ["snoozedUntil", "wokenAt", "wokenBy"]) expect(again).not.toHaveProperty(gone);
});

test("a visitor's message wakes a conversation, an owner's reply doesn't, and the next message clears the reason", async () => {
  const { owner, visitor, id } = await newConversation();
  for (const until of [null, inFuture(DAY_MS)]) {
    await patchConversation(owner, id, { snooze: { until } });
    await reply(owner, id, "Back soon");
    expect(await conversation(owner, id)).toMatchObject({ snoozed: true, ...(until && { snoozedUntil: until }) });
    const message = await sendMessage(visitor, id, "And now?");
    const woken = await conversation(owner, id);
    expect(woken).toMatchObject({ wokenBy: "reply", wokenAt: message.createdAt });
    expect(woken).not.toHaveProperty("snoozed");
    await reply(owner, id, "Here I am");
    expect(await conversation(owner, id)).not.toHaveProperty("wokenAt");
  }
});

test("snoozing ends when the conversation is closed, marked as spam or woken by its owner, without a reason", async () => {
  const { owner, id } = await newConversation();
  const ends = [{ status: "closed" }, { spam: true }, { snooze: null }];
  for (const body of ends) {
    await patchConversation(owner, id, { snooze: { until: inFuture(DAY_MS) } });
    const ended = await patchConversation(owner, id, body);
    for (const gone of ["snoozed", "snoozedUntil", "wokenAt"]) expect(ended).not.toHaveProperty(gone);
    await patchConversation(owner, id, { status: "open", spam: false });
  }
  expect(await patchConversation(owner, id, { snooze: null })).toEqual(await conversation(owner, id));
});

test("closed conversations and spam can't be snoozed, and times in the past or after more than 366 days are rejected", async () => {
  const { owner, id } = await newConversation();
  const path = `/conversations/${id}`;
  const call = (body: object) => ({ token: owner.token, body });
  const bad = [inFuture(-1_000), inFuture(367 * DAY_MS), "tomorrow", "2030-01-01", 5];
  for (const until of bad) await refuse("invalid_request", "PATCH", path, call({ snooze: { until } }));
  await refuse("invalid_request", "PATCH", path, call({ snooze: {} }));
  const snooze = { until: inFuture(366 * DAY_MS - HOUR_MS).replace("Z", "+00:00") };
  await patchConversation(owner, id, { snooze, spam: false });
  for (const body of [{ status: "closed" }, { status: "open", spam: true }]) {
    await patchConversation(owner, id, body);
    const problem = await refuse("conflict", "PATCH", path, call({ snooze }));
    expect(problem.detail).toBe("Only open conversations can be snoozed.");
  }
});

test("webhooks are notified once about each star, label, snooze and waking", async () => {
  await using listening = await newListeningSite({
    events: ["conversation.snoozed", "conversation.woken", "conversation.labeled", "conversation.starred"],
  });
  const { owner, site, receiver, secret, hook } = listening;
  const visitor = await openWidget(site);
  const { conversationId: id } = await start(visitor, "Hello");
  const about = { siteId: site.id, conversationId: id, visitorId: visitor.visitorId };
  let seen = 0;
  const next = async () => {
    seen += 1;
    const event = open((await receiver.receives(seen))[seen - 1], secret) as { type: string; data: object };
    return { type: event.type, ...event.data };
  };

  for (const starred of [true, false]) {
    const change = () => patchConversation(owner, id, { starred });
    const [one] = await Promise.all([change(), change(), change()]);
    expect(one?.starred).toBe(starred ? true : undefined);
    expect(await next()).toEqual({ type: "conversation.starred", ...about, starred });
  }
  const until = inFuture(HOUR_MS);
  await patchConversation(owner, id, { snooze: { until } });
  expect(await next()).toEqual({ type: "conversation.snoozed", ...about, snoozedUntil: until });
  await passTime(id);
  expect(await next()).toEqual({ type: "conversation.woken", ...about, by: "time" });
  await patchConversation(owner, id, { snooze: { until: null } });
  expect(await next()).toEqual({ type: "conversation.snoozed", ...about });
  await sendMessage(visitor, id, "Hello again");
  expect(await next()).toEqual({ type: "conversation.woken", ...about, by: "reply" });
  await sendMessage(visitor, id, "And again");
  await patchConversation(owner, id, { snooze: { until } });
  expect(await next()).toMatchObject({ type: "conversation.snoozed" });
  await patchConversation(owner, id, { snooze: null });
  expect(await next()).toEqual({ type: "conversation.woken", ...about, by: "owner" });
  expect(await deliveries(owner, hook)).toHaveLength(seen);
});
