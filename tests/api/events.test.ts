import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { addConversations, addMessages } from "../support/added-messages.ts";
import { askNothing, refuse } from "../support/api-client.ts";
import { testEnvironment } from "../support/environment.ts";
import { ownerStream } from "../support/event-stream.ts";
import {
  conversation,
  deleteSite,
  logIn,
  newConversation,
  newOwner,
  newOwnerWithSite,
  newSite,
  openWidget,
  patchConversation,
  sendMessage,
  start,
} from "../support/factories.ts";
import { rowsBelongingTo, sql } from "../support/stored-rows.ts";

const seqsOf = ({ received }: Awaited<ReturnType<typeof ownerStream>>) =>
  received
    .filter(({ name }) => name === "message.created")
    .map(({ data }) => (data as { message: { seq: number } }).message.seq);

test("an owner's stream begins with ready, in a form that no proxy buffers (D10)", async () => {
  const owner = await newOwner();
  await using stream = await ownerStream(owner);
  expect(stream.names()).toEqual(["ready"]);
  const { headers } = stream.response;
  expect(headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(headers.get("cache-control")).toBe("no-store, no-transform");
  expect(headers.get("x-accel-buffering")).toBe("no");
  expect(headers.get("x-request-id")).not.toBeNull();
});

test("accepts the dashboard's cookie too, and responds to HEAD without opening a stream", async () => {
  const owner = await newOwner();
  const response = await fetch(`${testEnvironment.baseUrl}/events`, {
    method: "HEAD",
    headers: { Cookie: `next-auth.session-token=${owner.token}` },
  });
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/event-stream; charset=utf-8"]);
  expect(await response.text()).toBe("");
});

test("an owner's stream requires an owner's token, so a visitor never receives an inbox's events", async () => {
  const { site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  await refuse("unauthenticated", "GET", "/events");
  await refuse("unauthenticated", "GET", "/events", { token: visitor.token });
  await refuse("method_not_allowed", "POST", "/events", { body: {} });
});

test("an owner's stream sends each visitor's message with its conversation as the inbox lists it", async () => {
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  await using stream = await ownerStream(owner);
  const { conversationId, message } = await start(visitor, "Hello", { name: "Ana" });
  const first = await stream.next("message.created");
  expect(first.message).toEqual(message);
  expect(first.conversation).toEqual(await conversation(owner, conversationId));
  expect(stream.received.at(-1)?.id).toBe(`${conversationId}:1`);

  const second = await sendMessage(visitor, conversationId, "And again");
  expect((await stream.next("message.created")).message).toEqual(second);
  expect(stream.names()).toEqual(["ready", "message.created", "message.created"]);
});

test("an owner's stream sends concurrent messages of one conversation in the order of seq, each once", async () => {
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  const { conversationId } = await start(visitor, "0");
  await using stream = await ownerStream(owner);
  await Promise.all(Array.from({ length: 40 }, (_, at) => sendMessage(visitor, conversationId, `${at + 1}`)));
  await stream.next("message.created", ({ message }) => message.seq === 41);
  expect(seqsOf(stream)).toEqual(Array.from({ length: 40 }, (_, at) => at + 2));
});

test("a message whose notification was overtaken comes before the one that overtook it, also after a quiet time", async () => {
  const { owner, site } = await newOwnerWithSite();
  const [id = ""] = await addConversations(sql, site.id, [[{ body: "One", at: new Date(Date.now() - 3_600_000) }]]);
  const { visitors = [], workspaces = [] } = await rowsBelongingTo("users", owner.user.id);
  const ref = { conversationId: id, workspaceId: workspaces[0]?.id, visitorId: visitors[0]?.id };
  // As another process sends it.
  const notify = (seq: number) =>
    sql("SELECT pg_notify('site_inbox', $1)", [
      JSON.stringify({ from: randomUUID(), notices: [{ kind: "message", seq, ...ref }] }),
    ]);
  await using stream = await ownerStream(owner);
  await addMessages(sql, { [id]: [{ body: "Two" }, { body: "Three" }] });
  await notify(3);
  await stream.next("message.created", ({ message }) => message.seq === 3);
  await notify(2);
  await addMessages(sql, { [id]: [{ body: "Four" }] });
  await notify(4);
  await stream.next("message.created", ({ message }) => message.seq === 4);
  expect(seqsOf(stream)).toEqual([2, 3, 4]);
});

test("an owner's stream sends an event for closing and reopening, and none if nothing changed", async () => {
  const { owner, id } = await newConversation();
  await using stream = await ownerStream(owner);
  const closed = await patchConversation(owner, id, { status: "closed" });
  expect(await stream.next("conversation.updated")).toEqual({ conversation: closed });
  await patchConversation(owner, id, { status: "closed" });
  await patchConversation(owner, id, { status: "open" });
  expect(await stream.next("conversation.updated")).toMatchObject({ conversation: { status: "open" } });
  expect(stream.names()).toEqual(["ready", "conversation.updated", "conversation.updated"]);
});

test("an owner's stream sends only its own workspace's events (A12)", async () => {
  const one = await newOwnerWithSite();
  const other = await newOwnerWithSite();
  await using streamOfOne = await ownerStream(one.owner);
  await using streamOfOther = await ownerStream(other.owner);
  await start(await openWidget(one.site), "For one");
  await start(await openWidget(other.site), "For the other");
  await streamOfOne.next("message.created", ({ message }) => message.body === "For one");
  await streamOfOther.next("message.created", ({ message }) => message.body === "For the other");
  for (const [stream, body] of [
    [streamOfOne, "For one"],
    [streamOfOther, "For the other"],
  ] as const) {
    const bodies = stream.received
      .filter(({ name }) => name === "message.created")
      .map(({ data }) => (data as { message: { body: string } }).message.body);
    expect(bodies).toEqual([body]);
  }
});

test("an owner's stream asks clients to refetch when a site is deleted with all its conversations", async () => {
  const { owner, site } = await newOwnerWithSite();
  await newSite(owner, { name: "Stays" });
  await using stream = await ownerStream(owner);
  await deleteSite(owner, site);
  await stream.next("resync");
});

test("an owner's stream ends immediately when its session is revoked in any way, and other sessions' go on", async () => {
  const { owner, visitor, id } = await newConversation();
  await using stream = await ownerStream(owner);
  await using other = await ownerStream(await logIn(owner));
  await askNothing("POST", "/auth/logout", { token: owner.token });
  expect(await stream.ended).toBe("closed");
  await refuse("unauthenticated", "GET", "/events", { token: owner.token });
  await other.expectNothingBefore("message.created", () => sendMessage(visitor, id, "Still here?"));
});

test("an owner has at most 64 streams: a new one closes the oldest", async () => {
  const { owner, visitor, id } = await newConversation();
  await using oldest = await ownerStream(owner);
  await using second = await ownerStream(owner);
  const others = await Promise.all(Array.from({ length: 63 }, () => ownerStream(owner)));
  expect(await oldest.ended).toBe("closed");
  await second.expectNothingBefore("message.created", () => sendMessage(visitor, id, "Still here?"));
  await Promise.all(others.map((stream) => stream[Symbol.asyncDispose]()));
});
