import { expect, test } from "@playwright/test";
import { SiteResponse } from "#lib/sites/sites/schema.ts";
import { ask, send } from "../support/api-client.ts";
import { newOwnerWithSite, openWidget, patchConversation, reply, start } from "../support/factories.ts";
import { holdTransaction } from "../support/held-transaction.ts";
import { sql } from "../support/stored-rows.ts";

/** A conversation that its visitor may rate, and how they do. */
async function toRate() {
  const { owner, site } = await newOwnerWithSite();
  await ask(SiteResponse, 200, "PATCH", `/sites/${site.id}`, { token: owner.token, body: { asksRating: true } });
  const visitor = await openWidget(site);
  const { conversationId: id } = await start(visitor, "Hello");
  await reply(owner, id, "Hi");
  await patchConversation(owner, id, { status: "closed" });
  const rate = (score: number, close = 1) =>
    send("PUT", `/public/conversations/${id}/rating`, { token: visitor.token, body: { close, score } });
  return { owner, visitor, id, rate };
}

const ratingsOf = (id: string) => sql("SELECT close_seq, score FROM ratings WHERE conversation_id = $1", [id]);
const stateOf = async (id: string) => (await sql("SELECT rating, event_seq FROM conversations WHERE id = $1", [id]))[0];

test("a rating that waits for a reopening is refused, and one that comes first stays", async () => {
  const { id, rate } = await toRate();
  await using held = await holdTransaction();
  await held.run("UPDATE conversations SET status = 'open', opened_seq = 3 WHERE id = $1", [id]);
  const late = rate(1);
  await held.untilWaitedFor();
  await held.end("COMMIT");
  expect((await late).status).toBe(409);
  expect(await ratingsOf(id)).toEqual([]);
  expect(await stateOf(id)).toEqual({ rating: null, event_seq: 2 });
});

test("a rating that waits for a reopening which is undone is stored", async () => {
  const { id, rate } = await toRate();
  await using held = await holdTransaction();
  await held.run("UPDATE conversations SET status = 'open' WHERE id = $1", [id]);
  const late = rate(4);
  await held.untilWaitedFor();
  await held.end("ROLLBACK");
  expect((await late).status).toBe(200);
  expect(await ratingsOf(id)).toEqual([{ close_seq: 1, score: 4 }]);
});

test("a rating of the close before isn't taken for the next one, if both happen while it waits", async () => {
  const { id, rate } = await toRate();
  await using held = await holdTransaction();
  await held.run("UPDATE conversations SET status = 'open' WHERE id = $1", [id]);
  await held.run("UPDATE conversations SET status = 'closed', changed_via = 'session' WHERE id = $1", [id]);
  const late = rate(1);
  await held.untilWaitedFor();
  await held.end("COMMIT");
  expect((await late).status).toBe(409);
  expect(await ratingsOf(id)).toEqual([]);
  expect((await rate(5, 3)).status).toBe(200);
});

test("of a rating and a visitor's message at once, the rating is stored before it or refused after it", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { visitor, id, rate } = await toRate();
    const message = { token: visitor.token, body: { message: "One more thing" } };
    const [rating, sent] = await Promise.all([rate(3), send("POST", `/public/conversations/${id}/messages`, message)]);
    expect(sent.status).toBe(201);
    const events = await sql("SELECT kind FROM conversation_events WHERE conversation_id = $1 ORDER BY seq", [id]);
    const kinds = events.map(({ kind }) => kind);
    expect(kinds).toEqual(rating.status === 200 ? ["closed", "rated", "reopened"] : ["closed", "reopened"]);
    expect(await ratingsOf(id)).toHaveLength(rating.status === 200 ? 1 : 0);
  }
});

test("of eight ratings at once there's one row, and the conversation has its score", async () => {
  const { id, rate } = await toRate();
  await using held = await holdTransaction();
  await held.run("SELECT id FROM conversations WHERE id = $1 FOR NO KEY UPDATE", [id]);
  const running = [1, 2, 3, 4, 5, 1, 2, 3].map((score) => rate(score));
  await held.untilWaitedFor(3);
  await held.end("COMMIT");
  expect(new Set((await Promise.all(running)).map(({ status }) => status))).toEqual(new Set([200]));
  const [rating, ...more] = await ratingsOf(id);
  expect(more).toEqual([]);
  expect((await stateOf(id))?.rating).toBe(rating?.score);
  const [last] = await sql("SELECT seq, score FROM conversation_events WHERE conversation_id = $1 ORDER BY seq DESC", [
    id,
  ]);
  expect(last?.score).toBe(rating?.score);
  expect((await stateOf(id))?.event_seq).toBe(last?.seq);
});
