import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { send } from "../support/api-client.ts";
import { allMessages, newConversation, sendMessage } from "../support/factories.ts";
import { holdTransaction } from "../support/held-transaction.ts";
import { laterCall, letBeDue, schedule, scheduledOf, scheduledPath, stopOf } from "../support/scheduled-replies.ts";
import { sql } from "../support/stored-rows.ts";

const TIMES = 20;

test("a reply that's sent, taken back and repeated at the same time is either a message or undone, and never both", async () => {
  const { owner, id } = await newConversation();
  for (let round = 0; round < TIMES; round += 1) {
    const key = randomUUID();
    const held = await schedule(owner, id, { message: `Round ${round}` }, key);
    const path = scheduledPath(id, held.id);
    const call = { token: owner.token };
    const [undo, now] = await Promise.all([
      send("DELETE", path, call),
      send("POST", `${path}/send`, call),
      send("POST", `${path}/send`, call),
      letBeDue(held),
      send("POST", scheduledPath(id), laterCall(owner, { message: `Round ${round}` }, key)),
    ]);
    const sent = (await allMessages(owner, id)).filter(({ body }) => body === `Round ${round}`);
    expect([undo.status, sent.length], now.text).toEqual(undo.status === 200 ? [200, 0] : [409, 1]);
  }
  expect(await scheduledOf(owner, id)).toEqual([]);
});

test("the same reply scheduled many times at once is one", async () => {
  const { owner, id } = await newConversation();
  const call = laterCall(owner, { message: "Once", holdSeconds: 0 });
  const all = await Promise.all(Array.from({ length: TIMES }, () => send("POST", scheduledPath(id), call)));
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(all.map(({ text }) => JSON.parse(text).scheduledReply.id)).size).toBe(1);
  await expect.poll(() => scheduledOf(owner, id), { timeout: 15_000 }).toEqual([]);
  expect((await allMessages(owner, id)).map(({ body }) => body)).toEqual(["Hello", "Once"]);
});

test("a visitor's message that's committed while a reply waits for the conversation's lock stops it", async () => {
  const { owner, visitor, id } = await newConversation();
  const later = await schedule(owner, id, { message: "Crossed" });
  await using holding = await holdTransaction();
  await holding.run("SELECT id FROM conversations WHERE id = $1 FOR UPDATE", [id]);
  const writing = sendMessage(visitor, id, "Wait");
  await holding.untilWaitedFor(1);
  await letBeDue(later);
  await holding.untilWaitedFor(2);
  await holding.end("COMMIT");
  await writing;
  expect(await stopOf(owner, later)).toBe("visitor");
  expect((await allMessages(owner, id)).map(({ body }) => body)).toEqual(["Hello", "Wait"]);
});

test("a conversation that's deleted while its replies are due takes them along", async () => {
  const { owner, id } = await newConversation();
  const replies = await Promise.all(
    Array.from({ length: TIMES }, (_, at) => schedule(owner, id, { message: `${at}` })),
  );
  const [deleted] = await Promise.all([
    send("DELETE", `/conversations/${id}`, { token: owner.token }),
    letBeDue(...replies),
  ]);
  expect(deleted.status).toBe(204);
  expect(await sql("SELECT id FROM scheduled_replies WHERE conversation_id = $1", [id])).toEqual([]);
  expect(await sql("SELECT id FROM messages WHERE conversation_id = $1", [id])).toEqual([]);
});
