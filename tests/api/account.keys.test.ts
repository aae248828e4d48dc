import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { AccountResponse } from "#lib/people/owners/schema.ts";
import { type ApiKeyJson, ApiKeyListResponse, type ApiKeyScope } from "#lib/team/api-keys/schema.ts";
import { currentApiDocument } from "../../server/documents/api-document.ts";
import { ask, askNothing, type Call, readProblem, refuse, refuseFields, send } from "../support/api-client.ts";
import { type Described, operationsOf } from "../support/api-document.ts";
import { browse, type CookieJar, csrfToken, SESSION_COOKIE } from "../support/cookie-jar.ts";
import { testEnvironment } from "../support/environment.ts";
import { ownerStream } from "../support/event-stream.ts";
import {
  logIn,
  newApiKey,
  newConversation,
  newOwner,
  type Owner,
  PASSWORD,
  reply,
  start,
} from "../support/factories.ts";
import { claimsOf } from "../support/forged-token.ts";
import { sql, storedRows } from "../support/stored-rows.ts";

const keysOf = async ({ token }: Pick<Owner, "token">): Promise<ApiKeyJson[]> =>
  (await ask(ApiKeyListResponse, 200, "GET", "/account/keys", { token })).keys;

const revoke = (owner: Owner, id: string) => askNothing("DELETE", `/account/keys/${id}`, { token: owner.token });

test("a key is returned only by the request that creates it, and the database contains only its hash", async () => {
  const owner = await newOwner();
  const { key, secret } = await newApiKey(owner, "write");
  expect(secret).toMatch(/^sik_[\w-]{43}$/);
  expect(key).toMatchObject({ name: "Nightly report", scope: "write", hint: secret.slice(-4) });
  expect(key.lastUsedAt).toBeUndefined();
  expect(await keysOf(owner)).toEqual([key]);
  const stored = JSON.stringify(await sql("SELECT *, encode(hash, 'escape') FROM api_keys WHERE id = $1", [key.id]));
  expect(stored).not.toContain(secret.slice(4, -4));
});

test("a name is one visible line of at most 80 characters, and a scope is one of three", async () => {
  const { token } = await newOwner();
  const make = (body: object) => refuseFields(Object.keys(body), "POST", "/account/keys", { token, body });
  await make({ name: " ", scope: "all" });
  await make({ name: "a\nb", scope: "session" });
  await make({ name: "a".repeat(81), scope: null });
});

const SESSION_ONLY = [
  "GET /status",
  "GET /status/mail",
  "GET /status/mail/{receivedId}/original",
  "POST /status/mail/test",
  "POST /status/mail/{receivedId}/retry",
  "DELETE /invitations/{invitationId}",
  "DELETE /members/{memberId}",
  "DELETE /workspace",
  "DELETE /workspace/keys/{memberKeyId}",
  "DELETE /workspace/ownership-offer",
  "GET /invitations",
  "GET /members/{memberId}/removal",
  "GET /workspace/keys",
  "GET /workspace/ownership-offer",
  "PATCH /members/{memberId}",
  "PATCH /workspace/security",
  "GET /account/invitations",
  "POST /account/invitations",
  "POST /invitations",
  "POST /invitations/{invitationId}/link",
  "POST /invitations/{invitationId}/resend",
  "POST /workspace/ownership-offer",
  "POST /workspace/ownership-offer/accept",
  "POST /workspaces",
  "DELETE /account",
  "DELETE /account/keys/{keyId}",
  "DELETE /account/oidc",
  "DELETE /account/passkeys/{passkeyId}",
  "DELETE /account/photo",
  "DELETE /account/second-factor",
  "DELETE /account/sessions",
  "DELETE /account/sessions/{sessionId}",
  "GET /account/keys",
  "GET /account/mail",
  "GET /account/oidc",
  "GET /account/passkeys",
  "GET /account/second-factor",
  "GET /account/sessions",
  "GET /conversations/{conversationId}/drafts",
  "GET /conversations/{conversationId}/presence",
  "PATCH /account",
  "PATCH /account/mail",
  "PATCH /account/notifications",
  "POST /account/channels",
  "POST /account/confirmation",
  "POST /account/keys",
  "POST /account/oidc",
  "POST /account/oidc/confirm",
  "POST /account/passkeys",
  "POST /account/passkeys/options",
  "POST /account/password",
  "POST /account/presence",
  "POST /account/second-factor",
  "POST /account/second-factor/confirm",
  "POST /account/second-factor/recovery-codes",
  "POST /account/telegram/code",
  "POST /auth/logout",
  "POST /conversations/{conversationId}/presence",
  "PUT /account/device",
  "PUT /account/photo",
  "PUT /conversations/{conversationId}/drafts",
];
const MANAGED = [
  "GET /activity",
  "GET /activity/export",
  "PATCH /workspace",
  "DELETE /account/channels/{channelId}",
  "DELETE /conversations/{conversationId}",
  "DELETE /conversations/{conversationId}/messages/{messageId}",
  "DELETE /labels/{labelId}",
  "DELETE /sites/{siteId}",
  "DELETE /sites/{siteId}/card",
  "DELETE /sites/{siteId}/identity-secret",
  "DELETE /sites/{siteId}/identity-secret/previous",
  "DELETE /sites/{siteId}/webhooks/{endpointId}",
  "DELETE /visitors/{visitorId}",
  "GET /deliveries/failed",
  "GET /sites/{siteId}/card",
  "GET /sites/{siteId}/export",
  "GET /sites/{siteId}/test-message/{messageId}",
  "GET /sites/{siteId}/webhooks",
  "GET /sites/{siteId}/webhooks/{endpointId}",
  "GET /sites/{siteId}/webhooks/{endpointId}/deliveries",
  "GET /sites/{siteId}/webhooks/{endpointId}/deliveries/{deliveryId}",
  "GET /visitors/{visitorId}/export",
  "PATCH /account/channels/{channelId}",
  "PATCH /sites/{siteId}/webhooks/{endpointId}",
  "POST /account/channels/{channelId}/test",
  "POST /labels/{labelId}/merge",
  "POST /sites/{siteId}/card/secret",
  "POST /sites/{siteId}/identity-secret",
  "POST /sites/{siteId}/webhooks",
  "POST /sites/{siteId}/webhooks/{endpointId}/secret",
  "PUT /sites/{siteId}/card",
];
/** Sent with POST, and stores nothing. */
const READ = ["POST /sites/{siteId}/hours/preview"];

const nameOf = ({ method, path }: Described) => `${method} ${path}`;

function scopeNeeded(described: Described): ApiKeyScope | "session" {
  if (SESSION_ONLY.includes(nameOf(described))) return "session";
  if (MANAGED.includes(nameOf(described))) return "manage";
  return described.method === "GET" || READ.includes(nameOf(described)) ? "read" : "write";
}

test("each scope allows exactly what it names, on every owner route", async () => {
  const document = await currentApiDocument();
  const owners = operationsOf(document).filter(({ operation }) => operation.security.some((one) => "userToken" in one));
  expect(owners.length).toBeGreaterThan(SESSION_ONLY.length + MANAGED.length);
  const owner = await newOwner();
  const order = ["read", "write", "manage", "session"];
  for (const scope of ["read", "write", "manage"] as const) {
    const { secret } = await newApiKey(owner, scope);
    for (const described of owners) {
      const { method, path } = described;
      // Streams stay open.
      if (path === "/events") continue;
      const needed = scopeNeeded(described);
      const response = await send(method, path.replaceAll(/\{\w+\}/g, randomUUID()), {
        token: secret,
        ...(method !== "GET" && { body: {} }),
      });
      const code =
        response.headers.get("content-type") === "application/problem+json" ? JSON.parse(response.text).code : "";
      const isOpen = order.indexOf(scope) >= order.indexOf(needed);
      expect(code === "insufficient_scope", `${scope} at ${nameOf(described)}: ${response.status}`).toBe(!isOpen);
      expect(response.status).not.toBe(401);
      // A signed link opens a file as well.
      expect(described.operation.security.filter((one) => Object.keys(one).length > 0)).toEqual([
        { userToken: [] },
        ...(needed === "session" ? [] : [{ apiKey: [needed] }]),
        { sessionCookie: [] },
      ]);
    }
  }
  expect((await storedRows(owner)).users).toHaveLength(1);
});

test("a key that doesn't suffice learns which scope would", async () => {
  const owner = await newOwner();
  const { secret: token } = await newApiKey(owner, "read");
  const detailOf = async (method: string, path: string, body: object) =>
    readProblem(await send(method, path, { token, body }), "insufficient_scope").detail;
  expect(await detailOf("POST", "/labels", { name: "Mine" })).toBe(
    'This key\'s scope is "read". This requires "write" or a session.',
  );
  expect(await detailOf("POST", "/account/keys", { name: "Another", scope: "read" })).toBe(
    "No API key can do this. It requires a session.",
  );
});

test("a key without the right to delete can't set a retention period either, nor what closes conversations", async () => {
  const { owner, site } = await newConversation();
  const change = async (scope: ApiKeyScope, fields: object) => {
    const { secret: token } = await newApiKey(owner, scope);
    return send("PATCH", `/sites/${site.id}`, { token, body: { name: "Renamed", ...fields } });
  };
  for (const fields of [
    { retentionDays: 1 },
    { autoCloseDays: 1 },
    { autoCloseDays: null },
    { autoCloseEarlier: true },
  ]) {
    const { sites } = await storedRows(owner);
    expect(readProblem(await change("write", fields), "insufficient_scope").detail).toContain('"manage" or a session');
    expect((await storedRows(owner)).sites).toEqual(sites);
    expect((await change("manage", fields)).status).toBe(200);
  }
});

test("a key reads and changes what its owner can, as a user token does, and its replies are the owner's", async () => {
  const { owner, id } = await newConversation();
  const { secret: token } = await newApiKey(owner, "write");
  const { user } = await ask(AccountResponse, 200, "GET", "/account", { token });
  expect(user).toMatchObject(owner.user);
  expect(await reply({ ...owner, token }, id, "By a program")).toMatchObject({
    senderType: "owner",
    senderId: owner.user.id,
  });
  const other = await newConversation();
  await refuse("not_found", "GET", `/conversations/${other.id}`, { token });
});

test("a revoked key stops working immediately and its streams end, while other keys go on (A13)", async () => {
  const { owner, visitor } = await newConversation();
  const [lost, kept] = [await newApiKey(owner), await newApiKey(owner)];
  await using ended = await ownerStream({ token: lost.secret });
  await using open = await ownerStream({ token: kept.secret });
  await revoke(owner, lost.key.id);
  expect(await ended.ended).toBe("closed");
  await refuse("unauthenticated", "GET", "/conversations", { token: lost.secret });
  await refuse("not_found", "DELETE", `/account/keys/${lost.key.id}`, { token: owner.token });
  await start(visitor, "Still there?");
  await open.next("message.created", ({ message }) => message.body === "Still there?");
  expect((await keysOf(owner)).map(({ id }) => id)).toEqual([kept.key.id]);
});

test("a key isn't a session: it works as no cookie, next-auth login, page visit or visitor token", async () => {
  const owner = await newOwner();
  const { secret } = await newApiKey(owner, "manage");
  const cookie = { Cookie: `${SESSION_COOKIE}=${secret}` };
  await refuse("unauthenticated", "GET", "/account", { headers: cookie });
  const page = await fetch(`${testEnvironment.baseUrl}/inbox`, { headers: cookie, redirect: "manual" });
  expect([page.status, page.headers.get("location")]).toEqual([307, "/login?next=%2Finbox"]);
  const jar: CookieJar = new Map();
  const form = { csrfToken: await csrfToken(jar), json: "true", token: secret };
  expect((await browse(jar, "/api/auth/callback/credentials", form)).status).toBe(401);
  await refuse("unauthenticated", "GET", "/public/conversations", { token: secret });
});

test("an invalid API key gets the same response as a wrong token, however close it is to a valid one", async () => {
  const owner = await newOwner();
  const { key, secret } = await newApiKey(owner);
  const other = secret.endsWith("A") ? "B" : "A";
  for (const token of [
    `${secret.slice(0, -1)}${other}`,
    secret.slice(0, -1),
    `${secret}A`,
    secret.toUpperCase(),
    key.id,
    "sik_",
  ]) {
    await refuse("unauthenticated", "GET", "/account", { token });
  }
});

test("an account has at most 50 keys, however many requests create one at once, and revoking one frees a slot", async () => {
  const owner = await newOwner();
  await sql(
    `INSERT INTO api_keys SELECT gen_random_uuid(), $1, 'More', 'read', sha256(n::text::bytea || $2::bytea), 'more', now()
     FROM generate_series(1, 48) n`,
    [owner.user.id, owner.user.id],
  );
  const call: Call = { token: owner.token, body: { name: "One more", scope: "read" } };
  const responses = await Promise.all(Array.from({ length: 6 }, () => send("POST", "/account/keys", call)));
  expect(responses.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 201, 409, 409, 409, 409]);
  await refuse("conflict", "POST", "/account/keys", call);
  const [first] = await keysOf(owner);
  await revoke(owner, first?.id ?? "");
  await newApiKey(owner);
});

test("a key's last use is recorded after the response, at most once a minute", { tag: "@all" }, async () => {
  const owner = await newOwner();
  const { key, secret } = await newApiKey(owner);
  const lastUsed = async () => (await keysOf(owner))[0]?.lastUsedAt;
  const use = () => ask(AccountResponse, 200, "GET", "/account", { token: secret });
  const setAge = (age: string) =>
    sql("UPDATE api_keys SET last_used_at = date_trunc('milliseconds', now() - $2::interval) WHERE id = $1", [
      key.id,
      age,
    ]);

  await use();
  await expect.poll(lastUsed).toBeDefined();
  await setAge("2 minutes");
  const old = await lastUsed();
  await use();
  await expect.poll(lastUsed).not.toBe(old);
  await setAge("30 seconds");
  const recent = await lastUsed();
  await use();
  // Another key's use is noted meanwhile, with whatever else there was to note.
  const other = await newApiKey(owner);
  await ask(AccountResponse, 200, "GET", "/account", { token: other.secret });
  await expect.poll(async () => (await keysOf(owner)).find(({ id }) => id === other.key.id)?.lastUsedAt).toBeDefined();
  expect((await keysOf(owner)).find(({ id }) => id === key.id)?.lastUsedAt).toBe(recent);
});

test("a key outlives sessions and password changes, and ends with the account", async () => {
  const owner = await newOwner();
  const { secret, key } = await newApiKey(owner, "manage");
  const other = await logIn(owner);
  await askNothing("POST", "/account/password", {
    token: other.token,
    body: { currentPassword: PASSWORD, newPassword: "another password" },
  });
  await refuse("unauthenticated", "GET", "/account", { token: owner.token });
  await ask(AccountResponse, 200, "GET", "/account", { token: secret });
  await using stream = await ownerStream({ token: secret });
  await askNothing("DELETE", "/account", { token: other.token, body: { currentPassword: "another password" } });
  expect(await stream.ended).toBe("closed");
  await refuse("unauthenticated", "GET", "/account", { token: secret });
  expect(await sql("SELECT id FROM api_keys WHERE id = $1", [key.id])).toEqual([]);
});

test("a session that has just been revoked can't create a key, even in a race", async () => {
  const owner = await newOwner();
  const lost = await logIn(owner);
  await askNothing("DELETE", `/account/sessions/${claimsOf(lost.token).sid}`, { token: owner.token });
  await refuse("unauthenticated", "POST", "/account/keys", {
    token: lost.token,
    body: { name: "Mine", scope: "manage" },
  });
  expect(await keysOf(owner)).toEqual([]);
});
