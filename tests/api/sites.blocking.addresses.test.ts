import { expect, test } from "@playwright/test";
import { forgetOldAddresses } from "#lib/data/cleanup/expired-rows.system.ts";
import { hashRange } from "#lib/files/blocking/address-hashes.ts";
import { BlockedAddressResponse, BlockingResponse } from "#lib/files/blocking/schema.ts";
import { closeDb } from "#platform/database/database.ts";
import { ask, askNothing, readProblem, refuse, send } from "../support/api-client.ts";
import {
  conversation,
  newConversation,
  newOwnerWithSite,
  newSite,
  type Owner,
  openWidget,
  patchConversation,
  start,
} from "../support/factories.ts";
import { holdTransaction } from "../support/held-transaction.ts";
import { inARow, type LimitedProcess, limitedProcess, newAddress, newNetwork } from "../support/limited-process.ts";
import { provideSettings } from "../support/provide-settings.ts";
import { sql, storedRows } from "../support/stored-rows.ts";

type Site = Awaited<ReturnType<typeof newSite>>;

let service: LimitedProcess;

test.beforeAll(async () => {
  service = await limitedProcess({});
});

test.afterAll(() => service.stop());

const path = (site: Site) => `/sites/${site.id}/blocking`;

const blocking = async ({ token }: Owner, site: Site) =>
  (await ask(BlockingResponse, 200, "GET", path(site), { token })).blocking;

const blockAddress = async ({ token }: Owner, site: Site, body: object) =>
  (await ask(BlockedAddressResponse, 201, "POST", `${path(site)}/addresses`, { token, body })).address;

test("a blocked address or network is rejected for sessions and messages, and nothing is stored", async () => {
  const { owner, site } = await newOwnerWithSite();
  const four = newAddress();
  const network = newNetwork();
  const cases: [blocked: string, from: string, passes: string][] = [
    [four, four, newAddress()],
    [`203.0.113.9/24`, "203.0.113.200", "203.0.114.9"],
    [`198.51.100.0/16`, "198.51.7.7", "198.52.100.1"],
    [`${network}::1`, `${network}:ffff:1:2:3`, `${newNetwork()}::1`],
    [`2001:db8:aaaa::/48`, "2001:db8:aaaa:7::1", "2001:db8:aaab::1"],
  ];
  for (const [address, from, passes] of cases) {
    const visitor = await openWidget(site);
    const { conversationId } = await start(visitor, "From nowhere in particular");
    const made = await blockAddress(owner, site, { address, label: "Someone" });
    const before = await storedRows(owner);
    const call = { token: visitor.token, body: { message: "Hello" }, from };
    const responses = [
      await service.ask("POST", "/public/widget-session", { body: { siteKey: site.publicKey }, from }),
      await service.ask("POST", "/public/conversations", call),
      await service.ask("POST", `/public/conversations/${conversationId}/messages`, call),
    ];
    for (const response of responses)
      expect(readProblem(response, "not_accepted").detail).toBe("This was not accepted.");
    expect(await storedRows(owner), address).toEqual(before);
    expect((await service.ask("POST", "/public/conversations", { ...call, from: passes })).status, passes).toBe(201);
    await askNothing("DELETE", `${path(site)}/addresses/${made.id}`, { token: owner.token });
    expect((await service.ask("POST", "/public/conversations", call)).status).toBe(201);
  }
});

test("an IPv4 address blocked in an IPv6 spelling is rejected, in any spelling the proxy passes on", async () => {
  const { owner, site } = await newOwnerWithSite();
  const open = (from: string) =>
    service.ask("POST", "/public/widget-session", { body: { siteKey: site.publicKey }, from });
  const spellings = [
    ...["::ffff:203.0.113.7", "::FFFF:203.0.113.7", "::ffff:cb00:7107", "0:0:0:0:0:ffff:203.0.113.7"],
    ...["64:ff9b::203.0.113.7", "::203.0.113.7", "2002:cb00:7107::1", "::ffff:203.0.113.0/120"],
  ];
  for (const address of spellings) {
    const { id } = await blockAddress(owner, site, { address });
    for (const from of ["203.0.113.7", "::ffff:203.0.113.7", "64:ff9b::203.0.113.7"]) {
      expect((await open(from)).status, `${from} with ${address} blocked`).toBe(403);
    }
    expect((await open("198.51.100.7")).status).toBe(201);
    await askNothing("DELETE", `${path(site)}/addresses/${id}`, { token: owner.token });
    expect((await open("203.0.113.7")).status).toBe(201);
  }
});

test("a mapped address that an earlier version stored is listed as blocking no one", async () => {
  const { owner, site } = await newOwnerWithSite();
  provideSettings();
  const insert = (range: string, label: string) =>
    sql("INSERT INTO blocked_addresses SELECT gen_random_uuid(), $1, $2, $3, now()", [
      site.id,
      hashRange(site.publicKey, range),
      label,
    ]);
  await insert(`6 ${"0".repeat(64)}`, "::ffff:203.0.113.7");
  await insert(`6 ${"00000000011001001111111110011011".padEnd(64, "0")}`, "64:ff9b::203.0.113.7");
  await blockAddress(owner, site, { address: "203.0.113.7", label: "203.0.113.7" });
  const listed = (await blocking(owner, site)).addresses.map(({ label, effective }) => `${label} ${effective}`);
  expect(listed.toSorted()).toEqual(["203.0.113.7 true", "64:ff9b::203.0.113.7 false", "::ffff:203.0.113.7 false"]);
});

test("an address can be blocked and unblocked from a conversation", async () => {
  const { owner, site, id, visitor } = await newConversation();
  expect((await conversation(owner, id)).addressKnown).toBeUndefined();
  const from = newAddress();
  const say = (token: string) =>
    service.ask("POST", "/public/conversations", { token, body: { message: "Hello" }, from });
  const newcomer = await openWidget(site);
  expect(inARow([await say(visitor.token), await say(newcomer.token)])).toBe("201 x2");
  expect((await conversation(owner, id)).addressKnown).toBe(true);

  await patchConversation(owner, id, { addressBlocked: true, visitorBlocked: true });
  expect((await blocking(owner, site)).addresses.map(({ label }) => label)).toEqual(["From a conversation"]);
  expect(inARow([await say(newcomer.token), await say(visitor.token)])).toBe("403 x2");

  await patchConversation(owner, id, { addressBlocked: false, visitorBlocked: false });
  expect((await blocking(owner, site)).addresses).toEqual([]);
  expect(inARow([await say(newcomer.token), await say(visitor.token)])).toBe("201 x2");
});

test("no address is stored: its hash differs on each site, and is deleted after thirty days", async () => {
  const { owner, site } = await newOwnerWithSite();
  const other = await newSite(owner, { name: "Another" });
  const from = newAddress();
  for (const one of [site, other]) {
    const { token } = await openWidget(one);
    await service.ask("POST", "/public/conversations", { token, body: { message: "Hello" }, from });
    await blockAddress(owner, one, { address: from });
  }
  const { visitors, blocked_addresses: blocked } = await storedRows(owner);
  const hashes = [...visitors, ...blocked].map(({ address_hash: hash }) => String(hash));
  expect(hashes).toHaveLength(4);
  expect(new Set(hashes).size).toBe(2);
  const dump = JSON.stringify(await storedRows(owner));
  expect(dump).not.toContain(from);

  const [oldest] = visitors;
  const known = async () => (await storedRows(owner)).visitors.map((row) => row.address_hash !== null);
  const makeOld = (days: number) =>
    sql("UPDATE visitors SET address_at = now() - $2 * interval '1 day' WHERE id = $1", [oldest?.id, days]);
  provideSettings();
  await makeOld(29);
  await forgetOldAddresses();
  expect(await known()).toEqual([true, true]);
  await makeOld(31);
  await forgetOldAddresses();
  await closeDb();
  expect(await known()).toEqual([false, true]);
});

test("an invalid address or network size is rejected with what's allowed", async () => {
  const { owner, site } = await newOwnerWithSite();
  const { token } = owner;
  for (const address of [
    "",
    "localhost",
    ...["127.0.0.1", "::1", "0:0:0:0:0:0:0:1", "::ffff:127.0.0.1", "64:ff9b::7f00:1"],
    ...["::", "0.0.0.0", "0:0:0:0:0:0:0:0", "::ffff:203.0.113.7/64"],
    "203.0.113.0/25",
    "0.0.0.0/0",
    "2001:db8::/12",
    "1.2.3",
  ]) {
    const problem = await refuse("invalid_request", "POST", `${path(site)}/addresses`, { token, body: { address } });
    expect(problem.errors?.map((error) => error.path)).toEqual(["address"]);
  }
  expect((await blocking(owner, site)).addresses).toEqual([]);
  const first = await blockAddress(owner, site, { address: "203.0.113.7" });
  expect(first.label).toBe("Entered by hand");
  const second = await blockAddress(owner, site, { address: " 203.0.113.7/32 ", label: "The same" });
  expect(second).toEqual({ ...first, label: "The same" });
  await sql(
    `INSERT INTO blocked_addresses SELECT gen_random_uuid(), $1, n::text, 'More', now() FROM generate_series(2, 1000) n`,
    [site.id],
  );
  await refuse("conflict", "POST", `${path(site)}/addresses`, { token, body: { address: "203.0.113.8" } });
  expect(await blockAddress(owner, site, { address: "203.0.113.7", label: "Again" })).toMatchObject({ label: "Again" });
});

test("a site has at most 1,000 blocked addresses, from settings and conversations together", async () => {
  const { owner, site } = await newOwnerWithSite();
  const { token } = owner;
  const visitors = await Promise.all(Array.from({ length: 6 }, () => openWidget(site)));
  const ids = await Promise.all(
    visitors.map(async (visitor) => {
      const call = { token: visitor.token, body: { message: "Hello" }, from: newAddress() };
      return JSON.parse((await service.ask("POST", "/public/conversations", call)).text).conversationId as string;
    }),
  );
  await sql(
    `INSERT INTO blocked_addresses SELECT gen_random_uuid(), $1, n::text, 'More', now() FROM generate_series(1, 995) n`,
    [site.id],
  );
  const byHand = Array.from({ length: 6 }, (_, at) =>
    send("POST", `${path(site)}/addresses`, { token, body: { address: `203.0.113.${at}` } }),
  );
  const fromConversations = ids.map((id) =>
    send("PATCH", `/conversations/${id}`, { token, body: { visitorBlocked: true, addressBlocked: true } }),
  );
  const responses = await Promise.all([...byHand, ...fromConversations]);
  expect(responses.filter(({ status }) => status < 300)).toHaveLength(5);
  for (const response of responses.filter(({ status }) => status >= 300)) readProblem(response, "conflict");
  expect((await blocking(owner, site)).addresses).toHaveLength(1_000);
  const blocked = await sql("SELECT id FROM visitors WHERE site_id = $1 AND blocked_at IS NOT NULL", [site.id]);
  expect(blocked).toHaveLength(responses.slice(6).filter(({ status }) => status === 200).length);
});

test("concurrent requests to block an address don't both take the last slot", async () => {
  const { owner, site } = await newOwnerWithSite();
  const insert = `INSERT INTO blocked_addresses
    SELECT gen_random_uuid(), $1, n::text, 'More', now() FROM generate_series($2::int, $3::int) n`;
  await sql(insert, [site.id, 1, 999]);
  await using other = await holdTransaction();
  await other.run("SELECT FROM sites WHERE id = $1 FOR NO KEY UPDATE", [site.id]);
  await other.run(insert, [site.id, 1_000, 1_000]);
  const refused = send("POST", `${path(site)}/addresses`, { token: owner.token, body: { address: "203.0.113.7" } });
  await other.untilWaitedFor();
  await other.end("COMMIT");
  readProblem(await refused, "conflict");
});

test("another owner's blocked address stays blocked", async () => {
  const [mine, theirs] = [await newOwnerWithSite(), await newOwnerWithSite()];
  const { id } = await blockAddress(theirs.owner, theirs.site, { address: "203.0.113.7" });
  for (const site of [mine.site, theirs.site]) {
    await refuse("not_found", "DELETE", `${path(site)}/addresses/${id}`, { token: mine.owner.token });
  }
  expect((await blocking(theirs.owner, theirs.site)).addresses).toHaveLength(1);
});
