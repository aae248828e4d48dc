import { existsSync } from "node:fs";
import { join } from "node:path";
import { buildFolder } from "#platform/env.ts";
import { Counters } from "#platform/limits/counters.ts";
import { networkKeys } from "#platform/limits/keys.ts";
import { log } from "#platform/log.ts";
import type { BrowserErrorBody } from "./schema.ts";

const MINUTE_MS = 60_000;
const KEYS_MAX = 1_000;

const counters = (limit: number) => new Counters({ limit, windowMs: MINUTE_MS, keysMax: KEYS_MAX, now: Date.now });

// Whatever RATE_LIMITS says: anyone can send these, and each writes a line.
const fromOneAddress = counters(5);
const fromEveryone = counters(30);

/** Logs what failed in a browser, on one line that contains nothing but names of ours and numbers. */
export function logBrowserError({ name, area, frames }: BrowserErrorBody, address: string | null): void {
  const [network] = networkKeys(address);
  const ofAddress = fromOneAddress.use(network?.key ?? "this host");
  const ofAll = fromEveryone.use("everyone");
  if (fromOneAddress.waitMs(ofAddress) > 0 || fromEveryone.waitMs(ofAll) > 0) return;
  ofAddress.own += 1;
  ofAll.own += 1;
  log().warn({ name, area, frames: frames.filter(isOfOurScripts) }, "a page failed in a browser");
}

function isOfOurScripts(frame: string): boolean {
  const [file = ""] = frame.split(":");
  return existsSync(join(buildFolder(), "static", "chunks", file));
}
