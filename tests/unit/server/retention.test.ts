import { expect, test } from "@playwright/test";
import { backupName, momentOf } from "../../../server/backup/backup-name.ts";
import { superfluous } from "../../../server/backup/retention.ts";

const at = (text: string) => ({ moment: new Date(text) });
const textOf = ({ moment }: { moment: Date }) => moment.toISOString().slice(0, 10);
const nights = (from: string, count: number) =>
  Array.from({ length: count }, (_, night) => ({
    moment: new Date(Date.parse(`${from}T03:15:00Z`) + night * 86_400_000),
  }));
const USUAL = { daily: 7, weekly: 4, monthly: 6 };

function keptOf(backups: { moment: Date }[], retention = USUAL): string[] {
  const gone = new Set(superfluous(backups, retention));
  return backups.filter((one) => !gone.has(one)).map(textOf);
}

test("of a year of nightly backups, those of seven days, four weeks and six months are left", () => {
  expect(keptOf(nights("2026-01-01", 333))).toEqual([
    "2026-06-30",
    "2026-07-31",
    "2026-08-31",
    "2026-09-30",
    "2026-10-31",
    // A Sunday of each week.
    "2026-11-08",
    "2026-11-15",
    "2026-11-22",
    "2026-11-23",
    "2026-11-24",
    "2026-11-25",
    "2026-11-26",
    "2026-11-27",
    "2026-11-28",
    "2026-11-29",
  ]);
});

test("removing each night what's superfluous leaves the same in the end", () => {
  let there: { moment: Date }[] = [];
  for (const night of nights("2026-01-01", 333)) {
    there.push(night);
    const gone = new Set(superfluous(there, USUAL));
    there = there.filter((one) => !gone.has(one));
  }
  expect(there.map(textOf)).toEqual(keptOf(nights("2026-01-01", 333)));
});

test("days without a backup don't count, so what a stopped service has is kept", () => {
  const old = nights("2026-03-01", 7);
  expect(superfluous([...old, at("2026-11-29T03:15:00Z")], { daily: 8, weekly: 1, monthly: 1 })).toEqual([]);
});

test("several of a day leave the last one, and the newest is kept whatever the settings", () => {
  const day = [at("2026-11-29T01:00:00Z"), at("2026-11-29T23:00:00Z"), at("2026-11-29T03:00:00Z")];
  expect(superfluous(day, USUAL)).toEqual([day[2], day[0]]);
  expect(superfluous(day, { daily: 0, weekly: 0, monthly: 0 })).toEqual([day[2], day[0]]);
  expect(superfluous([], USUAL)).toEqual([]);
});

test("a backup's name shows its moment and its service, and no other name does", () => {
  const moment = new Date("2026-11-29T03:15:07Z");
  const name = backupName("[::1]:3000", moment);
  expect(name).toBe("site-inbox--1-3000-2026-11-29T03-15-07Z.backup");
  expect(momentOf(name)).toEqual(moment);
  expect(momentOf(name, "[::1]:3000")).toEqual(moment);
  expect(momentOf(name, "inbox.example.com")).toBeNull();
  for (const other of [
    "site-inbox-a.example-2026-11-29T03-15-07Z.backup.12.unfinished",
    "site-inbox-a.example-2026-13-29T03-15-07Z.backup",
    "my-site-inbox-a.example-2026-11-29T03-15-07Z.backup",
    "site-inbox-2026-11-29T03-15-07Z.backup",
    "1.backup",
  ])
    expect(momentOf(other), other).toBeNull();
});
