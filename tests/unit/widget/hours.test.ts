import { expect, test } from "@playwright/test";
import { followHours, hoursAt, MINUTE_MS, type OpenTimes, whenOpen } from "../../../widget/panel/hours.ts";
import { manualClock } from "../../support/manual-clock.ts";

const at = (time: string) => Date.parse(`${time}Z`);
const minutes = (...times: string[]) => times.map((time) => at(time) / MINUTE_MS);

/** Two days of a site in Berlin in winter, and a Monday after them. */
const TIMES: OpenTimes = {
  turns: minutes(
    "2026-12-03T08:00",
    "2026-12-03T16:00",
    "2026-12-04T08:00",
    "2026-12-04T16:00",
    "2026-12-07T08:00",
    "2026-12-07T16:00",
    "2026-12-29T08:00",
  ),
  offsets: [60, 60, 60, 60],
};

const opensAt = (time: string, offset = 60) => ({ state: "closed", opening: { at: at(time), offset } });

test("a site is open from the minute it opens until the minute it closes", () => {
  expect(hoursAt(TIMES, at("2026-12-03T07:59:59.999"))).toEqual(opensAt("2026-12-03T08:00"));
  expect(hoursAt(TIMES, at("2026-12-03T08:00"))).toEqual({ state: "open" });
  expect(hoursAt(TIMES, at("2026-12-03T15:59:59.999"))).toEqual({ state: "open" });
  expect(hoursAt(TIMES, at("2026-12-03T16:00"))).toEqual(opensAt("2026-12-04T08:00"));
  expect(hoursAt(TIMES, at("2026-12-10T12:00"))).toEqual(opensAt("2026-12-29T08:00"));
});

test("nothing is said after an opening whose closing isn't known, nor where the list was cut", () => {
  expect(hoursAt(TIMES, at("2026-12-29T08:00"))).toEqual({ state: "unknown" });
  const always = { turns: minutes("2026-12-01T00:00", "2026-12-18T00:00"), offsets: [60] };
  expect(hoursAt(always, at("2026-12-17T23:59"))).toEqual({ state: "open" });
  expect(hoursAt(always, at("2026-12-18T00:00"))).toEqual({ state: "unknown" });
});

test("a site that never opens again is closed without a known opening", () => {
  const ended = { turns: TIMES.turns.slice(0, 6), offsets: [60, 60, 60] };
  expect(hoursAt(ended, at("2026-12-08T08:00"))).toEqual({ state: "closed" });
  expect(hoursAt({ turns: [], offsets: [] }, at("2026-12-08T08:00"))).toEqual({ state: "closed" });
});

test("a list with fewer offsets than openings counts in UTC", () => {
  expect(hoursAt({ ...TIMES, offsets: [] }, at("2026-12-03T00:00"))).toEqual(opensAt("2026-12-03T08:00", 0));
});

const inZone = (minutesAhead: number) => () => minutesAhead;
const opening = { at: at("2026-12-08T08:00"), offset: 60 };

test("says today, tomorrow, a weekday within a week, and then a date", () => {
  const dayAt = (now: string) => whenOpen(opening, at(now), inZone(60)).day;
  expect(dayAt("2026-12-08T07:59")).toBe("today");
  // Midnight on the site's clock.
  expect(dayAt("2026-12-07T23:00")).toBe("today");
  expect(dayAt("2026-12-07T22:59")).toBe("tomorrow");
  expect(dayAt("2026-12-06T22:59")).toBe("weekday");
  expect(dayAt("2026-12-01T23:00")).toBe("weekday");
  expect(dayAt("2026-12-01T22:59")).toBe("date");
});

test("says the visitor's own time only if the clocks differ, and names the day if tomorrow isn't the same for both", () => {
  const when = (now: string, own: number) => whenOpen(opening, at(now), inZone(own));
  expect(when("2026-12-07T20:00", 60)).toEqual({ day: "tomorrow", isOtherTime: false, isOtherDay: false });
  expect(when("2026-12-07T12:00", 420)).toEqual({ day: "tomorrow", isOtherTime: true, isOtherDay: false });
  // It's after midnight for the visitor, so the site's tomorrow is their today.
  expect(when("2026-12-07T20:00", 420)).toEqual({ day: "weekday", isOtherTime: true, isOtherDay: false });
  // 9:00 in Berlin is 21:00 of the evening before in Pago Pago.
  expect(when("2026-12-07T20:00", -660)).toEqual({ day: "weekday", isOtherTime: true, isOtherDay: true });
  expect(when("2026-12-08T06:00", 840)).toEqual({ day: "today", isOtherTime: true, isOtherDay: false });
});

test.describe("followHours", () => {
  /** What's shown while a panel is open, and the time on the service's clock when it changed. */
  function open(start: string) {
    const { clock, pass } = manualClock();
    // The device's clock shows anything, and the session has said how far the service's is ahead.
    const skew = at(start) - clock.now();
    const now = () => clock.now() + skew;
    const seen: string[] = [];
    const onLook = () => {
      const { state } = hoursAt(TIMES, now());
      if (!seen.at(-1)?.startsWith(state)) seen.push(`${state} ${new Date(now()).toISOString().slice(5, 16)}`);
    };
    return { look: followHours({ now, onLook, clock }), pass, seen, now };
  }

  test("a panel that's open over an opening and a closing changes at the minute, whatever the device's clock shows", async () => {
    const { pass, seen, now } = open("2026-12-03T07:58:47.123");
    await pass(9 * 60 * MINUTE_MS);
    expect(seen).toEqual(["closed 12-03T07:58", "open 12-03T08:00", "closed 12-03T16:00"]);
    expect(now()).toBe(at("2026-12-03T16:58:47.123"));
  });

  test("a tab that was suspended looks again as soon as it's called", async () => {
    const times = [at("2026-12-03T15:00"), at("2026-12-04T09:00")];
    let current = times[0] ?? 0;
    const states: string[] = [];
    // Its timers never run.
    const clock = { now: () => current, after: () => () => {} };
    const look = followHours({ now: clock.now, onLook: () => states.push(hoursAt(TIMES, current).state), clock });
    current = at("2026-12-03T20:00");
    look();
    current = times[1] ?? 0;
    look();
    expect(states).toEqual(["open", "closed", "open"]);
  });

  test("it stays silent after the last turn", async () => {
    const { pass, seen } = open("2026-12-29T07:59:30");
    await pass(MINUTE_MS);
    expect(seen).toEqual(["closed 12-29T07:59", "unknown 12-29T08:00"]);
  });

  test("has one timer, however often it's called", async () => {
    const { clock, pass } = manualClock();
    let looks = 0;
    const look = followHours({ now: clock.now, onLook: () => looks++, clock });
    for (let call = 0; call < 5; call++) look();
    const before = looks;
    await pass(MINUTE_MS);
    expect(looks - before).toBe(2);
  });
});
