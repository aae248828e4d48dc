import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { type EventJson, EventListResponse } from "#lib/desk/conversation-events/schema.ts";
import { RatedConversationResponse } from "#lib/desk/conversations/schema.ts";
import { type Ratable, RatingResponse } from "#lib/desk/ratings/schema.ts";
import { type SiteJson, SiteResponse } from "#lib/sites/sites/schema.ts";
import { ask, askNothing, refuse, send } from "../support/api-client.ts";
import { ownerStream, visitorStream } from "../support/event-stream.ts";
import {
  conversation,
  inbox,
  inboxPage,
  newApiKey,
  newConversation,
  newOwnerWithSite,
  type Owner,
  openWidget,
  ownConversations,
  patchConversation,
  reply,
  sendMessage,
  start,
  type Visitor,
} from "../support/factories.ts";
import { sql, storedRows } from "../support/stored-rows.ts";
import { newListeningSite } from "../support/webhooks.ts";

const DAY_MS = 86_400_000;

const askFor = ({ token }: Owner, { id }: SiteJson, asksRating = true) =>
  ask(SiteResponse, 200, "PATCH", `/sites/${id}`, { token, body: { asksRating } });

/** A conversation on a site that asks for ratings, which someone has replied to. */
async function repliedTo() {
  const { owner, site } = await newOwnerWithSite();
  await askFor(owner, site);
  const visitor = await openWidget(site);
  const { conversationId: id } = await start(visitor, "Hello");
  await reply(owner, id, "Hi");
  return { owner, site, visitor, id };
}

async function closed() {
  const made = await repliedTo();
  await patchConversation(made.owner, made.id, { status: "closed" });
  return made;
}

const path = (id: string) => `/public/conversations/${id}/rating`;
const rate = async ({ token }: Visitor, id: string, body: object) =>
  (await ask(RatingResponse, 200, "PUT", path(id), { token, body })).rating;
const refuseRating = ({ token }: Visitor, id: string, body: object = { close: 1, score: 5 }) =>
  refuse("rating_closed", "PUT", path(id), { token, body });

async function ratable(visitor: Visitor, id: string): Promise<Ratable | undefined> {
  return (await ownConversations(visitor)).find((one) => one.id === id)?.ratable;
}

const rated = ({ token }: Owner, id: string) =>
  ask(RatedConversationResponse, 200, "GET", `/conversations/${id}`, { token });
const eventsOf = async ({ token }: Owner, id: string): Promise<EventJson[]> =>
  (await ask(EventListResponse, 200, "GET", `/conversations/${id}/events`, { token })).events;

test("what a person closed can be rated, and the team sees the score and the comment", async () => {
  const { owner, visitor, id } = await closed();
  const [own] = await ownConversations(visitor);
  const before = await conversation(owner, id);
  expect(own?.ratable).toEqual({ close: 1, until: expect.any(String) });
  expect(Date.parse(own?.ratable?.until ?? "") - Date.now()).toBeGreaterThan(14 * DAY_MS - 60_000);

  const rating = await rate(visitor, id, { close: 1, score: 4, comment: "Quick and\nfriendly" });
  expect(rating).toMatchObject({ close: 1, score: 4, comment: "Quick and\nfriendly" });
  expect(Math.abs(Date.parse(rating.until) - Date.now() - DAY_MS)).toBeLessThan(60_000);
  expect(await ratable(visitor, id)).toEqual(rating);

  const after = await rated(owner, id);
  expect(after.conversation).toMatchObject({ rating: 4, eventSeq: 2, status: "closed" });
  expect(after.conversation.updatedAt > before.updatedAt).toBe(true);
  expect(after.ratings).toMatchObject([{ close: 1, score: 4, comment: "Quick and\nfriendly", via: "widget" }]);
  expect((await eventsOf(owner, id)).at(-1)).toMatchObject({ kind: "rated", via: "visitor", score: 4, afterSeq: 2 });
});

test("a rating can be changed for a day, each new score is a line, and the same one again changes nothing", async () => {
  const { owner, visitor, id } = await closed();
  await rate(visitor, id, { close: 1, score: 2 });
  const first = await storedRows(owner);
  const again = await rate(visitor, id, { close: 1, score: 2, comment: null });
  expect(await storedRows(owner)).toEqual(first);
  const changed = await rate(visitor, id, { close: 1, score: 5 });
  expect(changed.until).toBe(again.until);
  await rate(visitor, id, { close: 1, score: 5, comment: "Solved after all" });
  await rate(visitor, id, { close: 1, score: 5 });
  expect((await rated(owner, id)).ratings).toMatchObject([{ close: 1, score: 5 }]);
  expect((await rated(owner, id)).ratings[0]).not.toHaveProperty("comment");
  expect((await eventsOf(owner, id)).map(({ kind, score }) => [kind, score])).toEqual([
    ["closed", undefined],
    ["rated", 2],
    ["rated", 5],
  ]);

  await sql("UPDATE ratings SET rated_at = now() - interval '25 hours' WHERE conversation_id = $1", [id]);
  await refuseRating(visitor, id, { close: 1, score: 1 });
  expect(await ratable(visitor, id)).toBeUndefined();
  expect((await conversation(owner, id)).rating).toBe(5);
});

test("each close is rated once, the conversation has the newest score, and a reopened one can't be rated", async () => {
  const { owner, visitor, id } = await closed();
  await rate(visitor, id, { close: 1, score: 3, comment: "Fine" });
  await sendMessage(visitor, id, "One more thing");
  expect(await ratable(visitor, id)).toBeUndefined();
  await refuseRating(visitor, id, { close: 1, score: 1 });
  await reply(owner, id, "Done");
  await patchConversation(owner, id, { status: "closed" });
  const close = (await ratable(visitor, id))?.close ?? 0;
  expect(close).toBeGreaterThan(1);
  await refuseRating(visitor, id, { close: 1, score: 1 });
  // The same score as before is a line as well.
  await rate(visitor, id, { close, score: 3 });
  expect((await rated(owner, id)).ratings).toMatchObject([
    { close: 1, score: 3, comment: "Fine" },
    { close, score: 3 },
  ]);
  expect((await eventsOf(owner, id)).filter(({ kind }) => kind === "rated")).toHaveLength(2);
});

test("nothing is asked about without a person's close and reply, on a site that doesn't ask, or after 14 days", async () => {
  const none = async (made: Awaited<ReturnType<typeof repliedTo>>) => {
    expect(await ratable(made.visitor, made.id)).toBeUndefined();
    await refuseRating(made.visitor, made.id);
    expect(await openWidget(made.site, { visitorToken: made.visitor.visitorToken })).not.toHaveProperty("conversation");
  };
  const byKey = await repliedTo();
  const { secret } = await newApiKey(byKey.owner, "write");
  await patchConversation({ ...byKey.owner, token: secret }, byKey.id, { status: "closed" });
  await none(byKey);

  const byService = await repliedTo();
  await sql("UPDATE conversations SET status = 'closed' WHERE id = $1", [byService.id]);
  await none(byService);

  const { owner, site } = await newOwnerWithSite();
  await askFor(owner, site);
  const unanswered = await openWidget(site);
  const { conversationId: id } = await start(unanswered, "Hello");
  await patchConversation(owner, id, { status: "closed" });
  await none({ owner, site, visitor: unanswered, id });

  const spam = await closed();
  await patchConversation(spam.owner, spam.id, { spam: true });
  await none(spam);

  const test = await closed();
  await sql("UPDATE visitors SET is_test = true WHERE id = $1", [test.visitor.visitorId]);
  await none(test);

  const off = await closed();
  await askFor(off.owner, off.site, false);
  await none(off);
  // Turned on again, it asks about later closes only.
  await askFor(off.owner, off.site);
  await none(off);

  const old = await closed();
  await sql("UPDATE conversation_events SET created_at = now() - interval '14 days' WHERE conversation_id = $1", [
    old.id,
  ]);
  await none(old);

  const open = await repliedTo();
  await refuseRating(open.visitor, open.id);
});

test("in an opening without a reply, an earlier reply doesn't count", async () => {
  const { owner, visitor, id } = await closed();
  await sendMessage(visitor, id, "Hello again");
  await patchConversation(owner, id, { status: "closed" });
  expect(await ratable(visitor, id)).toBeUndefined();
});

test("reopened and closed again without another reply, a rated conversation isn't asked about again", async () => {
  const { owner, visitor, id } = await closed();
  const again = async () => {
    await patchConversation(owner, id, { status: "open" });
    await patchConversation(owner, id, { status: "closed" });
  };
  await again();
  const close = (await ratable(visitor, id))?.close ?? 0;
  await rate(visitor, id, { close, score: 4 });
  await rate(visitor, id, { close, score: 5 });
  await again();
  expect(await ratable(visitor, id)).toBeUndefined();
  await patchConversation(owner, id, { status: "open" });
  await reply(owner, id, "One more thing");
  await patchConversation(owner, id, { status: "closed" });
  expect(await ratable(visitor, id)).toBeDefined();
});

test("turning it on again while it's on doesn't forget earlier closes", async () => {
  const { owner, site, visitor, id } = await closed();
  await askFor(owner, site);
  expect(await ratable(visitor, id)).toMatchObject({ close: 1 });
});

test("a session shows the newest conversation to rate, unless one is open", async () => {
  const { owner, site, visitor, id } = await closed();
  const back = () => openWidget(site, { visitorToken: visitor.visitorToken });
  expect((await back()).conversation).toMatchObject({ id, status: "closed", ratable: { close: 1 } });
  await rate(visitor, id, { close: 1, score: 5 });
  expect((await back()).conversation).toMatchObject({ id, ratable: { close: 1, score: 5 } });
  const { conversationId: other } = await start(visitor, "Something else");
  expect((await back()).conversation).toMatchObject({ id: other, status: "open" });
  await patchConversation(owner, other, { status: "closed" });
  expect((await back()).conversation).toMatchObject({ id });
});

test("another visitor, a foreign conversation and an invalid rating are refused, and nothing is stored", async () => {
  const { owner, site, visitor, id } = await closed();
  const other = await openWidget(site);
  await start(other, "Someone else");
  const before = await storedRows(owner);
  const { visitor: stranger } = await newConversation();
  for (const { token } of [other, stranger]) {
    const call = { token, body: { close: 1, score: 5 } };
    const { detail } = await refuse("not_found", "PUT", path(id), call);
    expect(detail).toBe((await refuse("not_found", "PUT", path(randomUUID()), call)).detail);
  }
  await refuse("unauthenticated", "PUT", path(id), { token: owner.token, body: { close: 1, score: 5 } });
  for (const [field, body] of [
    ["score", { close: 1, score: 0 }],
    ["score", { close: 1, score: 6 }],
    ["score", { close: 1, score: 4.5 }],
    ["score", { close: 1 }],
    ["close", { close: 0, score: 5 }],
    ["close", { score: 5 }],
    ["comment", { close: 1, score: 5, comment: "x".repeat(501) }],
    ["comment", { close: 1, score: 5, comment: " " }],
  ] as const) {
    const { errors } = await refuse("invalid_request", "PUT", path(id), { token: visitor.token, body });
    expect(errors?.map(({ path: at }) => at)).toEqual([field]);
  }
  expect(await storedRows(owner)).toEqual(before);
});

test("a rating reaches the team's open pages and the visitor's other tabs at once, and webhooks without the comment", async () => {
  await using listening = await newListeningSite({ events: ["conversation.rated"] });
  const { owner, site, receiver } = listening;
  await askFor(owner, site);
  const visitor = await openWidget(site);
  const { conversationId: id } = await start(visitor, "Hello");
  await reply(owner, id, "Hi");
  await using team = await ownerStream(owner);
  await using theirs = await visitorStream(visitor);
  await patchConversation(owner, id, { status: "closed" });
  await theirs.next("conversation.updated", (data) => "conversation" in data && data.conversation.ratable?.close === 1);
  await rate(visitor, id, { close: 1, score: 2, comment: "canary of a comment" });
  await team.next("conversation.updated", (data) => "conversation" in data && data.conversation.rating === 2);
  await theirs.next("conversation.updated", (data) => "conversation" in data && data.conversation.ratable?.score === 2);
  const [{ body = "" } = {}] = await receiver.receives(1);
  expect(JSON.parse(body)).toMatchObject({
    type: "conversation.rated",
    data: { siteId: site.id, conversationId: id, visitorId: visitor.visitorId, close: 1, score: 2 },
  });
  expect(body).not.toContain("canary");
});

test("GET /conversations lists rated conversations, all or by score, with other filters and page by page", async () => {
  const { owner, site } = await newOwnerWithSite();
  await askFor(owner, site);
  const ids: string[] = [];
  for (const score of [1, 5, 5, undefined]) {
    const visitor = await openWidget(site);
    const { conversationId: id } = await start(visitor, `Hello ${score}`);
    await reply(owner, id, "Hi");
    await patchConversation(owner, id, { status: "closed" });
    if (score) await rate(visitor, id, { close: 1, score });
    ids.unshift(id);
  }
  const [, third, second, first] = ids;
  const listed = async (query: string) => (await inbox(owner, query)).map(({ id }) => id);
  expect(await listed("?rating=any")).toEqual([third, second, first]);
  expect(await listed("?rating=5")).toEqual([third, second]);
  expect(await listed("?rating=2")).toEqual([]);
  expect(await listed("?rating=5&q=Hello")).toHaveLength(2);
  expect(await listed(`?rating=1&siteId=${site.id}&status=closed`)).toEqual([first]);
  expect(await listed("?rating=1&status=open")).toEqual([]);
  const { nextCursor } = await inboxPage(owner, "?rating=any&limit=2");
  expect(await listed(`?rating=any&limit=2&cursor=${nextCursor}`)).toEqual([first]);
  await refuse("invalid_request", "GET", "/conversations?rating=6", { token: owner.token });
});

test("exports have ratings with their comments, and erasing the visitor removes them", async () => {
  const { owner, site, visitor, id } = await closed();
  await rate(visitor, id, { close: 1, score: 4, comment: "=HYPERLINK(1)" });
  for (const from of [`/sites/${site.id}`, `/visitors/${visitor.visitorId}`]) {
    const text = (await send("GET", `${from}/export`, owner)).text;
    const [exported] = JSON.parse(text).visitors[0].conversations;
    expect(exported.ratings).toEqual([
      {
        close: 1,
        score: 4,
        comment: "=HYPERLINK(1)",
        via: "widget",
        ratedAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ]);
    const table = (await send("GET", `${from}/export?format=csv`, owner)).text;
    expect(table.split("\r\n")[0]).toMatch(/,ratings,ratingComments,ratedVia,visitorPhone,answers,emailFrom,/);
    expect(table).toContain(",4,'=HYPERLINK(1)");
  }
  await askNothing("DELETE", `/visitors/${visitor.visitorId}`, { token: owner.token });
  expect(await sql("SELECT 1 FROM ratings WHERE conversation_id = $1", [id])).toEqual([]);
  await refuse("unauthenticated", "PUT", path(id), { token: visitor.token, body: { close: 1, score: 1 } });
});
