import { expect, test } from "@playwright/test";
import { EndpointListResponse, NewEndpointResponse } from "#lib/outbox/webhooks/schema.ts";
import { ask, askNothing, refuse, refuseFields, send } from "../support/api-client.ts";
import { newOwner, newOwnerWithSite, newSite } from "../support/factories.ts";
import { sql, storedRows } from "../support/stored-rows.ts";
import { startReceiver } from "../support/webhook-receiver.ts";
import {
  attempted,
  deliveryPage,
  getHook,
  hookPath,
  hooksPath,
  newHook,
  newListeningSite,
  open,
  patchHook,
  sendTest,
} from "../support/webhooks.ts";

const URL_OF_NOBODY = "https://hooks.example.com/site-inbox";
const EVERY_EVENT = [
  "message.created",
  "message.deleted",
  "conversation.created",
  "conversation.updated",
  "conversation.deleted",
  "conversation.snoozed",
  "conversation.woken",
  "conversation.labeled",
  "conversation.starred",
  "conversation.assigned",
  "conversation.waiting",
  "conversation.rated",
  "notification.failed",
  "member.joined",
  "member.changed",
  "member.removed",
  "member.available",
  "invitation.created",
  "invitation.accepted",
];

test("creates a webhook for every event unless some are chosen, and lists, changes and deletes it", async () => {
  const { owner, site } = await newOwnerWithSite();
  const { token } = owner;
  const { hook } = await newHook(owner, site, URL_OF_NOBODY);
  expect(hook).toEqual({
    id: hook.id,
    siteId: site.id,
    url: URL_OF_NOBODY,
    events: EVERY_EVENT,
    createdAt: hook.createdAt,
    updatedAt: hook.createdAt,
  });
  const body = { description: "CRM", events: ["conversation.created"], url: `${URL_OF_NOBODY}/2` };
  const changed = await patchHook(owner, hook, body);
  expect(changed).toMatchObject(body);
  expect(await patchHook(owner, hook, { description: null })).not.toHaveProperty("description");
  const { hook: other } = await newHook(owner, site, URL_OF_NOBODY, { description: "Chat" });
  const list = () => ask(EndpointListResponse, 200, "GET", hooksPath(site), { token });
  expect((await list()).endpoints.map(({ id }) => id)).toEqual([hook.id, other.id]);
  await askNothing("DELETE", hookPath(hook), { token });
  expect((await list()).endpoints).toEqual([await getHook(owner, other)]);
  await refuse("not_found", "GET", hookPath(hook), { token });
});

test("returns a secret when it's created and never again, and stores it encrypted", async () => {
  const { owner, site } = await newOwnerWithSite();
  const { hook, secret } = await newHook(owner, site, URL_OF_NOBODY);
  for (const path of [hooksPath(site), hookPath(hook), `${hookPath(hook)}/deliveries`]) {
    expect((await send("GET", path, { token: owner.token })).text).not.toContain("whsec_");
  }
  const [row] = await sql("SELECT secret FROM webhook_endpoints WHERE id = $1", [hook.id]);
  const stored = row?.secret as Buffer;
  expect(stored.includes(secret.slice(6))).toBe(false);
  expect(stored.includes(Buffer.from(secret.slice(6), "base64"))).toBe(false);
});

test("allows ten webhooks per site, however many are created at once", async () => {
  const { owner, site } = await newOwnerWithSite();
  const call = { token: owner.token, body: { url: URL_OF_NOBODY } };
  const responses = await Promise.all(Array.from({ length: 12 }, () => send("POST", hooksPath(site), call)));
  expect(responses.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), 409, 409]);
  await refuse("conflict", "POST", hooksPath(site), call);
});

const WRONG: Record<string, [field: string, value: unknown]> = {
  "no address at all": ["url", undefined],
  "an address without its protocol": ["url", "hooks.example.com"],
  "plain http to a public host": ["url", "http://hooks.example.com"],
  "an address with a password": ["url", "https://me:secret@hooks.example.com"],
  "this machine by another of its addresses": ["url", "http://127.0.0.2:80"],
  "this machine by its name": ["url", "https://localhost"],
  "the cloud’s own service": ["url", "https://169.254.169.254/latest"],
  "this machine in IPv6": ["url", "https://[::ffff:127.0.0.1]"],
  "an address of two lines": ["url", "https://hooks.example.com/\nHost: x"],
  "an endless address": ["url", `https://hooks.example.com/${"x".repeat(2_000)}`],
  "no event": ["events", []],
  "an unknown event": ["events", ["message.removed"]],
  "an event twice": ["events", ["message.created", "message.created"]],
  "a blank description": ["description", " "],
  "a long description": ["description", "x".repeat(81)],
};

for (const [what, [field, value]] of Object.entries(WRONG)) {
  test(`rejects ${what}, on creation and on change (D15)`, async () => {
    const { owner, site } = await newOwnerWithSite();
    const { hook } = await newHook(owner, site, URL_OF_NOBODY);
    const { token } = owner;
    const path = value === undefined ? [field] : Array.isArray(value) && value[0] ? [field, `${field}.0`] : [field];
    const [made] = await Promise.all([
      refuse("invalid_request", "POST", hooksPath(site), { token, body: { url: URL_OF_NOBODY, [field]: value } }),
    ]);
    expect(path).toContain(made.errors?.[0]?.path);
    if (value !== undefined)
      await refuse("invalid_request", "PATCH", hookPath(hook), { token, body: { [field]: value } });
    expect(await getHook(owner, hook)).toEqual(hook);
  });
}

for (const overlapHours of [-1, 1.5, 721, "24", null]) {
  test(`rejects an overlap of ${JSON.stringify(overlapHours)} hours`, async () => {
    const { owner, site } = await newOwnerWithSite();
    const { hook } = await newHook(owner, site, URL_OF_NOBODY);
    await refuseFields(["overlapHours"], "POST", `${hookPath(hook)}/secret`, {
      token: owner.token,
      body: { overlapHours },
    });
  });
}

test("signs with both secrets for a day after a replacement, so the receiver can switch in its own time", async () => {
  await using listening = await newListeningSite();
  const { owner, hook, receiver, secret: first } = listening;
  const replace = (body: object = {}) =>
    ask(NewEndpointResponse, 201, "POST", `${hookPath(hook)}/secret`, { token: owner.token, body });
  const { endpoint, secret: second } = await replace();
  const overlap = Date.parse(endpoint.previousSecretEndsAt ?? "") - Date.now();
  expect(overlap).toBeGreaterThan(23 * 3_600_000);
  const next = async () => {
    const before = receiver.received.length;
    await sendTest(owner, hook);
    return (await receiver.receives(before + 1)).at(-1);
  };
  const during = await next();
  for (const secret of [first, second]) expect(open(during, secret)).toMatchObject({ type: "webhook.test" });
  await sql("UPDATE webhook_endpoints SET previous_ends_at = now() WHERE id = $1", [hook.id]);
  const after = await next();
  expect(() => open(after, first)).toThrow("No matching signature");
  open(after, second);
  expect(await getHook(owner, hook)).not.toHaveProperty("previousSecretEndsAt");
  const { secret: third } = await replace({ overlapHours: 0 });
  const atOnce = await next();
  expect(() => open(atOnce, second)).toThrow("No matching signature");
  open(atOnce, third);
});

test("reports a secret that can't be read after a change of AUTH_SECRET, and sends nothing unsigned", async () => {
  await using listening = await newListeningSite();
  const { owner, hook, receiver } = listening;
  await sql("UPDATE webhook_endpoints SET secret = $2 WHERE id = $1", [hook.id, Buffer.alloc(60)]);
  expect(await getHook(owner, hook)).toMatchObject({ unreadable: true });
  const { id } = await sendTest(owner, hook);
  expect(await attempted(owner, hook, id, 1)).toMatchObject({
    status: "failed",
    failure: { code: "secret_unreadable" },
  });
  expect(receiver.received).toEqual([]);
  await ask(NewEndpointResponse, 201, "POST", `${hookPath(hook)}/secret`, { token: owner.token, body: {} });
  expect(await getHook(owner, hook)).not.toHaveProperty("unreadable");
});

test("returns 404 for a webhook under another owner, site or webhook (A14)", async () => {
  await using listening = await newListeningSite();
  const { owner, site, hook } = listening;
  const { id } = await sendTest(owner, hook);
  await attempted(owner, hook, id, 1);
  const sibling = (await newHook(owner, site, URL_OF_NOBODY)).hook;
  const stranger = await newOwner();
  const own = (await newHook(stranger, await newSite(stranger), URL_OF_NOBODY)).hook;
  const before = await storedRows(owner);
  const routes: [method: string, below: string, body?: object][] = [
    ["GET", ""],
    ["PATCH", "", { stopped: true }],
    ["DELETE", ""],
    ["POST", "/secret", {}],
    ["POST", "/test"],
    ["GET", "/deliveries"],
    ["POST", "/deliveries/replay", { since: hook.createdAt }],
    ["GET", `/deliveries/${id}`],
    ["POST", `/deliveries/${id}/replay`],
  ];
  for (const [method, below, body] of routes) {
    const call = { token: stranger.token, ...(body && { body }) };
    await refuse("not_found", method, hookPath(hook) + below, call);
    await refuse("not_found", method, hookPath({ ...hook, siteId: own.siteId }) + below, call);
    if (below.includes(id)) await refuse("not_found", method, hookPath(own) + below, call);
    if (below.includes(id))
      await refuse("not_found", method, hookPath(sibling) + below, { ...call, token: owner.token });
  }
  await refuse("not_found", "GET", hooksPath(site), { token: stranger.token });
  expect(await storedRows(owner)).toEqual(before);
});

test("pages through the log, newest first, and accepts a cursor for the same list only", async () => {
  await using listening = await newListeningSite();
  const { owner, hook, receiver } = listening;
  for (let count = 1; count <= 5; count += 1) {
    await sendTest(owner, hook);
    await receiver.receives(count);
  }
  const all = await deliveryPage(owner, hook);
  expect(all.deliveries).toHaveLength(5);
  expect(all).not.toHaveProperty("nextCursor");
  const first = await deliveryPage(owner, hook, "?limit=2");
  const second = await deliveryPage(owner, hook, `?limit=3&cursor=${first.nextCursor}`);
  const idsOf = (page: typeof all) => page.deliveries.map(({ id }) => id);
  expect([...idsOf(first), ...idsOf(second)]).toEqual(idsOf(all));
  expect(second).not.toHaveProperty("nextCursor");
  const { token } = owner;
  const path = `${hookPath(hook)}/deliveries`;
  await refuseFields(["cursor"], "GET", `${path}?cursor=${first.nextCursor}&status=failed`, { token });
  await refuseFields(["status", "limit"], "GET", `${path}?status=sent&limit=0`, { token });
  expect((await deliveryPage(owner, hook, "?status=failed")).deliveries).toEqual([]);
});

test("sends at most 60 test events to one webhook an hour, since it may be someone else's server (E6)", async () => {
  await using receiver = await startReceiver();
  const { owner, site } = await newOwnerWithSite();
  const { hook } = await newHook(owner, site, receiver.url);
  for (let count = 0; count < 60; count += 1) await sendTest(owner, hook);
  await refuse("rate_limited", "POST", `${hookPath(hook)}/test`, { token: owner.token });
});
