import { expect, test } from "@playwright/test";
import { type AttributeJson, AttributesResponse } from "#lib/desk/attributes/schema.ts";
import type { SiteJson } from "#lib/sites/sites/schema.ts";
import { ConversationVisitorResponse } from "#lib/widget/visits/schema.ts";
import { ask, askNothing, refuse, refuseFields, send } from "../support/api-client.ts";
import {
  conversation,
  inbox,
  newApiKey,
  newConversation,
  newOwnerWithSite,
  type Owner,
  openWidget,
  patchConversation,
  start,
  type Visitor,
} from "../support/factories.ts";
import { holdTransaction } from "../support/held-transaction.ts";
import { sql } from "../support/stored-rows.ts";
import { newTeam } from "../support/team.ts";
import { newVouchingSite } from "../support/verified.ts";

const say = ({ token }: Visitor, attributes: object) =>
  askNothing("PUT", "/public/visitor/attributes", { token, body: { attributes } });
const set = async ({ token }: Pick<Owner, "token">, path: string, attributes: object) =>
  (await ask(AttributesResponse, 200, "PUT", `${path}/attributes`, { token, body: { attributes } })).attributes;
const ofVisitor = ({ visitorId }: Visitor) => `/visitors/${visitorId}`;
const ofPerson = ({ id }: SiteJson, externalId: string) => `/sites/${id}/people/${encodeURIComponent(externalId)}`;

const shown = async ({ token }: Owner, id: string) =>
  (await ask(ConversationVisitorResponse, 200, "GET", `/conversations/${id}/visitor`, { token })).visitor.attributes;
const short = (attributes: AttributeJson[] | undefined) =>
  attributes?.map(({ source, name, kind, value }) => [source, name, kind, value]);
const found = async (owner: Owner, attribute: string, more = "") =>
  (await inbox(owner, `?${new URLSearchParams({ attribute })}${more}`)).map(({ visitorId }) => visitorId);

test("what the page and the server say is kept apart, by kind, and null removes it", async () => {
  const { owner, visitor, id } = await newConversation();
  expect(await shown(owner, id)).toBeUndefined();
  await say(visitor, { plan: "free", seats: 1e3, trial: false, since: "2026-12-01", at: "2026-12-01T09:00:00+01:00" });
  await set(owner, ofVisitor(visitor), { plan: "Pro", "2026-02-31": "2026-02-31" });
  expect(short(await shown(owner, id))).toEqual([
    ["server", "2026-02-31", "string", "2026-02-31"],
    ["server", "plan", "string", "Pro"],
    ["page", "at", "date", "2026-12-01T08:00:00.000Z"],
    ["page", "plan", "string", "free"],
    ["page", "seats", "number", 1000],
    ["page", "since", "date", "2026-12-01"],
    ["page", "trial", "boolean", false],
  ]);
  await say(visitor, { since: null, at: null, trial: null, unknown: null, seats: -0 });
  expect(short(await set(owner, ofVisitor(visitor), { plan: null, "2026-02-31": null }))).toEqual([
    ["page", "plan", "string", "free"],
    ["page", "seats", "number", 0],
  ]);
});

test("a name may be one that objects already have, and any other line of 50 characters", async () => {
  const { owner, visitor, id } = await newConversation();
  const names = ["__proto__", "constructor", "toString", "a:b", "日本語", "👩‍👩‍👧", "x".repeat(50)];
  const body = `{"attributes":{${names.map((name) => `${JSON.stringify(name)}:"here"`).join(",")}}}`;
  const raw = { raw: body, headers: { "Content-Type": "application/json" } };
  expect((await send("PUT", "/public/visitor/attributes", { token: visitor.token, ...raw })).status).toBe(204);
  expect((await send("PUT", `${ofVisitor(visitor)}/attributes`, { token: owner.token, ...raw })).status).toBe(200);
  expect(new Set((await shown(owner, id))?.map(({ name }) => name))).toEqual(new Set(names));
  for (const name of names) expect(await found(owner, `${name}:HERE`), name).toEqual([visitor.visitorId]);
  expect(Object.prototype).not.toHaveProperty("here");
});

test("attributes that can't be stored are refused as a whole, with their name", async () => {
  const { owner, visitor, id } = await newConversation();
  const call = (body: object) => ({ token: visitor.token, body });
  const refused = (field: string, attributes: unknown) =>
    refuseFields([field], "PUT", "/public/visitor/attributes", call({ attributes, good: "one" }));
  for (const value of [{}, [], ["a"], "", " ", "a\nb", "\0", "a\u202eb", "\ud800", "x".repeat(501)])
    await refused("attributes.plan", { seats: 3, plan: value });
  for (const name of ["", " ", "a\nb", "x".repeat(51)]) await refused("attributes", { [name]: 1 });
  for (const whole of [null, "plan", [], {}, 7]) await refused("attributes", whole);
  await refuseFields(["attributes"], "PUT", "/public/visitor/attributes", call({}));
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`a${at}`, "x"]));
  await refused("attributes", many(51));
  await refused("attributes", many(1_000));
  await refuse("payload_too_large", "PUT", "/public/visitor/attributes", call({ attributes: many(10_000) }));
  await refuse("payload_too_large", "PUT", "/public/visitor/attributes", call({ attributes: { a: "x".repeat(1e6) } }));
  const infinite = { raw: '{"attributes":{"n":1e999}}', headers: { "Content-Type": "application/json" } };
  await refuseFields(["attributes.n"], "PUT", "/public/visitor/attributes", { token: visitor.token, ...infinite });
  expect(await shown(owner, id)).toBeUndefined();
});

test("a visitor has 50 attributes of each source, also if two tabs send at once", async () => {
  const { owner, visitor, id } = await newConversation();
  const some = (tab: string) => Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`${tab}${at}`, at]));
  const tabs = await Promise.all(
    ["a", "b"].map((tab) =>
      send("PUT", "/public/visitor/attributes", { token: visitor.token, body: { attributes: some(tab) } }),
    ),
  );
  expect(tabs.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  expect(await shown(owner, id)).toHaveLength(30);
  await set(owner, ofVisitor(visitor), some("server"));
  expect(await shown(owner, id)).toHaveLength(60);
  await refuse("conflict", "PUT", `${ofVisitor(visitor)}/attributes`, {
    token: owner.token,
    body: { attributes: some("more") },
  });
  // Removing and adding in one request counts what's left.
  const removed = Object.fromEntries(Object.keys(some("server")).map((name) => [name, null]));
  expect(await set(owner, ofVisitor(visitor), { ...removed, plan: "pro" })).toHaveLength(31);
});

test("of two changes of a name at once, the last one counts, and other names of both stay", async () => {
  const { visitor } = await newConversation();
  await using held = await holdTransaction();
  await held.run("UPDATE visitors SET updated_at = updated_at WHERE id = $1", [visitor.visitorId]);
  const first = say(visitor, { plan: "free", first: 1 });
  await held.untilWaitedFor();
  await held.end("COMMIT");
  await first;
  await say(visitor, { plan: "pro", second: 2 });
  expect(
    await sql("SELECT name, value FROM visitor_attributes WHERE visitor_id = $1 ORDER BY name", [visitor.visitorId]),
  ).toEqual([
    { name: "first", value: "1" },
    { name: "plan", value: "pro" },
    { name: "second", value: "2" },
  ]);
});

test("only a change moves a conversation's version, and only the newest one's", async () => {
  const { owner, visitor, id: earlier } = await newConversation();
  await patchConversation(owner, earlier, { status: "closed" });
  const { conversationId: id } = await start(visitor, "Again");
  const versions = async () => [
    (await conversation(owner, earlier)).updatedAt,
    (await conversation(owner, id)).updatedAt,
  ];
  const [old, before = ""] = await versions();
  await say(visitor, { plan: "pro" });
  const [same, after = ""] = await versions();
  expect(same).toBe(old);
  expect(after > before).toBe(true);
  await say(visitor, { plan: "pro" });
  await say(visitor, { other: null });
  expect(await versions()).toEqual([same, after]);
});

test("a visitor without a message, a blocked and an erased one store nothing", async () => {
  const { site } = await newOwnerWithSite();
  const silent = await openWidget(site);
  const body = { attributes: { plan: "pro" } };
  await refuse("not_found", "PUT", "/public/visitor/attributes", { token: silent.token, body });
  const blocked = await newConversation();
  await patchConversation(blocked.owner, blocked.id, { visitorBlocked: true });
  await refuse("not_accepted", "PUT", "/public/visitor/attributes", { token: blocked.visitor.token, body });
  const erased = await newConversation();
  await say(erased.visitor, { plan: "pro" });
  await askNothing("DELETE", ofVisitor(erased.visitor), { token: erased.owner.token });
  await refuse("unauthenticated", "PUT", "/public/visitor/attributes", { token: erased.visitor.token, body });
  const ids = [silent, blocked.visitor, erased.visitor].map(({ visitorId }) => visitorId);
  expect(await sql("SELECT 1 FROM visitor_attributes WHERE visitor_id = ANY($1)", [ids])).toEqual([]);
});

test("a server sets attributes by its own ID before the visitor's first session, which then has them", async () => {
  const { owner, site, proof } = await newVouchingSite();
  const key = await newApiKey(owner, "write");
  const server = { token: key.secret };
  await Promise.all(["a", "b", "c"].map((name) => set(server, ofPerson(site, "ana"), { [name]: true })));
  expect(short(await set(server, ofPerson(site, "ana"), { plan: "pro" }))).toHaveLength(4);
  const visitor = await openWidget(site, proof("ana"));
  const { conversationId: id } = await start(visitor, "Hello");
  expect((await shown(owner, id))?.map(({ name }) => name)).toEqual(["a", "b", "c", "plan"]);
  expect(await sql("SELECT 1 FROM visitors WHERE site_id = $1", [site.id])).toHaveLength(1);
  // The same label without a proof is another visitor.
  const claimed = await openWidget(site, { visitorId: "ana" });
  const other = await start(claimed, "Hi", { visitorId: "ana" });
  expect(await shown(owner, other.conversationId)).toBeUndefined();
  const reader = { token: (await newApiKey(owner, "read")).secret, body: { attributes: { plan: "x" } } };
  await refuse("insufficient_scope", "PUT", `${ofPerson(site, "ana")}/attributes`, reader);
});

test("the filter finds a value in whatever case, the server's first, with other filters and pages", async () => {
  const { owner, site } = await newOwnerWithSite();
  const visitors = await Promise.all(Array.from({ length: 4 }, () => openWidget(site)));
  const [pro, claims, free, none] = visitors as [Visitor, Visitor, Visitor, Visitor];
  for (const visitor of visitors) await start(visitor, "Hello");
  await set(owner, ofVisitor(pro), { plan: "Pro" });
  await say(claims, { plan: "PRO" });
  await say(free, { plan: "pro" });
  await set(owner, ofVisitor(free), { plan: "free" });
  await say(none, { plans: "pro" });
  expect(new Set(await found(owner, "plan:pro"))).toEqual(new Set([pro.visitorId, claims.visitorId]));
  expect(await found(owner, "plan:free", `&siteId=${site.id}&status=open&snoozed=false`)).toEqual([free.visitorId]);
  expect(await found(owner, "plan:pro", "&assignee=none&limit=1")).toHaveLength(1);
  expect(await found(owner, "plan:pro", "&order=waiting")).toHaveLength(2);
  expect(await found(owner, "plan:pro", "&q=Hello")).toHaveLength(2);
  expect(await found(owner, "plan:pro", "&status=closed")).toEqual([]);
  expect(await found(owner, "plan:%")).toEqual([]);
  for (const attribute of ["plan", "plan:", ":pro", "", "a\nb:c", `${"x".repeat(51)}:y`])
    await refuseFields(["attribute"], "GET", `/conversations?${new URLSearchParams({ attribute })}`, {
      token: owner.token,
    });
});

test("the filter and the attributes of another site give nothing to a member without it", async () => {
  const team = await newTeam({ sites: 2 });
  const [own, foreign] = team.sites as [SiteJson, SiteJson];
  const [mine, theirs] = [await openWidget(own), await openWidget(foreign)];
  await start(mine, "Hello");
  const { conversationId: id } = await start(theirs, "Hello");
  await Promise.all([mine, theirs].map((visitor) => set(team.owner, ofVisitor(visitor), { plan: "pro" })));
  expect(await found(team.agent, "plan:pro")).toEqual([mine.visitorId]);
  expect(await found(team.owner, "plan:pro")).toHaveLength(2);
  const { token } = team.agent;
  await refuse("not_found", "GET", `/conversations/${id}/card`, { token });
  for (const path of [ofVisitor(theirs), ofPerson(foreign, "ana")])
    await refuse("not_found", "PUT", `${path}/attributes`, { token, body: { attributes: { plan: "mine" } } });
  expect(await sql("SELECT 1 FROM visitors WHERE site_id = $1 AND verified", [foreign.id])).toEqual([]);
});
