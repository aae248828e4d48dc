import { expect, test } from "@playwright/test";
import { ChannelResponse } from "#lib/outbox/channels/schema.ts";
import { ask, askNothing, refuse, refuseFields } from "../support/api-client.ts";
import { listChannels, listDevices, registerDevice, subscription } from "../support/devices.ts";
import { logIn, newApiKey, newOwner, type Owner, PASSWORD } from "../support/factories.ts";
import { claimsOf } from "../support/forged-token.ts";
import { sql } from "../support/stored-rows.ts";

const namesOf = async (owner: Owner) => (await listDevices(owner)).map(({ name }) => name).sort();

test("a device is named after its browser, shows its settings and no secret, and can be renamed and removed", async () => {
  const owner = await newOwner();
  expect((await listChannels(owner)).push).toEqual({
    available: true,
    reason: "this_host",
    publicKey: expect.stringMatching(/^B[\w-]{86}$/),
  });
  const browser = subscription();
  const device = await registerDevice(owner, browser);
  expect(device).toEqual({
    id: expect.any(String),
    kind: "push",
    name: "Chrome on Linux",
    shows: "text",
    backup: false,
    address: "push.example.com",
    thisDevice: true,
    createdAt: expect.any(String),
  });
  expect(await registerDevice(owner, browser)).toEqual(device);
  const path = `/account/channels/${device.id}`;
  const body = { name: "Till", shows: "site", backup: true };
  const { channel } = await ask(ChannelResponse, 200, "PATCH", path, { token: owner.token, body });
  expect(channel).toEqual({ ...device, ...body });
  const other = await logIn(owner);
  expect(await listDevices(other)).toEqual([expect.not.objectContaining({ thisDevice: true })]);
  await askNothing("DELETE", path, { token: owner.token });
  expect(await listDevices(owner)).toEqual([]);
});

test("an endpoint that isn't public is refused, and so are keys that no browser has, and any API key", async () => {
  const owner = await newOwner();
  const { endpoint, keys } = subscription();
  const put = (body: object) => ({ token: owner.token, body });
  for (const wrong of [
    "https://169.254.169.254/x",
    "https://10.0.0.8/x",
    "http://push.example.com/x",
    "https://localhost/x",
    "x",
  ]) {
    await refuseFields(["endpoint"], "PUT", "/account/device", put({ endpoint: wrong, keys }));
  }
  const fields = ["keys.p256dh", "keys.auth"];
  await refuseFields(fields, "PUT", "/account/device", put({ endpoint, keys: { p256dh: "AAAA", auth: "AAAA" } }));
  const onNoCurve = { ...keys, p256dh: Buffer.concat([Buffer.of(4), Buffer.alloc(64, 9)]).toString("base64url") };
  await refuseFields(["keys.p256dh"], "PUT", "/account/device", put({ endpoint, keys: onNoCurve }));
  const { secret } = await newApiKey(owner, "manage");
  await refuse("insufficient_scope", "PUT", "/account/device", { token: secret, body: { endpoint, keys } });
});

test("an endpoint is the device of the account whose browser registered it last, and no one else can take it", async () => {
  const [former, owner] = [await newOwner(), await newOwner()];
  const browser = subscription();
  await registerDevice(former, browser);
  const body = { endpoint: browser.endpoint, keys: subscription().keys };
  await refuse("conflict", "PUT", "/account/device", { token: owner.token, body });
  expect(await listDevices(former)).toHaveLength(1);
  await registerDevice(owner, browser);
  expect([await listDevices(former), await namesOf(owner)]).toEqual([[], ["Chrome on Linux"]]);
});

test("a browser's new endpoint keeps its device's name and settings, and starts it again if it was stopped", async () => {
  const owner = await newOwner();
  const former = subscription();
  const device = await registerDevice(owner, former, { name: "Shop tablet" });
  await sql(
    `UPDATE channels SET shows = 'site', unshown_count = 9, unshown_since = now() - interval '1 day', warned_at = now(),
       stopped_at = now(), stop_reason = 'gone' WHERE id = $1`,
    [device.id],
  );
  expect(await listDevices(owner)).toMatchObject([{ stopReason: "gone" }]);
  const current = subscription();
  const kept = await registerDevice(owner, current, { previousEndpoint: former.endpoint });
  expect(kept).toEqual({ ...device, shows: "site" });
  expect(await listDevices(owner)).toEqual([kept]);
  // An endpoint of someone else's is no previous one.
  const other = await newOwner();
  await registerDevice(other, subscription(), { previousEndpoint: former.endpoint });
  expect(await listDevices(owner)).toEqual([kept]);
  // One that's a device already takes the place of the previous one's.
  const second = subscription();
  const taken = await registerDevice(owner, second);
  await registerDevice(owner, second, { previousEndpoint: current.endpoint });
  expect(await listDevices(owner)).toEqual([taken]);
});

test("an account has at most 20 devices, however many browsers register at the same time", async () => {
  const owner = await newOwner();
  const register = async () => {
    const { endpoint, keys } = subscription();
    const response = await fetch(new URL("/account/device", process.env.TEST_BASE_URL), {
      method: "PUT",
      headers: { authorization: `Bearer ${owner.token}`, "content-type": "application/json" },
      body: JSON.stringify({ endpoint, keys }),
    });
    return response.status;
  };
  const statuses = await Promise.all(Array.from({ length: 22 }, register));
  expect(statuses.filter((status) => status === 409)).toHaveLength(2);
  expect(await listDevices(owner)).toHaveLength(20);
});

test("logging out, revoking a session and a new password remove that session's device; its expiry doesn't", async () => {
  const owner = await newOwner();
  const device = async (name: string) => {
    const session = await logIn(owner);
    const browser = subscription();
    await registerDevice(session, browser, { name });
    return { session, browser, id: claimsOf(session.token).sid };
  };
  const out = await device("logged out");
  const revoked = await device("revoked");
  const expired = await device("expired");
  const renewed = await device("expired, and logged in again");
  await device("other");
  await askNothing("POST", "/auth/logout", { token: out.session.token });
  await askNothing("DELETE", `/account/sessions/${revoked.id}`, { token: owner.token });
  expect(await namesOf(owner)).toEqual(["expired", "expired, and logged in again", "other"]);

  for (const { id } of [expired, renewed]) {
    await sql("UPDATE sessions SET expires_at = now() - interval '2 days' WHERE id = $1", [id]);
    await sql("DELETE FROM sessions WHERE id = $1", [id]);
  }
  expect(await namesOf(owner)).toHaveLength(3);
  // The browser's device belongs to its new session from then on.
  const again = await logIn(owner);
  await registerDevice(again, renewed.browser);
  await askNothing("DELETE", `/account/sessions/${claimsOf(again.token).sid}`, { token: owner.token });
  expect(await namesOf(owner)).toEqual(["expired", "other"]);

  const body = { currentPassword: PASSWORD, newPassword: `${PASSWORD} 2` };
  await askNothing("POST", "/account/password", { token: owner.token, body });
  expect(await namesOf(owner)).toEqual(["expired"]);
});
