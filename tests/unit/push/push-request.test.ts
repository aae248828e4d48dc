import { expect, test } from "@playwright/test";
import type { ChannelNotice } from "#lib/outbox/channels/channel-kind.ts";
import { pushPayload } from "#lib/outbox/channels/kinds/push.ts";
import { pushReach } from "#platform/push/push-reach.ts";
import { createPushKeys, pushRequest, pushSubject, pushTopic } from "#platform/push/push-request.ts";
import { provideSettings } from "../../support/provide-settings.ts";
import { newSubscription, verifyVapid } from "../../support/push-subscription.ts";

const NOTICE: ChannelNotice = {
  id: "0190a1b2-0000-7000-8000-000000000001",
  kind: "message",
  title: "Grace on Kiln Street",
  body: "Is the blue one in stock?",
  url: "https://inbox.example.com/inbox/0190a1b2-0000-7000-8000-000000000002",
  conversationId: "0190a1b2-0000-7000-8000-000000000002",
  seq: 3,
  isUrgent: false,
  since: null,
  unread: 3,
};

provideSettings();

const SUBJECT = "https://inbox.example.com";

test("a push message is declarative, and names the receipt of its notification", () => {
  expect(JSON.parse(pushPayload(NOTICE))).toEqual({
    web_push: 8030,
    notification: {
      title: NOTICE.title,
      body: NOTICE.body,
      navigate: NOTICE.url,
      tag: `conversation-${NOTICE.conversationId}`,
      lang: "en",
      dir: "auto",
      silent: false,
      data: { receipt: expect.stringMatching(/^[\w-]+\.[\w-]{43}$/) },
    },
    app_badge: 3,
    mutable: true,
  });
});

test("a push message of 4 kB of emoji is cut between characters, and its request is within 4,096 bytes", () => {
  const { endpoint, keys, decrypt } = newSubscription("https://push.example.com/send/1");
  for (const character of ["\u{1F44D}\u{1F3FD}", '"\n', "é"]) {
    const body = character.repeat(2_000);
    const payload = pushPayload({ ...NOTICE, title: "\u{1F600}".repeat(300), body });
    const sending = { payload, topic: pushTopic("1"), keys: createPushKeys(), subject: SUBJECT };
    const request = pushRequest({ endpoint, keys }, sending);
    expect(request.body.length).toBeLessThanOrEqual(4_096);
    expect(Buffer.byteLength(payload)).toBeGreaterThan(2_980);
    const { notification } = JSON.parse(decrypt(request.body)) as { notification: { body: string; title: string } };
    expect(notification.body.isWellFormed() && notification.title.isWellFormed()).toBe(true);
    expect(body.startsWith(notification.body)).toBe(true);
  }
});

test("a push request is signed by the service's key for its push service, and for half a day, so that a clock may be off", async () => {
  const keys = createPushKeys();
  const { decrypt, ...address } = newSubscription("https://push.example.com:8443/send/1?x=2");
  const request = pushRequest(address, { payload: "{}", topic: pushTopic("1"), keys, subject: SUBJECT });
  expect(decrypt(request.body)).toBe("{}");
  expect(request.headers).toMatchObject({ ttl: "86400", urgency: "high", "content-encoding": "aes128gcm" });
  expect(request.headers.topic).toMatch(/^[\w-]{32}$/);
  const { publicKey, claims } = await verifyVapid(request.headers.authorization);
  expect(publicKey).toBe(keys.publicKey);
  expect(claims).toMatchObject({ aud: "https://push.example.com:8443", sub: SUBJECT });
  // A push service accepts what expires within 24 hours of its own clock.
  const minutes = ((claims.exp ?? 0) - Date.now() / 1_000) / 60;
  expect(minutes).toBeGreaterThan(11 * 60);
  expect(minutes).toBeLessThan(13 * 60);
});

test("push services may contact the service's public address, or else the one that its email comes from", () => {
  const from = { MAIL_FROM: "Inbox <inbox@example.com>" };
  expect(pushSubject({ BASE_URL: SUBJECT, ...from })).toBe(SUBJECT);
  expect(pushSubject({ BASE_URL: "http://localhost:3000", ...from })).toBe("mailto:inbox@example.com");
  expect(pushSubject({ BASE_URL: "http://localhost:3000" })).toBe("mailto:postmaster@localhost");
});

test("a service's address carries push to every device, to its own host only, or to none", () => {
  const reaches = (...addresses: string[]) => new Set(addresses.map(pushReach));
  expect(reaches("https://inbox.example.com", "https://inbox.example.com:8443")).toEqual(new Set(["everywhere"]));
  expect(reaches("http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000")).toEqual(
    new Set(["this_host"]),
  );
  expect(reaches("http://inbox.example.com", "http://203.0.113.7")).toEqual(new Set(["insecure"]));
  expect(reaches("https://203.0.113.7", "https://[2001:db8::1]")).toEqual(new Set(["ip_address"]));
});
