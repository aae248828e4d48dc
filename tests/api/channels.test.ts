import { expect, test } from "@playwright/test";
import { ConversationNotificationsResponse, NotificationResponse } from "#lib/notify/notifications/schema.ts";
import { URL_KINDS } from "#lib/outbox/channels/kinds.ts";
import { type ChannelJson, ChannelListResponse, ChannelResponse } from "#lib/outbox/channels/schema.ts";
import { ask, askNothing, refuse, refuseFields } from "../support/api-client.ts";
import { newApiKey, newOwner, newOwnerWithSite, type Owner, openWidget, start } from "../support/factories.ts";
import { sql } from "../support/stored-rows.ts";
import { startReceiver } from "../support/webhook-receiver.ts";

const CHANNELS = "/account/channels";

const add = async ({ token }: Owner, kind: string, url: string, more: object = {}): Promise<ChannelJson> => {
  const call = { token, body: { kind, name: `My ${kind}`, url, ...more } };
  return (await ask(ChannelResponse, 201, "POST", CHANNELS, call)).channel;
};

const listed = async ({ token }: Owner) => (await ask(ChannelListResponse, 200, "GET", CHANNELS, { token })).channels;

/** Sends a test, and returns its result. */
async function testOf({ token }: Owner, channel: ChannelJson) {
  const { notification } = await ask(NotificationResponse, 201, "POST", `${CHANNELS}/${channel.id}/test`, { token });
  const end = async () =>
    (await sql("SELECT status, reason FROM notifications WHERE id = $1 AND status <> 'pending'", [notification.id]))[0];
  await expect.poll(end).toBeDefined();
  return end();
}

test("a visitor's message arrives through each kind of app, and the proof says so", async () => {
  const { owner, site } = await newOwnerWithSite({ name: "Kiln Street" });
  await using receiver = await startReceiver();
  for (const kind of URL_KINDS) {
    const channel = await add(owner, kind, `${receiver.url}/${kind}`);
    expect(channel).toMatchObject({ kind, name: `My ${kind}`, address: `127.0.0.1:${receiver.port}`, shows: "text" });
  }
  await add(owner, "slack", `${receiver.url}/quiet`, { shows: "site" });
  const visitor = await openWidget(site);
  const { conversationId } = await start(visitor, "Is the oak table still there? <!channel> @all", { name: "Grace" });
  const received = await receiver.receives(URL_KINDS.length + 1);
  const bodies = Object.fromEntries(received.map(({ path, body }) => [path, body]));
  // ntfy publishes to its server's root.
  const paths = URL_KINDS.map((kind) => (kind === "ntfy" ? "/" : `/${kind}`));
  expect(new Set(Object.keys(bodies))).toEqual(new Set([...paths, "/quiet"]));
  expect(JSON.parse(bodies["/"] ?? "")).toMatchObject({ topic: "ntfy", title: "Grace on Kiln Street" });
  for (const path of paths) {
    expect(bodies[path]).toContain("oak table");
    expect(bodies[path]).toMatch(new RegExp(`/w/[0-9a-f-]{36}/inbox/${conversationId}`));
  }
  expect(bodies["/slack"]).not.toContain('"text":"Grace on Kiln Street: Is the oak table still there? <!channel>');
  expect(bodies["/quiet"]).toContain("Kiln Street");
  expect(bodies["/quiet"]).not.toMatch(/oak table|Grace/);
  const path = `/conversations/${conversationId}/notifications`;
  const proof = () => ask(ConversationNotificationsResponse, 200, "GET", path, owner);
  await expect
    .poll(async () => (await proof()).notifications.map(({ status }) => status))
    .toEqual([...paths, "/quiet"].map(() => "accepted"));
});

test("a test shows what the receiver says: accepted, redirected, refused, or gone, which stops the channel until it's added again", async () => {
  const owner = await newOwner();
  await using receiver = await startReceiver();
  const channel = await add(owner, "discord", `${receiver.url}/hook`);
  expect(await testOf(owner, channel)).toEqual({ status: "accepted", reason: null });
  expect((await listed(owner))[0]).toHaveProperty("lastDeliveredAt");
  const respond = (status: number, headers = {}) =>
    receiver.behave((_, response) => response.writeHead(status, headers).end());
  respond(307, { location: `${receiver.url}/elsewhere` });
  expect(await testOf(owner, channel)).toEqual({ status: "failed", reason: "redirected" });
  respond(401);
  expect(await testOf(owner, channel)).toEqual({ status: "failed", reason: "refused" });
  respond(429, { "retry-after": "60" });
  expect(await testOf(owner, channel), "a test is tried once").toEqual({ status: "failed", reason: "rate_limited" });
  const isDoubtful = async () => {
    await sql("UPDATE channels SET unshown_since = now() - interval '3 minutes' WHERE id = $1", [channel.id]);
    return (await listed(owner))[0]?.doubtful ?? false;
  };
  expect(await isDoubtful(), "after three that failed").toBe(true);
  respond(204);
  expect(await testOf(owner, channel)).toEqual({ status: "accepted", reason: null });
  respond(410);
  expect((await listed(owner))[0]).not.toHaveProperty("doubtful");
  expect(await testOf(owner, channel)).toEqual({ status: "failed", reason: "gone" });
  expect(
    receiver.received.map(({ path }) => path),
    "no redirect is followed",
  ).not.toContain("/elsewhere");
  expect(await listed(owner)).toMatchObject([{ id: channel.id, stopReason: "gone" }]);
  const again = await add(owner, "discord", `${receiver.url}/hook`);
  expect(await listed(owner)).toMatchObject([{ id: again.id }]);
  await askNothing("DELETE", `${CHANNELS}/${again.id}`, owner);
  expect(await listed(owner)).toEqual([]);
});

test("only public addresses and those that the operator allows are accepted, once each, at most 20, and only from a session", async () => {
  const owner = await newOwner();
  const { token } = owner;
  const body = { kind: "slack", name: "Team", url: "https://hooks.slack.example/services/KILN-SECRET" };
  for (const url of [
    "https://10.0.0.5/x",
    "https://localhost/x",
    "http://hooks.slack.example/x",
    "https://[::1]/",
    "x",
  ]) {
    await refuseFields(["url"], "POST", CHANNELS, { token, body: { ...body, url } });
  }
  for (const path of ["", "%zz", "a%2Fb", "to%C3%9Fic", "x".repeat(65)]) {
    const url = `https://ntfy.example/${path}`;
    await refuseFields(["url"], "POST", CHANNELS, { token, body: { ...body, kind: "ntfy", url } });
  }
  await refuseFields(["kind"], "POST", CHANNELS, { token, body: { ...body, kind: "push" } });
  const { secret } = await newApiKey(owner, "manage");
  await refuse("insufficient_scope", "POST", CHANNELS, { token: secret, body });
  const made = await add(owner, "slack", body.url);
  expect(JSON.stringify(made), "its URL is a secret").not.toContain("KILN-SECRET");
  const [row] = await sql("SELECT encode(address, 'escape') AS address FROM channels WHERE id = $1", [made.id]);
  expect(String(row?.address)).not.toContain("slack.example");
  await refuse("conflict", "POST", CHANNELS, { token, body });
  for (let nth = 1; nth < 20; nth++) await add(owner, "ntfy", `https://ntfy.example/topic-${nth}`);
  await refuse("conflict", "POST", CHANNELS, { token, body: { ...body, url: `${body.url}/21` } });
});
