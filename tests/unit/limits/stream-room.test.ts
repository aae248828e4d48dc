import { expect, test } from "@playwright/test";
import { provideEnv, readSettings } from "#platform/env.ts";
import { StreamRoom } from "#platform/limits/stream-slots.ts";

/** A process's room, with these limits. */
function newRoom(limits: Record<string, string>) {
  const settings = readSettings({ LOG_LEVEL: "silent", ...limits });
  provideEnv({ ...settings, DATABASE_URL: "postgresql://localhost/none", AUTH_SECRET: "k".repeat(32) });
  return new StreamRoom();
}

const of = (site: string, address: string) => ({ address, siteAddress: `${site}/${address}` });
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

test("one address has so many streams however many sites' keys it knows, and room again when one ends", () => {
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

test("visitors leave the last tenth of a process's streams to owners, who would hear nothing in a flood", () => {
  const room = newRoom({ LIMIT_STREAMS: "20" });
  for (let at = 0; at < 18; at += 1) room.enter(of("site", `address ${at}`));
  expect(refusalOf(() => room.enter(of("site", "one more")))).toEqual(reached("streams", 18));
  for (let at = 0; at < 2; at += 1) room.enter(null);
  expect(refusalOf(() => room.enter(null))).toEqual(reached("streams", 20));
});

test("whose address says nothing is counted in the whole alone, and nobody is while limits are off", () => {
  const room = newRoom({ LIMIT_STREAMS: "4", LIMIT_STREAMS_ADDRESS: "1", LIMIT_STREAMS_SITE_ADDRESS: "1" });
  const unknown = { address: null, siteAddress: null };
  for (let at = 0; at < 4; at += 1) room.enter(unknown);
  expect(refusalOf(() => room.enter(unknown))).toEqual(reached("streams", 4));
  const open = newRoom({ LIMIT_STREAMS: "1", LIMIT_STREAMS_ADDRESS: "1", RATE_LIMITS: "off" });
  for (let at = 0; at < 3; at += 1) open.enter(of("site", "here"));
});
