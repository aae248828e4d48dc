import { expect, test } from "@playwright/test";
import { send } from "../support/api-client.ts";
import { newOwnerWithSite, openWidget, patchConversation, sendMessage, start } from "../support/factories.ts";
import { holdTransaction } from "../support/held-transaction.ts";
import { askVisitors, ORDER } from "../support/questions.ts";
import { sql } from "../support/stored-rows.ts";

/** A conversation whose visitor is asked, and how they answer. */
async function toAnswer() {
  const { owner, site } = await newOwnerWithSite();
  await askVisitors(owner, site, ORDER, { key: "size", label: "Size" });
  const visitor = await openWidget(site);
  const { conversationId: id } = await start(visitor, "Hello");
  const answer = (answers: object, of = id) =>
    send("PUT", `/public/conversations/${of}/answers`, { token: visitor.token, body: { answers } });
  return { owner, site, visitor, id, answer };
}

const answersTo = async (question: string, visitorId: string) =>
  (
    await sql(
      "SELECT a.value FROM answers a JOIN conversations c ON c.id = a.conversation_id WHERE a.question = $1 AND c.visitor_id = $2",
      [question, visitorId],
    )
  ).map(({ value }) => value);

test("of tabs that answer at once, the first value is kept, and every tab gets a success", async () => {
  const { visitor, answer } = await toAnswer();
  const responses = await Promise.all(
    ["one", "two", "three", "four", "five"].map((order) => answer({ order, size: order })),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([204]));
  const [[order], sizes] = [await answersTo("order", visitor.visitorId), await answersTo("size", visitor.visitorId)];
  // They came together, so they were kept together.
  expect(sizes).toEqual([order]);
});

test("an answer that waits for another tab's is dropped once that is stored, and kept if it's undone", async () => {
  for (const end of ["COMMIT", "ROLLBACK"] as const) {
    const { visitor, id, answer } = await toAnswer();
    await using held = await holdTransaction();
    await held.run("UPDATE visitors SET has_answers = true WHERE id = $1", [visitor.visitorId]);
    await held.run("INSERT INTO answers VALUES ($1, 'order', 'Order number', 'first', now())", [id]);
    const second = answer({ order: "second" });
    await held.untilWaitedFor();
    await held.end(end);
    expect((await second).status).toBe(204);
    expect(await answersTo("order", visitor.visitorId)).toEqual([end === "COMMIT" ? "first" : "second"]);
  }
});

test("answers in two of a visitor's conversations at once are one", async () => {
  const { owner, visitor, id, answer } = await toAnswer();
  await patchConversation(owner, id, { status: "closed" });
  const { conversationId: other } = await start(visitor, "Again");
  await Promise.all([answer({ order: "one" }), answer({ order: "two" }, other)]);
  expect(await answersTo("order", visitor.visitorId)).toHaveLength(1);
});

test("messages, a close and answers at once all happen", async () => {
  const { owner, visitor, id, answer } = await toAnswer();
  const [, , answered] = await Promise.all([
    sendMessage(visitor, id, "More"),
    patchConversation(owner, id, { starred: true }),
    answer({ order: "A-1041" }),
  ]);
  expect(answered.status).toBe(204);
  expect(await answersTo("order", visitor.visitorId)).toEqual(["A-1041"]);
});

test("an answer that waits while the conversation is deleted gets a 404, and nothing is stored", async () => {
  const { visitor, id, answer } = await toAnswer();
  await using held = await holdTransaction();
  await held.run("SELECT FROM visitors WHERE id = $1 FOR UPDATE", [visitor.visitorId]);
  await held.run("DELETE FROM conversations WHERE id = $1", [id]);
  const late = answer({ order: "late" });
  await held.untilWaitedFor();
  await held.end("COMMIT");
  expect((await late).status).toBe(404);
  expect(await answersTo("order", visitor.visitorId)).toEqual([]);
});

test("an answer to a question that's removed meanwhile is stored or refused, never with another label", async () => {
  const { owner, site, visitor, answer } = await toAnswer();
  const [response] = await Promise.all([answer({ order: "A-1041" }), askVisitors(owner, site)]);
  expect([204, 400]).toContain(response.status);
  const labels = await sql(
    "SELECT label FROM answers WHERE value = 'A-1041' AND conversation_id IN (SELECT id FROM conversations WHERE visitor_id = $1)",
    [visitor.visitorId],
  );
  expect(labels).toEqual(response.status === 204 ? [{ label: "Order number" }] : []);
});
