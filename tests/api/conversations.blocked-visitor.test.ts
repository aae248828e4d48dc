import { expect, test } from "@playwright/test";
import { z } from "zod";
import { refuse, send } from "../support/api-client.ts";
import { ownerStream, visitorStream } from "../support/event-stream.ts";
import {
  allMessages,
  conversation,
  inbox,
  newConversation,
  openWidget,
  patchConversation,
  reply,
  sendMessage,
  start,
} from "../support/factories.ts";
import { storedRows } from "../support/stored-rows.ts";
import { newVouchingSite } from "../support/verified.ts";

const block = (owner: Parameters<typeof patchConversation>[0], id: string) =>
  patchConversation(owner, id, { visitorBlocked: true });

/** Everything that a visitor can ask for with a token, and how they would get another. */
const ASKED = (id: string, siteKey: string, visitorToken: string): [method: string, path: string, body?: object][] => [
  ["POST", "/public/conversations", { message: "Again" }],
  ["POST", `/public/conversations/${id}/messages`, { message: "Again", name: "Someone else" }],
  ["POST", `/public/conversations/${id}/read`, { seq: 1 }],
  ["POST", `/public/conversations/${id}/typing`],
  ["GET", "/public/conversations"],
  ["GET", `/public/conversations/${id}/messages`],
  ["GET", `/public/conversations/${id}/read`],
  ["GET", `/public/conversations/${id}/transcript`],
  ["PUT", `/public/conversations/${id}/rating`, { close: 1, score: 5 }],
  ["PUT", `/public/conversations/${id}/answers`, { answers: { order: "A-1041" } }],
  ["PATCH", "/public/visitor", { phone: "030 901820" }],
  ["PUT", "/public/visitor/attributes", { attributes: { plan: "pro" } }],
  ["GET", "/public/events"],
  ["POST", "/public/widget-session", { siteKey, visitorToken }],
];

test("a blocked visitor gets the same error everywhere, and nothing is stored", async () => {
  const { owner, site, visitor, id } = await newConversation();
  expect((await block(owner, id)).visitorBlocked).toBe(true);
  const before = await storedRows(owner);
  const details = new Set<string>();
  for (const [method, path, body] of ASKED(id, site.publicKey, visitor.visitorToken)) {
    const call = { token: visitor.token, ...(body && { body }), headers: { "Idempotency-Key": "a-key" } };
    const problem = await refuse("not_accepted", method, path, call);
    details.add(`${problem.title} ${problem.detail}`);
  }
  expect([...details]).toEqual(["Not accepted This was not accepted."]);
  expect(await storedRows(owner)).toEqual(before);
});

test("a blocked visitor's key doesn't confirm a message sent before the block", async () => {
  const { owner, visitor, id } = await newConversation();
  const call = { token: visitor.token, body: { message: "Once" }, headers: { "Idempotency-Key": "once" } };
  expect((await send("POST", `/public/conversations/${id}/messages`, call)).status).toBe(201);
  await block(owner, id);
  await refuse("not_accepted", "POST", `/public/conversations/${id}/messages`, call);
  expect(await allMessages(owner, id)).toHaveLength(2);
});

test("a block covers all of a visitor's conversations on their site, and only there, until it's undone", async () => {
  const { owner, site, visitor, id } = await newConversation();
  await patchConversation(owner, id, { status: "closed" });
  const { conversationId: second } = await start(visitor, "A second conversation");
  const other = await openWidget(site);
  await start(other, "Someone else");
  const before = await conversation(owner, id);

  await block(owner, second);
  const after = await conversation(owner, id);
  expect(after.visitorBlocked).toBe(true);
  expect(after.updatedAt > before.updatedAt).toBe(true);
  await refuse("not_accepted", "POST", `/public/conversations/${id}/messages`, {
    token: visitor.token,
    body: { message: "There?" },
  });
  await start(other, "Still heard");

  const again = await patchConversation(owner, id, { visitorBlocked: false });
  expect(again.visitorBlocked).toBeUndefined();
  await sendMessage(visitor, second, "Heard again");
  expect((await inbox(owner)).map(({ visitorBlocked }) => visitorBlocked)).toEqual([undefined, undefined, undefined]);
});

test("blocking a verified visitor blocks their proven identity on every device", async () => {
  const { owner, openAs } = await newVouchingSite();
  const { conversationId } = await start(await openAs("customer-7"), "It is me");
  await block(owner, conversationId);
  await expect(openAs("customer-7")).rejects.toThrow("not_accepted");
  await start(await openAs("customer-8"), "Someone else");
});

test("an owner can read and reply to a blocked visitor's messages", async () => {
  const { owner, id } = await newConversation();
  await block(owner, id);
  await reply(owner, id, "For the record");
  expect((await allMessages(owner, id)).map(({ body }) => body)).toEqual(["Hello", "For the record"]);
});

test("blocking closes the visitor's streams, rejects new ones, and shows in the owner's other tabs", async () => {
  const { owner, visitor, id } = await newConversation();
  await using tab = await ownerStream(owner);
  await using stream = await visitorStream(visitor);
  await block(owner, id);
  expect(await stream.ended).toBe("closed");
  await tab.next("conversation.updated", (data) => "conversation" in data && data.conversation.visitorBlocked === true);
  await reply(owner, id, "Not for you");
  expect(stream.names()).toEqual(["ready"]);
});

test("when a message and its visitor's block race, one comes first, and nothing is half done", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { owner, visitor, id } = await newConversation();
    const send12 = Array.from({ length: 12 }, (_, at) =>
      send("POST", "/public/conversations", {
        token: visitor.token,
        body: { message: `Number ${at}` },
        headers: { "Idempotency-Key": `key-${at}` },
      }),
    );
    const [, ...responses] = await Promise.all([block(owner, id), ...send12]);
    const stored = responses.filter(({ status }) => status === 201).length;
    expect(responses.every(({ status }) => status === 201 || status === 403)).toBe(true);
    expect(await allMessages(owner, id)).toHaveLength(1 + stored);
    const { message_keys: keys } = await storedRows(owner);
    expect(keys).toHaveLength(stored);
  }
});

test("an invalid body is rejected, and the test visitor can be blocked like any other", async () => {
  const { owner, site, id } = await newConversation();
  for (const field of ["visitorBlocked", "addressBlocked", "spam"]) {
    const problem = await refuse("invalid_request", "PATCH", `/conversations/${id}`, {
      token: owner.token,
      body: { [field]: "yes" },
    });
    expect(problem.errors?.map(({ path }) => path)).toEqual([field]);
  }
  const call = { token: owner.token, body: { message: "Test" } };
  const response = await send("POST", `/sites/${site.id}/test-message`, call);
  const { message } = z.object({ message: z.object({ conversationId: z.uuid() }) }).parse(JSON.parse(response.text));
  await block(owner, message.conversationId);
  await refuse("not_accepted", "POST", `/sites/${site.id}/test-message`, call);
});
