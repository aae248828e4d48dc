import { expect, test } from "@playwright/test";
import { openNow } from "../../../widget/loader/open-now.ts";
import { hoursAt, MINUTE_MS } from "../../../widget/panel/hours.ts";

const DAY_MS = 86_400_000;
const DAY = Date.parse("2026-12-03T00:00Z") / DAY_MS;
const at = (hours: number) => DAY * DAY_MS + hours * 60 * MINUTE_MS;
const minutes = (hours: readonly number[]) => hours.map((hour) => at(hour) / MINUTE_MS);
const TURNS = minutes([8, 16, 32, 40]);

/** Runs something at a moment of the device's clock. */
function atTime<T>(moment: number, run: () => T): T {
  const { now } = Date;
  Date.now = () => moment;
  try {
    return run();
  } finally {
    Date.now = now;
  }
}

const WORDS = { 1: "open", 0: "closed" };

test("the button and the chat know the same of a site's hours, also where the list ends or was cut", () => {
  const lists = [TURNS, TURNS.slice(0, 3), minutes([0, 48]), minutes([-8, 4, 8]), []];
  for (const turns of lists) {
    const isOpen = atTime(at(1), () => openNow({ key: "", base: "", css: "", icon: "", turns, day: DAY }));
    for (let hour = -24; hour < 96; hour += 0.25) {
      const state = WORDS[atTime(at(hour), isOpen) as 0 | 1] ?? "unknown";
      expect(state, `${turns} at ${hour}`).toBe(hoursAt({ turns, offsets: [] }, at(hour)).state);
    }
  }
});

test("a device's clock that's more than a day off says nothing, and a page that stays open goes on knowing", () => {
  const site = { key: "", base: "", css: "", icon: "", turns: TURNS, day: DAY };
  for (const hour of [-25, 49])
    expect(
      atTime(at(hour), () => openNow(site)()),
      String(hour),
    ).toBeUndefined();
  for (const hour of [-23, 47])
    expect(
      atTime(at(hour), () => openNow(site)()),
      String(hour),
    ).toBe(0);
  const isOpen = atTime(at(12), () => openNow(site));
  expect(atTime(at(100), isOpen)).toBe(0);
});
