import { expect, test } from "@playwright/test";
import { createAlertSound, isQuiet, REPEAT_MS } from "#components/notification/alert-sound.ts";
import type { NotificationSettingsJson } from "#lib/team/notification-settings/schema.ts";
import { conversationRow } from "../../support/conversation-row.ts";
import { manualClock } from "../../support/manual-clock.ts";

const SETTLED_MS = 1_000;
type Turn = "ours" | "another tab's" | "none";

function listen(given: Partial<NotificationSettingsJson> = {}, turn: Turn = "ours") {
  const { clock, pass } = manualClock();
  const rows = new Map(["a", "b"].map((id) => [id, conversationRow({ id, unreadCount: 1 })]));
  const played: string[] = [];
  const { hear } = createAlertSound({
    settings: { sound: "soft", repeatSound: false, quietHours: null, ...given },
    known: () => rows,
    play: (name) => played.push(name),
    whoseTurn: async () => turn,
    onBlocked: () => played.push("blocked"),
    clock,
  });
  const change = (id: string, row: Partial<ReturnType<typeof conversationRow>>) =>
    rows.set(id, conversationRow({ id, unreadCount: 1, ...row }));
  return { hear, pass, played, change };
}

test("a new message sounds once, and a burst no sooner again than after five seconds", async () => {
  const { hear, pass, played } = listen();
  hear(["a"]);
  await pass(SETTLED_MS);
  expect(played).toEqual(["soft"]);
  hear(["a"]);
  hear(["b"]);
  await pass(SETTLED_MS);
  expect(played).toEqual(["soft"]);
  await pass(10 * REPEAT_MS);
  expect(played).toEqual(["soft", "soft"]);
});

test("no message sounds that was read at once, or whose conversation is closed, snoozed or spam", async () => {
  for (const done of [{ unreadCount: 0 }, { status: "closed" }, { snoozed: true }, { spam: true }] as const) {
    const { hear, pass, played, change } = listen({ repeatSound: true });
    hear(["a"]);
    change("a", done);
    await pass(2 * REPEAT_MS);
    expect(played).toEqual([]);
  }
});

test("the sound repeats until the last message is read, if that's chosen", async () => {
  const { hear, pass, played, change } = listen({ sound: "knock", repeatSound: true });
  hear(["a", "b"]);
  await pass(SETTLED_MS + 2 * REPEAT_MS);
  expect(played).toEqual(["knock", "knock", "knock"]);
  change("a", { unreadCount: 0 });
  await pass(REPEAT_MS);
  expect(played).toHaveLength(4);
  change("b", { unreadCount: 0 });
  await pass(10 * REPEAT_MS);
  expect(played).toHaveLength(4);
});

test("a tab is silent while another one plays, and reports if none may", async () => {
  const other = listen({}, "another tab's");
  other.hear(["a"]);
  await other.pass(SETTLED_MS);
  expect(other.played).toEqual([]);
  const none = listen({}, "none");
  none.hear(["a"]);
  await none.pass(SETTLED_MS);
  expect(none.played).toEqual(["blocked"]);
});

test("nothing sounds within quiet hours, and what repeats sounds after them", async () => {
  // The clock starts at 08:00:00 UTC.
  const { hear, pass, played } = listen({
    repeatSound: true,
    quietHours: { from: "22:00", until: "08:01", timeZone: "UTC" },
  });
  hear(["a"]);
  await pass(50_000);
  expect(played).toEqual([]);
  await pass(REPEAT_MS);
  expect(played).toEqual(["soft"]);
});

test("quiet hours are in their time zone, and may go over midnight", () => {
  const night = { from: "22:00", until: "07:00", timeZone: "Europe/Berlin" };
  const at = (time: string) => isQuiet(night, new Date(`2026-11-23T${time}Z`));
  expect(["20:59", "21:00", "05:59", "06:00"].map(at)).toEqual([false, true, true, false]);
  const noon = { ...night, from: "12:00", until: "13:00" };
  expect(isQuiet(noon, new Date("2026-11-23T11:30Z"))).toBe(true);
  expect(isQuiet(noon, new Date("2026-11-23T12:00Z"))).toBe(false);
});
