import { expect, test } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import { CardResponse, NewSiteCardResponse, SiteCardResponse } from "#lib/desk/cards/schema.ts";
import type { SiteJson } from "#lib/sites/sites/schema.ts";
import { ConversationVisitorResponse } from "#lib/widget/visits/schema.ts";
import { ask, askNothing, refuse, refuseFields } from "../support/api-client.ts";
import {
  newApiKey,
  newConversation,
  newOwnerWithSite,
  type Owner,
  openWidget,
  patchConversation,
  start,
} from "../support/factories.ts";
import { sql } from "../support/stored-rows.ts";
import { newVouchingSite } from "../support/verified.ts";
import { startReceiver } from "../support/webhook-receiver.ts";

const cardPath = ({ id }: SiteJson) => `/sites/${id}/card`;
const putCard = ({ token }: Owner, site: SiteJson, url: string) =>
  ask(NewSiteCardResponse, 200, "PUT", cardPath(site), { token, body: { url } });
const cardOf = ({ token }: Owner, id: string) => ask(CardResponse, 200, "GET", `/conversations/${id}/card`, { token });

type Receiver = Awaited<ReturnType<typeof startReceiver>>;
const respondWith = (receiver: Receiver, body: unknown, status = 200) =>
  receiver.behave((_, response) =>
    response.writeHead(status).end(typeof body === "string" ? body : JSON.stringify(body)),
  );

const LINES = [
  { label: "Plan", value: "Pro" },
  { label: "Last order", value: "A-1041", url: "https://shop.example/orders/1041" },
  { label: "Account manager", value: "Ben", url: "mailto:ben@shop.example" },
];

/** A conversation on a site whose card comes from a receiver. */
async function newCardPlace() {
  const place = await newConversation();
  const receiver = await startReceiver();
  const { secret = "" } = await putCard(place.owner, place.site, `${receiver.url}/card`);
  respondWith(receiver, { lines: LINES });
  return { ...place, receiver, secret, [Symbol.asyncDispose]: receiver.close };
}

test("a site's server is asked about a visitor, signed, with what's proven, and its lines are shown", async () => {
  const { owner, site, openAs } = await newVouchingSite();
  await using receiver = await startReceiver();
  const { secret = "" } = await putCard(owner, site, `${receiver.url}/card`);
  respondWith(receiver, { lines: LINES, unknown: true });
  const visitor = await openAs("ana");
  const { conversationId: id } = await start(visitor, "Hello", { email: "ana@shop.example" });
  const attributes = { attributes: { plan: "pro" } };
  await askNothing("PUT", "/public/visitor/attributes", { token: visitor.token, body: attributes });

  const { card } = await cardOf(owner, id);
  expect(card).toEqual({ lines: LINES, at: expect.any(String) });
  const [asked] = await receiver.receives(1);
  expect([asked?.method, asked?.path]).toEqual(["POST", "/card"]);
  const headers = asked?.headers as Record<string, string>;
  expect(new Webhook(secret).verify(asked?.body ?? "", headers)).toEqual({
    siteId: site.id,
    visitorId: visitor.visitorId,
    externalId: "ana",
    verified: true,
    email: "ana@shop.example",
    emailConfirmed: false,
    attributes: [{ name: "plan", kind: "string", value: "pro", source: "page", updatedAt: expect.any(String) }],
  });
  const { visitor: shown } = await ask(ConversationVisitorResponse, 200, "GET", `/conversations/${id}/visitor`, {
    token: owner.token,
  });
  expect(shown.hasCard).toBe(true);
});

test("a card is asked for once for its time, also by several at once, and nothing of it is stored", async () => {
  await using place = await newCardPlace();
  const { owner, id, receiver } = place;
  respondWith(receiver, { lines: [{ label: "Balance", value: 7041 }], ttl: 1 });
  const all = await Promise.all(Array.from({ length: 5 }, () => cardOf(owner, id)));
  for (const { card } of all) expect(card?.lines).toEqual([{ label: "Balance", value: "7041" }]);
  await cardOf(owner, id);
  expect(receiver.received).toHaveLength(1);
  const { visitorId } = place.visitor;
  expect(await sql("SELECT 1 FROM visitor_attributes WHERE visitor_id = $1", [visitorId])).toEqual([]);
});

test("a card isn't shown once its visitor claims to be someone else, whatever the server responds with", async () => {
  const { owner, site } = await newOwnerWithSite();
  await using receiver = await startReceiver();
  await putCard(owner, site, `${receiver.url}/card`);
  respondWith(receiver, { lines: LINES });
  const visitor = await openWidget(site);
  const { token } = visitor;
  const { conversationId: id } = await start(visitor, "Hello", { email: "ana@shop.example" });
  expect((await cardOf(owner, id)).card?.lines).toEqual(LINES);
  const change = async (path: string, body: object) => {
    await askNothing(path === "/public/visitor" ? "PATCH" : "PUT", path, { token, body });
    return cardOf(owner, id);
  };
  await change("/public/visitor/attributes", { attributes: { plan: "pro", seats: 3 } });
  expect(receiver.received).toHaveLength(2);
  // Said again, nothing has changed.
  await change("/public/visitor/attributes", { attributes: { seats: 3 } });
  expect(receiver.received).toHaveLength(2);
  respondWith(receiver, "", 500);
  expect(await change("/public/visitor", { email: "ben@shop.example" })).toEqual({ failure: expect.any(Object) });
  expect(receiver.received).toHaveLength(3);
});

test("whatever a server responds with that isn't a card is a failure that names it, and the next look asks again", async () => {
  await using place = await newCardPlace();
  const { owner, id, receiver } = place;
  const line = { label: "Plan", value: "Pro" };
  const cases: [unknown, string, number?][] = [
    ["not JSON", "JSON"],
    ["x".repeat(70_000), "64 KiB"],
    [{}, "lines"],
    [{ lines: Array.from({ length: 11 }, () => line) }, "at most 10"],
    [{ lines: [{ label: "Plan" }] }, "lines.0.value"],
    [{ lines: [{ ...line, label: "x".repeat(81) }] }, "at most 80"],
    [{ lines: [{ ...line, value: "a\nb" }] }, "lines.0.value"],
    [{ lines: [{ ...line, url: "http://shop.example" }] }, "https"],
    [{ lines: [{ ...line, url: "javascript:alert(1)" }] }, "https"],
    [{ lines: [{ ...line, url: "//shop.example" }] }, "https"],
    [{ lines: LINES }, "404", 404],
    [{ lines: LINES }, "301", 301],
    [{ lines: LINES }, "204", 204],
  ];
  for (const [body, why, status] of cases) {
    respondWith(receiver, body, status);
    const { card, failure } = await cardOf(owner, id);
    expect(card, why).toBeUndefined();
    expect(failure?.detail).toContain(why);
    expect(failure?.code).toBe(status ? "answered" : "invalid_card");
  }
  expect(receiver.received).toHaveLength(cases.length);
  respondWith(receiver, { lines: [] });
  expect(await cardOf(owner, id)).toMatchObject({ card: { lines: [] } });
});

test("a server that's silent or away is given up on after three seconds", async () => {
  await using place = await newCardPlace();
  place.receiver.behave(() => undefined);
  const before = performance.now();
  expect((await cardOf(place.owner, place.id)).failure).toEqual({
    code: "timeout",
    detail: "There was no response within 3 seconds.",
  });
  expect(performance.now() - before).toBeLessThan(10_000);
  await putCard(place.owner, place.site, "http://127.0.0.1:9/card");
  expect((await cardOf(place.owner, place.id)).failure?.code).toBe("connection_refused");
});

test("a site without a card, spam and a blocked visitor ask nothing", async () => {
  const { owner, id } = await newConversation();
  expect(await cardOf(owner, id)).toEqual({});
  await using place = await newCardPlace();
  await patchConversation(place.owner, place.id, { spam: true });
  expect(await cardOf(place.owner, place.id)).toEqual({});
  await patchConversation(place.owner, place.id, { spam: false, visitorBlocked: true });
  expect(await cardOf(place.owner, place.id)).toEqual({});
  expect(place.receiver.received).toEqual([]);
});

test("a card's address is an https one that isn't internal, its secret is shown once, and a new one signs at once", async () => {
  await using place = await newCardPlace();
  const { owner, site, receiver, secret, id } = place;
  const { token } = owner;
  for (const url of [
    "",
    "shop.example",
    "ftp://shop.example",
    "http://shop.example/",
    "https://10.0.0.1/",
    "https://a:b@c.example",
  ])
    await refuseFields(["url"], "PUT", cardPath(site), { token, body: { url } });
  expect(secret).toMatch(/^whsec_/);
  expect(await putCard(owner, site, `${receiver.url}/other`)).toEqual({
    card: { url: `${receiver.url}/other`, createdAt: expect.any(String) },
  });
  const { card } = await ask(SiteCardResponse, 200, "GET", cardPath(site), { token });
  expect(card).toEqual({ url: `${receiver.url}/other`, createdAt: expect.any(String) });
  const { secret: next = "" } = await ask(NewSiteCardResponse, 201, "POST", `${cardPath(site)}/secret`, { token });
  expect(next).not.toBe(secret);
  await cardOf(owner, id);
  const [asked] = await receiver.receives(1);
  expect(asked?.path).toBe("/other");
  const headers = asked?.headers as Record<string, string>;
  expect(() => new Webhook(next).verify(asked?.body ?? "", headers)).not.toThrow();
  expect(() => new Webhook(secret).verify(asked?.body ?? "", headers)).toThrow();

  await askNothing("DELETE", cardPath(site), { token });
  expect(await ask(SiteCardResponse, 200, "GET", cardPath(site), { token })).toEqual({});
  expect(await cardOf(owner, id)).toEqual({});
  await refuse("not_found", "POST", `${cardPath(site)}/secret`, { token });
  await refuse("not_found", "POST", `${cardPath(site)}/test`, { token });
});

test("a test asks about the visitor who came last, or a made-up one, and says what's wrong", async () => {
  const { owner, site } = await newOwnerWithSite();
  const { token } = owner;
  await using receiver = await startReceiver();
  await putCard(owner, site, receiver.url);
  respondWith(receiver, { lines: LINES });
  const test = () => ask(CardResponse, 200, "POST", `${cardPath(site)}/test`, { token });
  expect((await test()).card?.lines).toEqual(LINES);
  const visitor = await openWidget(site);
  await start(visitor, "Hello");
  respondWith(receiver, "Oops", 500);
  expect((await test()).failure).toEqual({ code: "answered", detail: "Your server responded with 500, not 200." });
  const ids = (await receiver.receives(2)).map(({ body }) => JSON.parse(body).visitorId);
  expect(ids).toEqual(["00000000-0000-0000-0000-000000000000", visitor.visitorId]);
  const { secret } = await newApiKey(owner, "write");
  await refuse("insufficient_scope", "PUT", cardPath(site), { token: secret, body: { url: receiver.url } });
});
