import { createHmac } from "node:crypto";
import { expect, test } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import { newWebhookSecret, signatureHeaders } from "#lib/outbox/webhooks/signature.ts";

const payload = '{"type":"message.created","data":{"name":"Zoë"}}';
const signed = (secrets: string[], at = new Date()) => signatureHeaders(secrets, { id: "delivery-1", at, payload });

test("generates secrets of 256 random bits in the format of Standard Webhooks, all different", () => {
  const secrets = Array.from({ length: 20 }, newWebhookSecret);
  expect(new Set(secrets).size).toBe(20);
  for (const secret of secrets) {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]+=*$/);
    expect(Buffer.from(secret.slice(6), "base64")).toHaveLength(32);
  }
});

test("signatures are accepted by the reference library, and match node:crypto's", () => {
  const secret = newWebhookSecret();
  const headers = signed([secret]);
  expect(new Webhook(secret).verify(payload, headers)).toEqual(JSON.parse(payload));
  const sum = createHmac("sha256", Buffer.from(secret.slice(6), "base64"));
  const content = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${payload}`;
  expect(headers["webhook-signature"]).toBe(`v1,${sum.update(content).digest("base64")}`);
});

test("signs with both secrets during a replacement, so the receiver may have either", () => {
  const [next, last, other] = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()];
  const headers = signed([next, last]);
  for (const secret of [next, last]) expect(() => new Webhook(secret).verify(payload, headers)).not.toThrow();
  expect(() => new Webhook(other).verify(payload, headers)).toThrow("No matching signature");
});

test("the signature covers the id, the time and every byte", () => {
  const secret = newWebhookSecret();
  const headers = signed([secret]);
  const receiver = new Webhook(secret);
  expect(() => receiver.verify(payload, { ...headers, "webhook-id": "delivery-2" })).toThrow();
  expect(() =>
    receiver.verify(payload, { ...headers, "webhook-timestamp": String(Date.now() / 1_000 - 60) }),
  ).toThrow();
  expect(() => receiver.verify(`${payload} `, headers)).toThrow();
  expect(() => receiver.verify(payload, signed([secret], new Date(Date.now() - 301_000)))).toThrow("too old");
});
