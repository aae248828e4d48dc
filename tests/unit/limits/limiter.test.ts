import { expect, test } from "@playwright/test";
import { Limiter } from "#platform/limits/limiter.ts";
import type { LimitHit } from "#platform/limits/rules.ts";
import { manualClock } from "../../support/manual-clock.ts";
import { provideSettings } from "../../support/provide-settings.ts";

const MINUTE_MS = 60_000;

/** A limiter with the limits that are there without any setting, on a clock of the test's. It is closed, so it shares nothing. */
async function newLimiter() {
  provideSettings();
  const { clock, pass } = manualClock();
  const limiter = new Limiter(clock.now);
  await limiter.close();
  const tryPassword = (key = "account") => limiter.count([{ rule: "log-in", key }]);
  /** Counts the same so many times, and returns the different outcomes. */
  const countAll = (times: number, hits: LimitHit[]) => [
    ...new Set(
      Array.from({ length: times }, () => {
        const counted = limiter.count(hits);
        return "takeBack" in counted ? "counted" : counted.policy;
      }),
    ),
  ];
  return { limiter, pass, tryPassword, countAll };
}

test("rejects everyone from an account after 20 wrong passwords, and accepts the right one after that time (A22)", async () => {
  const { tryPassword, pass } = await newLimiter();
  for (let at = 0; at < 20; at += 1) expect(tryPassword()).toHaveProperty("takeBack");
  const refused = tryPassword();
  expect(refused).toMatchObject({ policy: "log-in", quota: 20, windowSeconds: 900 });
  if (!("retryAfter" in refused)) throw new Error("it was let through");
  await pass(refused.retryAfter * 1_000);
  expect(tryPassword()).toHaveProperty("takeBack");
});

test("takes back hits that weren't wrong passwords, so frequent logins lock no one out", async () => {
  const { tryPassword } = await newLimiter();
  for (let at = 0; at < 100; at += 1) {
    const counted = tryPassword();
    if (!("takeBack" in counted)) throw new Error("it was refused");
    counted.takeBack();
  }
  expect(tryPassword()).toHaveProperty("takeBack");
});

test("counts a request towards none of its limits if one of them rejects it", async () => {
  const { countAll } = await newLimiter();
  const address: LimitHit = { rule: "address", key: "network" };
  const both: LimitHit[] = [{ rule: "visitor", key: "one" }, address];
  expect(countAll(300, both)).toEqual(["counted"]);
  expect(countAll(10_000, both)).toEqual(["visitor"]);
  expect(countAll(5_700, [address])).toEqual(["counted"]);
  expect(countAll(1, [address])).toEqual(["address"]);
});

test("reports the limit that takes longest, since retrying before that is useless", async () => {
  const { limiter, pass } = await newLimiter();
  for (let at = 0; at < 300; at += 1) limiter.count([{ rule: "visitor", key: "one" }]);
  for (let at = 0; at < 20; at += 1) limiter.count([{ rule: "sign-up", key: "one" }]);
  await pass(MINUTE_MS / 2);
  const both = [
    { rule: "visitor", key: "one" },
    { rule: "sign-up", key: "one" },
  ] as const;
  expect(limiter.count([...both])).toMatchObject({ policy: "sign-up" });
});

test("a hit with a multiple of the quota is accepted that many times more often, and counts apart", async () => {
  const { limiter } = await newLimiter();
  const signUp = (key: string) =>
    limiter.count([
      { rule: "sign-up", key },
      { rule: "sign-up", key: "around", times: 8 },
    ]);
  for (let at = 0; at < 160; at += 1) expect(signUp(`network ${at % 8}`)).toHaveProperty("takeBack");
  expect(signUp("network 8")).toMatchObject({ policy: "sign-up", quota: 160 });
  expect(limiter.count([{ rule: "sign-up", key: "network 8" }])).toHaveProperty("takeBack");
});

test("a hit that's counted anyway counts past the limit, and asking whether it's reached counts nothing", async () => {
  const { limiter } = await newLimiter();
  const hit: LimitHit = { rule: "log-in", key: "account" };
  for (let at = 0; at < 20; at += 1) {
    expect(limiter.isReached(hit)).toBe(false);
    limiter.countAnyway(hit);
  }
  expect(limiter.isReached(hit)).toBe(true);
  limiter.countAnyway(hit);
  expect(limiter.isReached(hit)).toBe(true);
});
