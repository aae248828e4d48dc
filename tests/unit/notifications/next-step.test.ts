import { expect, test } from "@playwright/test";
import { nextStep } from "#lib/notify/notifications/next-step.ts";

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 22, 21, minutes));
const ALERT: Parameters<typeof nextStep>[0] = {
  since: at(0),
  level: 0,
  endedBy: null,
  dueAt: at(5),
  hasNew: false,
  minutes: 5,
  hasChannel: true,
  hasBackup: true,
  summaryAt: null,
};
const next = (change: Partial<typeof ALERT>) => nextStep({ ...ALERT, ...change });

test("an unread conversation goes to backup channels next, then to everyone, then to no one", () => {
  expect(next({})).toEqual({ at: at(5), what: "backup" });
  expect(next({ hasBackup: false })).toEqual({ at: at(10), what: "everyone" });
  expect(next({ level: 1 })).toEqual({ at: at(10), what: "everyone" });
  expect(next({ level: 2, dueAt: null })).toBeNull();
  expect(next({ level: 2, dueAt: at(12), hasNew: true })).toEqual({ at: at(12), what: "send" });
});

test("nothing follows once it's read, without escalation, or if no one has a channel", () => {
  expect(next({ endedBy: "read", dueAt: null })).toBeNull();
  expect(next({ endedBy: "read", dueAt: at(1), hasNew: true })).toEqual({ at: at(1), what: "send" });
  expect(next({ minutes: null })).toBeNull();
  expect(next({ hasChannel: false, hasBackup: false })).toBeNull();
  expect(next({ since: null, dueAt: null })).toBeNull();
});

test("what's planned next and a summary come before what escalates", () => {
  expect(next({ hasNew: true, dueAt: at(1) })).toEqual({ at: at(1), what: "send" });
  expect(next({ summaryAt: at(30), since: at(30) })).toEqual({ at: at(30), what: "summary" });
});
