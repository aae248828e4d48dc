import { expect, test } from "@playwright/test";
import { refuse, refuseFields } from "../support/api-client.ts";
import {
  inbox,
  newOwnerWithSite,
  openWidget,
  ownConversations,
  reply,
  sendMessage,
  start,
} from "../support/factories.ts";
import type { ProblemJson } from "../support/problem-json.ts";
import { sql, storedRows } from "../support/stored-rows.ts";
import { hashOf, newVouchingSite } from "../support/verified.ts";

const IDS = [
  "7",
  "customer-7",
  "ana@shop.example",
  "Анна-7",
  "お客様7",
  "é",
  "e\u0301",
  "👩‍👩‍👧",
  " a ",
  "x".repeat(200),
];

const rowsOf = (siteId: string) => sql("SELECT * FROM visitors WHERE site_id = $1 ORDER BY id", [siteId]);

test("a visitor with the site's hash is recognized on any device, and the owner sees that", async () => {
  const { owner, openAs } = await newVouchingSite();
  const laptop = await openAs("customer-7");
  const { conversationId } = await start(laptop, "From the laptop");
  await reply(owner, conversationId, "A reply");
  const phone = await openAs("customer-7");
  expect(phone.visitorId).toBe(laptop.visitorId);
  expect(phone.conversation).toMatchObject({ id: conversationId, lastSeq: 2, unreadCount: 1 });
  await start(phone, "From the phone");
  expect(await inbox(owner)).toMatchObject([
    { id: conversationId, visitorVerified: true, visitorExternalId: "customer-7", lastSeq: 3 },
  ]);
});

test("each id is compared byte for byte, and is a separate visitor", async () => {
  const { site, openAs } = await newVouchingSite();
  const visitors: string[] = [];
  for (const id of IDS) visitors.push((await openAs(id)).visitorId);
  expect(new Set(visitors).size).toBe(IDS.length);
  const again: string[] = [];
  for (const id of IDS) again.push((await openAs(id)).visitorId);
  expect(again).toEqual(visitors);
  expect(new Set((await rowsOf(site.id)).map((row) => row.external_id))).toEqual(new Set(IDS));
});

test("the hash is accepted in lower and upper case", async () => {
  const { site, proof } = await newVouchingSite();
  const { visitorId, visitorHash } = proof("c-1");
  const small = await openWidget(site, { visitorId, visitorHash });
  const capital = await openWidget(site, { visitorId, visitorHash: visitorHash.toUpperCase() });
  expect(capital.visitorId).toBe(small.visitorId);
});

test("a verified visitor's row is created immediately, and once however many sessions open at once (C1)", async () => {
  const { site, openAs } = await newVouchingSite();
  const opened = await Promise.all(Array.from({ length: 50 }, () => openAs("c-1")));
  expect(new Set(opened.map(({ visitorId }) => visitorId)).size).toBe(1);
  expect(await rowsOf(site.id)).toMatchObject([{ id: opened[0]?.visitorId, external_id: "c-1", verified: true }]);
  const started = await Promise.all(opened.map((visitor, at) => start(visitor, `${at}`)));
  expect(new Set(started.map(({ conversationId }) => conversationId)).size).toBe(1);
});

test("a verified visitor belongs to one site: the same id, even with the same secret, is someone else on another", async () => {
  const [one, other] = [await newVouchingSite(), await newVouchingSite()];
  const first = await one.openAs("c-1");
  expect((await other.openAs("c-1")).visitorId).not.toBe(first.visitorId);
  const body = { siteKey: other.site.publicKey, ...one.proof("c-1") };
  await refuse("visitor_mismatch", "POST", "/public/widget-session", { body });
});

test("every invalid proof gets the same response, and nothing is written", async () => {
  const { owner, site, secret, proof } = await newVouchingSite();
  const without = await newOwnerWithSite();
  const hash = hashOf(secret, "c-1");
  const siteKey = site.publicKey;
  const refused: object[] = [
    { siteKey, visitorId: "c-1", visitorHash: "0".repeat(64) },
    { siteKey, visitorId: "c-1", visitorHash: hashOf("another secret", "c-1") },
    { siteKey, visitorId: "c-1", visitorHash: hashOf("", "c-1") },
    { siteKey, visitorId: "c-1", visitorHash: hashOf(secret.slice(-64), "c-1") },
    { siteKey, visitorId: "c-2", visitorHash: hash },
    { siteKey, visitorId: "C-1", visitorHash: hash },
    { siteKey, visitorId: " c-1", visitorHash: hash },
    { siteKey, visitorHash: hash },
    { siteKey: without.site.publicKey, ...proof("c-1") },
  ];
  const before = [await storedRows(owner), await storedRows(without.owner)];
  const problems: ProblemJson[] = [];
  for (const body of refused)
    problems.push(await refuse("visitor_mismatch", "POST", "/public/widget-session", { body }));
  expect(new Set(problems.map(({ requestId: _, ...problem }) => JSON.stringify(problem))).size).toBe(1);
  expect([await storedRows(owner), await storedRows(without.owner)]).toEqual(before);
});

test("a malformed hash is reported with its format, after 404 for an unknown key", async () => {
  const { site, proof } = await newVouchingSite();
  const { visitorHash: hash } = proof("c-1");
  for (const visitorHash of [
    "",
    hash.slice(1),
    `${hash}0`,
    `${hash.slice(1)}g`,
    ` ${hash}`,
    `${hash}\n`,
    7,
    null,
    [hash],
  ]) {
    const body = { siteKey: site.publicKey, visitorId: "c-1", visitorHash };
    await refuseFields(["visitorHash"], "POST", "/public/widget-session", { body });
  }
  await refuse("not_found", "POST", "/public/widget-session", { body: { siteKey: "pk_unknown", ...proof("c-1") } });
});

test("an unverified visitor is never found by a hash: an earlier visitor with the same label stays separate", async () => {
  const { owner, site, openAs } = await newVouchingSite();
  const pretender = await openWidget(site, { visitorId: "c-1" });
  await start(pretender, "I am c-1, trust me", { name: "Ana" });
  const proved = await openAs("c-1");
  expect(proved.visitorId).not.toBe(pretender.visitorId);
  expect(proved).not.toHaveProperty("conversation");
  await start(proved, "I am", { name: "Ana" });
  expect((await inbox(owner)).map((one) => [one.visitorExternalId, one.visitorVerified, one.visitorName])).toEqual([
    ["c-1", true, "Ana"],
    ["c-1", false, "Ana"],
  ]);
});

test("an unverified visitor may have a verified one's id as a label, which opens and marks nothing", async () => {
  const { owner, site, openAs } = await newVouchingSite();
  const proved = await openAs("c-1");
  await start(proved, "My secret");
  const pretender = await openWidget(site, { visitorId: "c-1" });
  await start(pretender, "Hello", { visitorId: "c-1", name: "Verified by the shop" });
  expect(pretender.visitorId).not.toBe(proved.visitorId);
  expect(await ownConversations(pretender)).toHaveLength(1);
  expect((await inbox(owner)).map(({ visitorVerified }) => visitorVerified)).toEqual([false, true]);
});

test("a verified visitor's token works only together with the hash", async () => {
  const { site, openAs } = await newVouchingSite();
  const proved = await openAs("c-1");
  await start(proved, "My secret");
  const { visitorToken } = proved;
  for (const body of [{ visitorToken }, { visitorToken, visitorId: "c-1" }]) {
    const stranger = await openWidget(site, body);
    expect(stranger.visitorId).not.toBe(proved.visitorId);
    expect(stranger).not.toHaveProperty("conversation");
  }
  expect((await openAs("c-1", { visitorToken })).visitorId).toBe(proved.visitorId);
  expect((await openAs("c-2", { visitorToken })).visitorId).not.toBe(proved.visitorId);
  await refuse("visitor_mismatch", "POST", "/public/widget-session", {
    body: { siteKey: site.publicKey, visitorToken, visitorId: "c-1", visitorHash: "0".repeat(64) },
  });
});

test("an anonymous history isn't joined to a verified visitor, and stays where it was", async () => {
  const { owner, site, openAs } = await newVouchingSite();
  const anonymous = await openWidget(site);
  const { conversationId } = await start(anonymous, "Before I logged in");
  const proved = await openAs("c-1", { visitorToken: anonymous.visitorToken });
  expect(proved.visitorId).not.toBe(anonymous.visitorId);
  expect(await ownConversations(proved)).toEqual([]);
  const back = await openWidget(site, { visitorToken: anonymous.visitorToken });
  expect(back.conversation?.id).toBe(conversationId);
  expect(await inbox(owner)).toMatchObject([{ visitorId: anonymous.visitorId, visitorVerified: false }]);
});

test("a verified visitor may name their own id in a message, and any other is rejected before anything is written (A8)", async () => {
  const { owner, openAs } = await newVouchingSite();
  const visitor = await openAs("c-1");
  const { conversationId } = await start(visitor, "1", { visitorId: "c-1" });
  await start(visitor, "2", { visitorId: visitor.visitorId.toUpperCase(), name: "Ana", email: "ana@shop.example" });
  await sendMessage(visitor, conversationId, "3", { visitorId: "c-1" });
  const before = await storedRows(owner);
  for (const visitorId of ["c-2", "C-1", "c-1 ", conversationId]) {
    const call = { token: visitor.token, body: { message: "no", visitorId, name: "Eve" } };
    await refuse("visitor_mismatch", "POST", "/public/conversations", call);
    await refuse("visitor_mismatch", "POST", `/public/conversations/${conversationId}/messages`, call);
  }
  expect(await storedRows(owner)).toEqual(before);
  expect(await inbox(owner)).toMatchObject([
    { visitorExternalId: "c-1", visitorVerified: true, visitorName: "Ana", visitorEmail: "ana@shop.example" },
  ]);
});

test("404 and site_mismatch come before visitor_mismatch, as in the order of the checks", async () => {
  const [{ openAs }, other] = [await newVouchingSite(), await newVouchingSite()];
  const visitor = await openAs("c-1");
  const foreign = await start(await other.openAs("c-1"), "Hello");
  const call = { token: visitor.token, body: { message: "no", visitorId: "c-2" } };
  await refuse("not_found", "POST", `/public/conversations/${foreign.conversationId}/messages`, call);
  const both = { ...call, body: { ...call.body, siteKey: other.site.publicKey } };
  await refuse("site_mismatch", "POST", "/public/conversations", both);
});

test("a verified visitor can't open another one's conversation (A9)", async () => {
  const { owner, openAs } = await newVouchingSite();
  const { conversationId } = await start(await openAs("c-1"), "My secret");
  const other = await openAs("c-2");
  const path = `/public/conversations/${conversationId}/messages`;
  const before = await storedRows(owner);
  await refuse("not_found", "GET", path, { token: other.token });
  await refuse("not_found", "POST", path, { token: other.token, body: { message: "Hi", visitorId: "c-1" } });
  expect(await storedRows(owner)).toEqual(before);
});

test("an erased verified visitor has to open a new session, and doesn't become an unverified one", async () => {
  const { owner, site, openAs } = await newVouchingSite();
  const visitor = await openAs("c-1");
  await sql("DELETE FROM visitors WHERE id = $1", [visitor.visitorId]);
  const call = { token: visitor.token, body: { message: "Hello" }, headers: { "Idempotency-Key": "k" } };
  await refuse("unauthenticated", "POST", "/public/conversations", call);
  expect(await rowsOf(site.id)).toEqual([]);
  const again = await openAs("c-1");
  await start(again, "Hello");
  expect(await inbox(owner)).toMatchObject([{ visitorId: again.visitorId, visitorVerified: true }]);
});

test("the database rejects two verified visitors with one name, or one without a name", async () => {
  const { site, openAs } = await newVouchingSite();
  const { visitorId } = await openAs("c-1");
  const copy =
    "INSERT INTO visitors SELECT gen_random_uuid(), site_id, external_id, name, email, is_test, verified, now(), now(), workspace_id FROM visitors WHERE id = $1";
  await expect(sql(copy, [visitorId])).rejects.toThrow("visitors_verified_external_id_key");
  const unname = "UPDATE visitors SET external_id = NULL WHERE id = $1";
  await expect(sql(unname, [visitorId])).rejects.toThrow("visitors_verified_has_external_id");
  expect(await rowsOf(site.id)).toHaveLength(1);
});
