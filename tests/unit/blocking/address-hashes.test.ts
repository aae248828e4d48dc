import { execFileSync } from "node:child_process";
import { expect, test } from "@playwright/test";

/** What a process with these secrets makes of an address; each has its own, as the keys are kept for as long as it runs. */
function hashesWith(current: string, previous: string | undefined, siteKey: string, address: string) {
  const program = `
    const { provideEnv, readSettings } = await import("#platform/env.ts");
    const { hashCallerRanges, hashCallerAddress } = await import("#lib/files/blocking/address-hashes.ts");
    const { current, previous, siteKey, address } = JSON.parse(process.argv.at(-1));
    const secrets = { AUTH_SECRET: current, ...(previous && { AUTH_SECRET_PREVIOUS: previous }) };
    provideEnv({ ...readSettings({}), DATABASE_URL: "", BASE_URL: "", ...secrets });
    process.stdout.write(JSON.stringify([hashCallerAddress(siteKey, address), hashCallerRanges(siteKey, address)]));`;
  const input = JSON.stringify({ current, previous, siteKey, address });
  const output = execFileSync(process.execPath, ["--input-type=module", "-e", program, input], { encoding: "utf8" });
  return JSON.parse(output) as [string | null, string[]];
}

const OLD = "the secret before, which is long enough";
const NEW = "the secret of today, which is long enough";

test("an address has its own hash on each site, and so do its networks", () => {
  const [one, all] = hashesWith(NEW, undefined, "pk_a", "203.0.113.7");
  expect(all).toHaveLength(3);
  expect(all[0]).toBe(one);
  expect(JSON.stringify(all)).not.toContain("203.0");
  const [neighbor, around] = hashesWith(NEW, undefined, "pk_a", "203.0.113.8");
  expect(neighbor).not.toBe(one);
  expect(around.slice(1)).toEqual(all.slice(1));
  expect(hashesWith(NEW, undefined, "pk_b", "203.0.113.7")[1].filter((hash) => all.includes(hash))).toEqual([]);
});

test("what was blocked under the previous secret still matches while that secret is set", () => {
  const [before] = hashesWith(OLD, undefined, "pk_a", "203.0.113.7");
  const [now, withPrevious] = hashesWith(NEW, OLD, "pk_a", "203.0.113.7");
  expect(now).not.toBe(before);
  expect(withPrevious).toContain(before);
  expect(hashesWith(NEW, undefined, "pk_a", "203.0.113.7")[1]).not.toContain(before);
});

test("this host's own address has no hash", () => {
  expect(hashesWith(NEW, undefined, "pk_a", "127.0.0.1")).toEqual([null, []]);
});
