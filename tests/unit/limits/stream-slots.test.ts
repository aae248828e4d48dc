import { expect, test } from "@playwright/test";
import { StreamSlots } from "#platform/limits/stream-slots.ts";
import { provideSettings } from "../../support/provide-settings.ts";

/** A process's room, with these limits. */
function newRoom(limits: Record<string, string>) {
  provideSettings(limits);
  return new StreamSlots();
}

const of = (siteId: string, ...keys: string[]) => ({
  siteId,
  networks: keys.map((key, at) => ({ key, times: at === 0 ? 1 : 8 })),
});
const reached = (policy: string, quota: number) =>
  expect.objectContaining({ code: "rate_limited", extras: { limit: { policy, quota, retryAfter: 30 } } });

function refusalOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}

test("one address has a limited number of streams across all sites, and a free slot when one ends", () => {
  const room = newRoom({ LIMIT_STREAMS_ADDRESS: "3", LIMIT_STREAMS_SITE_ADDRESS: "2" });
  const leave = room.enter(of("first", "here"));
  room.enter(of("first", "here"));
  expect(refusalOf(() => room.enter(of("first", "here")))).toEqual(reached("streams-site-address", 2));
  room.enter(of("second", "here"));
  expect(refusalOf(() => room.enter(of("third", "here")))).toEqual(reached("streams-address", 3));
  room.enter(of("third", "elsewhere"));
  leave();
  leave();
  room.enter(of("third", "here"));
  expect(refusalOf(() => room.enter(of("fourth", "here")))).toEqual(reached("streams-address", 3));
});

test("visitors leave the last twentieth of a process's streams to owners", () => {
  const room = newRoom({ LIMIT_STREAMS: "40" });
  for (let at = 0; at < 38; at += 1) room.enter(of("site", `address ${at}`));
  expect(refusalOf(() => room.enter(of("site", "one more")))).toEqual(reached("streams", 38));
  for (let at = 0; at < 2; at += 1) room.enter(null);
  expect(refusalOf(() => room.enter(null))).toEqual(reached("streams", 40));
});

test("a caller without a useful address counts only towards the total, and no one counts while limits are off", () => {
  const room = newRoom({ LIMIT_STREAMS: "4", LIMIT_STREAMS_ADDRESS: "1", LIMIT_STREAMS_SITE_ADDRESS: "1" });
  const unknown = of("site");
  for (let at = 0; at < 4; at += 1) room.enter(unknown);
  expect(refusalOf(() => room.enter(unknown))).toEqual(reached("streams", 4));
  const open = newRoom({ LIMIT_STREAMS: "1", LIMIT_STREAMS_ADDRESS: "1", RATE_LIMITS: "off" });
  for (let at = 0; at < 3; at += 1) open.enter(of("site", "here"));
});

test("the network around an IPv6 network has eight times its streams", () => {
  const room = newRoom({ LIMIT_STREAMS_ADDRESS: "2", LIMIT_STREAMS_SITE_ADDRESS: "1" });
  for (let at = 0; at < 8; at += 1) room.enter(of("site", `network ${at}`, "around"));
  expect(refusalOf(() => room.enter(of("site", "network 8", "around")))).toEqual(reached("streams-site-address", 8));
  for (let at = 0; at < 8; at += 1) room.enter(of("other", `network ${at}`, "around"));
  expect(refusalOf(() => room.enter(of("third", "network 8", "around")))).toEqual(reached("streams-address", 16));
});
