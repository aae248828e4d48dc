import { expect, test } from "@playwright/test";
import { postNotice } from "#lib/outbox/channels/post-notice.ts";
import { startNameServer } from "../../support/name-server.ts";
import { provideSettings } from "../../support/provide-settings.ts";
import { startReceiver } from "../../support/webhook-receiver.ts";

const NOTICE = { headers: {}, body: "{}" };

const post = (url: string, bounds: Parameters<typeof postNotice>[3] = {}) =>
  postNotice(url, NOTICE, new AbortController().signal, bounds);

test("a receiver that's slow or doesn't listen is tried again", async () => {
  provideSettings({ OUTBOUND_ALLOWED_HOSTS: "127.0.0.1" });
  await using silent = await startReceiver(() => undefined);
  expect(await post(silent.url, { timeMs: 2_000 })).toEqual({ status: "retry", reason: "unreachable" });
  expect(silent.received).toHaveLength(1);
  await silent.close();
  expect(await post(silent.url)).toEqual({ status: "retry", reason: "unreachable" });
});

test("an address that's private by the time of sending, or no longer allowed, gets nothing and isn't tried again", async () => {
  provideSettings();
  await using receiver = await startReceiver();
  for (const url of [receiver.url, "https://169.254.169.254/x", "http://push.example/x"]) {
    expect(await post(url), url).toEqual({ status: "failed", reason: "target_refused" });
  }
  let addresses = ["2fff::1"];
  await using names = await startNameServer(() => addresses);
  const bounds = { nameServers: [names.server], timeMs: 300 };
  expect(await post("https://hooks.example/x", bounds)).toEqual({ status: "retry", reason: "unreachable" });
  addresses = ["127.0.0.1"];
  const patient = { ...bounds, timeMs: 10_000 };
  expect(await post(`https://hooks.example:${receiver.port}/x`, patient)).toEqual({
    status: "failed",
    reason: "host_not_public",
  });
  expect(receiver.received).toEqual([]);
});
