import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { IdentitySecretResponse } from "#lib/sites/identity-secrets/schema.ts";
import { ask, askNothing, refuse, refuseFields, send } from "../support/api-client.ts";
import { inbox, newOwner, newOwnerWithSite, type Owner, openWidget, start } from "../support/factories.ts";
import { startProcess } from "../support/start-process.ts";
import { sql, storedRows } from "../support/stored-rows.ts";
import { hashOf, makeSecret, newVouchingSite, secretPath } from "../support/verified.ts";

type SiteJson = Awaited<ReturnType<typeof newVouchingSite>>["site"];

const known = ({ token }: Owner, site: SiteJson) =>
  ask(IdentitySecretResponse, 200, "GET", secretPath(site), { token });

const tryHash = async (site: SiteJson, secret: string, baseUrl?: string) => {
  const body = { siteKey: site.publicKey, visitorId: "c-1", visitorHash: hashOf(secret, "c-1") };
  return (await send("POST", "/public/widget-session", { body, ...(baseUrl && { baseUrl }) })).status;
};

/** Lets the time in which two secrets are good pass, by the clock of the database that decides it. */
const endOverlap = ({ id }: SiteJson) =>
  sql("UPDATE identity_secrets SET previous_ends_at = now() - interval '1 millisecond' WHERE site_id = $1", [id]);

test("reports that no secret exists, or what's known about an existing one", async () => {
  const { owner, site } = await newOwnerWithSite();
  expect(await known(owner, site)).toEqual({});
  const made = await makeSecret(owner, site);
  expect(made).toEqual({ secret: made.secret, createdAt: made.createdAt });
  expect(await known(owner, site)).toEqual({ createdAt: made.createdAt });
  await openWidget(site, { visitorId: "c-1", visitorHash: hashOf(made.secret, "c-1") });
  const { lastUsedAt } = await known(owner, site);
  expect(Date.parse(lastUsedAt ?? "")).toBeGreaterThanOrEqual(Date.parse(made.createdAt));
});

test("returns a secret of 256 random bits when it's created, and never again", async () => {
  const { owner, site } = await newOwnerWithSite();
  const { secret } = await makeSecret(owner, site);
  expect(secret).toMatch(/^site_inbox_identity_[0-9a-f]{64}$/);
  expect((await makeSecret(owner, site)).secret).not.toBe(secret);
  for (const path of [secretPath(site), `/sites/${site.id}`, "/sites"]) {
    expect((await send("GET", path, { token: owner.token })).text).not.toContain("site_inbox_identity_");
  }
});

test("stores a secret encrypted and bound to its site: copied to another site, it's useless", async () => {
  const mine = await newVouchingSite();
  const other = await newVouchingSite();
  const rows = await sql("SELECT secret FROM identity_secrets WHERE site_id = $1", [mine.site.id]);
  const stored = rows[0]?.secret as Buffer;
  const digits = mine.secret.slice(-64);
  for (const form of [mine.secret, digits]) expect(stored.includes(form)).toBe(false);
  expect(stored.includes(Buffer.from(digits, "hex"))).toBe(false);
  expect(stored.includes(createHash("sha256").update(mine.secret).digest())).toBe(false);

  await sql("UPDATE identity_secrets SET secret = $2 WHERE site_id = $1", [other.site.id, stored]);
  expect(await tryHash(other.site, mine.secret)).toBe(403);
  expect(await tryHash(other.site, other.secret)).toBe(403);
  expect(await known(other.owner, other.site)).toMatchObject({ unreadable: true });
  const { secret } = await makeSecret(other.owner, other.site);
  expect(await tryHash(other.site, secret)).toBe(201);
});

test("accepts the previous secret for a day after a new one", async () => {
  const { owner, site, secret: first } = await newVouchingSite();
  const { secret: second, createdAt, previousEndsAt = "" } = await makeSecret(owner, site);
  expect(Date.parse(previousEndsAt) - Date.parse(createdAt)).toBe(86_400_000);
  expect(await known(owner, site)).toEqual({ createdAt, previousEndsAt });
  expect([await tryHash(site, first), await tryHash(site, second)]).toEqual([201, 201]);
  await endOverlap(site);
  expect([await tryHash(site, first), await tryHash(site, second)]).toEqual([403, 201]);
  expect(await known(owner, site)).not.toHaveProperty("previousEndsAt");
});

test("a use of the previous secret doesn't count as one of the new secret, which shows whether the server has it yet", async () => {
  const { owner, site, secret: first } = await newVouchingSite();
  expect(await tryHash(site, first)).toBe(201);
  const { secret: second } = await makeSecret(owner, site);
  expect(await tryHash(site, first)).toBe(201);
  expect(await known(owner, site)).not.toHaveProperty("lastUsedAt");
  expect(await tryHash(site, second)).toBe(201);
  expect(await known(owner, site)).toHaveProperty("lastUsedAt");
});

test("accepts two secrets and no more", async () => {
  const { owner, site, secret: first } = await newVouchingSite();
  const { secret: second } = await makeSecret(owner, site);
  const { secret: third } = await makeSecret(owner, site);
  expect(await tryHash(site, first)).toBe(403);
  expect([await tryHash(site, second), await tryHash(site, third)]).toEqual([201, 201]);
});

test("revokes the previous secret on request, immediately or from the start", async () => {
  const { owner, site, secret: first } = await newVouchingSite();
  const { secret: second } = await makeSecret(owner, site);
  const { token } = owner;
  for (const _ of [1, 2]) await askNothing("DELETE", `${secretPath(site)}/previous`, { token });
  expect([await tryHash(site, first), await tryHash(site, second)]).toEqual([403, 201]);
  const third = await makeSecret(owner, site, { overlapHours: 0 });
  expect(third).not.toHaveProperty("previousEndsAt");
  expect([await tryHash(site, second), await tryHash(site, third.secret)]).toEqual([403, 201]);
});

test("concurrent replacements leave exactly one previous secret", async () => {
  const { owner, site, secret: first } = await newVouchingSite();
  const made = await Promise.all(Array.from({ length: 6 }, () => makeSecret(owner, site)));
  const secrets = [first, ...made.map(({ secret }) => secret)];
  const statuses = await Promise.all(secrets.map((secret) => tryHash(site, secret)));
  expect(statuses.filter((status) => status === 201)).toHaveLength(2);
  expect(statuses[0]).toBe(403);
});

test("accepts no hash once it's turned off, and keeps visitors verified", async () => {
  const { owner, site, secret, openAs } = await newVouchingSite();
  const visitor = await openAs("c-1");
  await start(visitor, "Hello");
  for (const _ of [1, 2]) await askNothing("DELETE", secretPath(site), { token: owner.token });
  expect(await tryHash(site, secret)).toBe(403);
  expect(await known(owner, site)).toEqual({});
  expect(await inbox(owner)).toMatchObject([{ visitorVerified: true, visitorExternalId: "c-1" }]);
  // The session that was open goes on until its hour is over.
  await start(visitor, "Once more");
});

test("recognizes the same visitors when it's turned on again with a new secret", async () => {
  const { owner, site, openAs } = await newVouchingSite();
  const { visitorId } = await openAs("c-1");
  await askNothing("DELETE", secretPath(site), { token: owner.token });
  const { secret } = await makeSecret(owner, site);
  const back = await openWidget(site, { visitorId: "c-1", visitorHash: hashOf(secret, "c-1") });
  expect(back.visitorId).toBe(visitorId);
});

for (const overlapHours of [-1, 1.5, 721, "24", null]) {
  test(`rejects an overlap of ${JSON.stringify(overlapHours)} hours`, async () => {
    const { owner, site } = await newOwnerWithSite();
    const call = { token: owner.token, body: { overlapHours } };
    await refuseFields(["overlapHours"], "POST", secretPath(site), call);
    expect(await known(owner, site)).toEqual({});
  });
}

test("returns 404 to another owner, and changes nothing (A14)", async () => {
  const { owner, site, secret } = await newVouchingSite();
  const { token } = await newOwner();
  const before = await storedRows(owner);
  await refuse("not_found", "GET", secretPath(site), { token });
  await refuse("not_found", "POST", secretPath(site), { token, body: {} });
  await refuse("not_found", "DELETE", secretPath(site), { token });
  await refuse("not_found", "DELETE", `${secretPath(site)}/previous`, { token });
  const visitor = await openWidget(site);
  await refuse("unauthenticated", "GET", secretPath(site), { token: visitor.token });
  expect(await storedRows(owner)).toEqual(before);
  expect(await tryHash(site, secret)).toBe(201);
});

test("is deleted with its site", async () => {
  const { owner, site } = await newVouchingSite();
  await askNothing("DELETE", `/sites/${site.id}`, { token: owner.token });
  expect((await storedRows(owner)).identity_secrets).toEqual([]);
});

test("writes no secret or hash into the log, whether requests succeed or fail (G5)", { tag: "@all" }, async () => {
  await using service = await startProcess("told", { LOG_LEVEL: "debug" });
  const { owner, site } = await newOwnerWithSite();
  const call = { token: owner.token, body: {}, baseUrl: service.baseUrl };
  const { secret } = JSON.parse((await send("POST", secretPath(site), call)).text);
  const hash = hashOf(secret, "c-1");
  expect(await tryHash(site, secret, service.baseUrl)).toBe(201);
  expect(await tryHash(site, "wrong", service.baseUrl)).toBe(403);
  const body = { siteKey: site.publicKey, visitorId: "c-1", visitorHash: `${hash}0` };
  await refuseFields(["visitorHash"], "POST", "/public/widget-session", { body, baseUrl: service.baseUrl });
  await service.stop();
  const lines = await readFile(service.log, "utf8");
  expect(lines).toContain(`${secretPath(site)}"`);
  for (const text of [secret, secret.slice(-64), "site_inbox_identity_", hash, hashOf("wrong", "c-1")]) {
    expect(lines).not.toContain(text);
  }
});
