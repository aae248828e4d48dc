import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { toStatusJson } from "#lib/notify/status/json.ts";
import { CHECK_TITLES } from "#lib/notify/status/schema.ts";
import { durationWords } from "#platform/duration-words.ts";
import { proxyTraffic } from "#platform/http/client-ip.ts";
import { versionWords } from "#platform/version.ts";
import { readRevision } from "../../../server/process/revision.ts";
import { CHECKS } from "../../../server/status/checks.ts";

test("every check has a name for people, and every name is a check's", () => {
  expect(new Set(CHECKS.map(({ name }) => name))).toEqual(new Set(Object.keys(CHECK_TITLES)));
});

test("a status lists what fails first, and leaves out a check that only a newer version knows", () => {
  const at = new Date("2026-11-29T12:00:00Z");
  const row = (name: string, state: string) => ({
    name,
    host: "",
    state,
    says: "So.",
    todo: null,
    since: at,
    checkedAt: at,
    dueAt: at,
  });
  const rows = [row("version", "good"), row("mail", "failing"), row("disk", "warning"), row("proxy", "off")];
  const shown = toStatusJson([...rows, row("of-tomorrow", "failing"), row("backups", "failing")], at);
  expect(shown.map(({ name }) => name)).toEqual(["backups", "mail", "disk", "version", "proxy"]);
});

test("what should have been looked at ten minutes ago isn't called good", () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 29, 12, minute));
  const row = {
    name: "mail",
    host: "",
    state: "good",
    says: "So.",
    todo: null,
    since: at(0),
    checkedAt: at(0),
    dueAt: at(5),
  };
  expect(toStatusJson([row], at(14))[0]).toMatchObject({ state: "good", todo: null });
  expect(toStatusJson([row], at(16))[0]).toMatchObject({
    state: "warning",
    todo: expect.stringContaining("npm run jobs"),
  });
});

for (const [forwardedFor, trustedHops, expected] of [
  [undefined, 0, "proxy as set"],
  ["192.0.2.1", 0, "proxy more"],
  ["192.0.2.1", 1, "proxy as set"],
  [undefined, 1, "proxy fewer"],
  ["192.0.2.1", 2, "proxy fewer"],
  // A caller may send an entry of their own.
  ["10.0.0.1, 192.0.2.1", 1, "proxy as set"],
] as const) {
  test(`a request with X-Forwarded-For ${forwardedFor} behind ${trustedHops} trusted proxies comes by "${expected}"`, () => {
    expect(proxyTraffic({ peer: "127.0.0.1", forwardedFor, trustedHops })).toBe(expected);
  });
}

for (const [seconds, words] of [
  [0, "1 minute"],
  [119 * 60, "119 minutes"],
  [7_200, "2 hours"],
  [47 * 3_600, "47 hours"],
  [2 * 86_400, "2 days"],
] as const) {
  test(`${seconds} seconds are ${words}`, () => expect(durationWords(seconds)).toBe(words));
}

test("a revision is the version, and the commit of a clone, whether its reference is packed or not", () => {
  const folder = mkdtempSync(join(tmpdir(), "site-inbox-revision-"));
  writeFileSync(join(folder, "package.json"), '{ "version": "1.2.3" }');
  const revision = () => versionWords(readRevision(folder));
  expect(revision()).toBe("1.2.3");
  const git = (...args: string[]) => execFileSync("git", ["-C", folder, ...args], { encoding: "utf8" }).trim();
  git("init", "-q");
  git("-c", "user.name=x", "-c", "user.email=x@example.com", "commit", "-q", "--allow-empty", "-m", "First");
  const commit = git("rev-parse", "HEAD").slice(0, 7);
  expect(revision()).toBe(`1.2.3 (${commit})`);
  git("pack-refs", "--all");
  expect(revision()).toBe(`1.2.3 (${commit})`);
  git("checkout", "-q", "--detach");
  expect(revision()).toBe(`1.2.3 (${commit})`);
});
