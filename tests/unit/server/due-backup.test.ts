import { expect, test } from "@playwright/test";
import { type BackupsSoFar, isDue, lastScheduled } from "../../../server/backup/due-backup.ts";

const AT = "03:15";
const none: BackupsSoFar = {
  now: new Date("2026-11-29T12:00:00Z"),
  goodAt: null,
  failures: 0,
  failedAt: null,
  failure: null,
  isRunning: false,
};
const failed = (failures: number, minutesAgo: number, failure = "the disk is full"): BackupsSoFar => ({
  ...none,
  failures,
  failedAt: new Date(none.now.getTime() - minutesAgo * 60_000),
  failure,
});

test("the last scheduled time is today's, or yesterday's before it", () => {
  expect(lastScheduled(new Date("2026-11-29T03:15:00Z"), AT)).toEqual(new Date("2026-11-29T03:15:00Z"));
  expect(lastScheduled(new Date("2026-11-29T03:14:59Z"), AT)).toEqual(new Date("2026-11-28T03:15:00Z"));
  expect(lastScheduled(new Date("2026-03-01T00:00:00Z"), AT)).toEqual(new Date("2026-02-28T03:15:00Z"));
});

const CASES: [string, BackupsSoFar, boolean][] = [
  ["the first one", none, true],
  ["one since the scheduled time", { ...none, goodAt: new Date("2026-11-29T03:20:00Z") }, false],
  ["one from before it", { ...none, goodAt: new Date("2026-11-28T23:00:00Z") }, true],
  ["while one is running", { ...none, isRunning: true }, false],
  ["half an hour after a failure", failed(1, 30), false],
  ["an hour after a failure", failed(1, 60), true],
  ["an hour after the second failure", failed(2, 60), false],
  ["two hours after the second failure", failed(2, 120), true],
  ["seven hours after the ninth failure", failed(9, 420), false],
  ["eight hours after the ninth failure", failed(9, 480), true],
  ["five minutes after a restart interrupted it", failed(3, 5, "interrupted"), false],
  ["ten minutes after a restart interrupted it", failed(3, 10, "interrupted"), true],
];
for (const [name, soFar, expected] of CASES) {
  test(`a backup ${expected ? "is" : "isn't"} due: ${name}`, () => {
    expect(isDue(soFar, AT)).toBe(expected);
  });
}
