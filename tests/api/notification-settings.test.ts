import { expect, test } from "@playwright/test";
import { EscalationResponse, NotificationSettingsResponse } from "#lib/team/notification-settings/schema.ts";
import { ask, refuseFields } from "../support/api-client.ts";
import { newOwnerWithSite } from "../support/factories.ts";
import { sql } from "../support/stored-rows.ts";

const PATH = "/account/notifications";

test("quiet hours are two times of a day in a known time zone, stay if nothing is named, and end with null", async () => {
  const { owner } = await newOwnerWithSite();
  const { token } = owner;
  const patch = async (body: object) =>
    (await ask(NotificationSettingsResponse, 200, "PATCH", PATH, { token, body })).notifications.quietHours;
  const quietHours = { from: "22:30", until: "07:05", timeZone: "Europe/Berlin" };
  expect(await patch({})).toBeNull();
  expect(await patch({ quietHours })).toEqual(quietHours);
  expect(await patch({})).toEqual(quietHours);
  const [row] = await sql("SELECT quiet_from, quiet_until, time_zone FROM users WHERE id = $1", [owner.user.id]);
  expect(row).toEqual({ quiet_from: 1_350, quiet_until: 425, time_zone: "Europe/Berlin" });
  for (const timeZone of ["UTC+5", "Etc/Unknown", "Mars/Olympus", "+01:00", "", "US/Pacific-New"]) {
    const body = { quietHours: { ...quietHours, timeZone } };
    await refuseFields(["quietHours.timeZone"], "PATCH", PATH, { token, body });
  }
  for (const timeZone of ["Etc/GMT+5", "Asia/Calcutta", "Europe/Kyiv"]) {
    expect(await patch({ quietHours: { ...quietHours, timeZone } })).toMatchObject({ timeZone });
  }
  // PostgreSQL knows these as fixed offsets, without daylight saving time.
  for (const [timeZone, stored] of [
    ["GMT", "UTC"],
    ["EST5EDT", "America/New_York"],
    ["CET", "Europe/Brussels"],
  ]) {
    expect(await patch({ quietHours: { ...quietHours, timeZone } })).toMatchObject({ timeZone: stored });
  }
  const body = { quietHours: { ...quietHours, from: "24:00", until: "7:05" } };
  await refuseFields(["quietHours.from", "quietHours.until"], "PATCH", PATH, { token, body });
  const same = { quietHours: { ...quietHours, until: quietHours.from } };
  await refuseFields(["quietHours.until"], "PATCH", PATH, { token, body: same });
  expect(await patch({ quietHours: null })).toBeNull();
});

test("the sound of a new message is off at first, and changed without the rest", async () => {
  const { token } = (await newOwnerWithSite()).owner;
  const get = async () => (await ask(NotificationSettingsResponse, 200, "GET", PATH, { token })).notifications;
  const patch = async (body: object) =>
    (await ask(NotificationSettingsResponse, 200, "PATCH", PATH, { token, body })).notifications;
  expect(await get()).toEqual({ quietHours: null, sound: "none", repeatSound: false });
  const quietHours = { from: "22:00", until: "07:00", timeZone: "UTC" };
  await patch({ quietHours });
  expect(await patch({ sound: "knock", repeatSound: true })).toEqual({ quietHours, sound: "knock", repeatSound: true });
  expect(await patch({ repeatSound: false })).toEqual({ quietHours, sound: "knock", repeatSound: false });
  const body = { sound: "loud", repeatSound: "yes" };
  await refuseFields(["sound", "repeatSound"], "PATCH", PATH, { token, body });
  expect(await get()).toEqual({ quietHours, sound: "knock", repeatSound: false });
});

test("a site escalates after five minutes, after as many as its owner chooses, or never", async () => {
  const { owner, site } = await newOwnerWithSite();
  const { token } = owner;
  const path = `/sites/${site.id}/escalation`;
  const patch = (minutes: number | null) => ask(EscalationResponse, 200, "PATCH", path, { token, body: { minutes } });
  expect(await ask(EscalationResponse, 200, "GET", path, { token })).toEqual({ escalation: { minutes: 5 } });
  for (const minutes of [1, 240, null]) expect(await patch(minutes)).toEqual({ escalation: { minutes } });
  for (const minutes of [0, 241, 1.5, "5"]) {
    await refuseFields(["minutes"], "PATCH", path, { token, body: { minutes } });
  }
});
