import { expect, test } from "@playwright/test";
import { HoursResponse, PreviewHoursResponse, PutHoursResponse } from "#lib/sites/hours/schema.ts";
import { turnSites } from "#lib/sites/hours/turn.system.ts";
import { ask, askNothing, refuse, refuseFields } from "../support/api-client.ts";
import { query } from "../support/database.ts";
import { testEnvironment } from "../support/environment.ts";
import { newOwnerWithSite, type Owner, openWidget, start } from "../support/factories.ts";
import { holdTransaction } from "../support/held-transaction.ts";
import { insertRows } from "../support/insert-rows.ts";
import { openOwnDatabase } from "../support/own-database.ts";
import { sql } from "../support/stored-rows.ts";
import { newTeam } from "../support/team.ts";

const DAYS = [1, 2, 3, 4, 5, 6, 7];
const ALWAYS = DAYS.map((day) => ({ day, from: 0, until: 1_440 }));
const OFFICE = [1, 2, 3, 4, 5].map((day) => ({ day, from: 540, until: 1_020 }));
const hours = (windows: object[], more: object = {}) => ({ timeZone: "Europe/Berlin", windows, ...more });

const path = ({ id }: { id: string }) => `/sites/${id}/hours`;
const read = async ({ token }: Owner, site: { id: string }) =>
  (await ask(HoursResponse, 200, "GET", path(site), { token })).hours;
const put = async ({ token }: Owner, site: { id: string }, body: object) =>
  (await ask(PutHoursResponse, 200, "PUT", path(site), { token, body })).hours;
const preview = ({ token }: Owner, site: { id: string }, body: object) =>
  ask(PreviewHoursResponse, 200, "POST", `${path(site)}/preview`, { token, body });
const storedOf = async ({ id }: { id: string }) => {
  const [row] = await sql(
    "SELECT closed_since, turns_at, closed_from, closed_until FROM site_hours WHERE site_id = $1",
    [id],
  );
  return row;
};

test("hours are set, read and removed, and a new site has none", async () => {
  const { owner, site } = await newOwnerWithSite();
  expect(await read(owner, site)).toBeUndefined();
  const christmas = { from: "2026-12-24", to: "2026-12-26", name: "Christmas", windows: [] };
  const body = hours(OFFICE, { exceptions: [christmas] });
  const set = await put(owner, site, body);
  expect(set).toMatchObject(body);
  expect(await read(owner, site)).toMatchObject(body);
  await put(owner, site, hours(ALWAYS));
  expect(await read(owner, site)).toEqual({ ...hours(ALWAYS), exceptions: [], open: true });
  await askNothing("DELETE", path(site), { token: owner.token });
  expect(await read(owner, site)).toBeUndefined();
  const activity = await sql("SELECT action, data FROM activity WHERE site_id = $1 AND action = 'site.changed'", [
    site.id,
  ]);
  expect(activity).toEqual(Array(3).fill({ action: "site.changed", data: { fields: ["hours"] } }));
});

test("an agent reads a site's hours and previews others, and only an admin sets them", async () => {
  const { owner, agent, sites } = await newTeam({ sites: 1 });
  const [site] = sites;
  if (!site) throw new Error("the team has no site");
  await put(owner, site, hours(ALWAYS));
  expect(await read(agent, site)).toMatchObject({ open: true });
  expect(await preview(agent, site, hours([]))).toMatchObject({ open: false });
  await refuse("not_permitted", "PUT", path(site), { token: agent.token, body: hours([]) });
  await refuse("not_permitted", "DELETE", path(site), { token: agent.token });
});

test("hours that can't be are refused, each with its field", async () => {
  const { owner, site } = await newOwnerWithSite();
  const refused = (fields: string[], body: object) =>
    refuseFields(fields, "PUT", path(site), { token: owner.token, body });
  await refused(["timeZone"], { ...hours([]), timeZone: "Mars/Olympus" });
  await refused(["timeZone"], { ...hours([]), timeZone: "+05:30" });
  await refused(["windows.0.day"], hours([{ day: 8, from: 0, until: 60 }]));
  await refused(["windows.0.from"], hours([{ day: 1, from: 1_440, until: 60 }]));
  await refused(["windows.0.until"], hours([{ day: 1, from: 0, until: 0 }]));
  await refused(["windows"], hours(Array(43).fill({ day: 1, from: 0, until: 60 })));
  const day = (from: string, to: string, more: object = {}) => ({ from, to, windows: [], ...more });
  await refused(["exceptions.0.from"], hours([], { exceptions: [day("2026-02-30", "2026-03-01")] }));
  await refused(["exceptions.0.to"], hours([], { exceptions: [day("2026-03-02", "2026-03-01")] }));
  const shared = [day("2026-12-24", "2026-12-26"), day("2026-12-26", "2026-12-27")];
  await refused(["exceptions"], hours([], { exceptions: shared }));
  await refused(["exceptions.0.name"], hours([], { exceptions: [day("2026-12-24", "2026-12-24", { name: "a\nb" })] }));
  await refused(["closedUntil"], hours([], { closedUntil: "2027-01-04T09:00Z" }));
  await refused(["closedUntil"], hours([], { closedUntil: "tomorrow" }));
  await refused(["closedUntil"], hours([], { closedUntil: "9999-12-31T23:59" }));
  await refused(["exceptions.0.from"], hours([], { exceptions: [day("1969-12-31", "1970-01-01")] }));
  expect(await read(owner, site)).toBeUndefined();
});

test("closing begins an absence, and hours that stay closed continue it", async () => {
  const { owner, site } = await newOwnerWithSite();
  await put(owner, site, hours(ALWAYS));
  expect(await storedOf(site)).toMatchObject({ closed_since: null });
  const before = Date.now() - 1_000;
  const closed = await put(owner, site, hours([]));
  expect(Date.parse(closed.closedSince ?? "")).toBeGreaterThan(before);
  const still = await put(owner, site, hours([], { timeZone: "Asia/Tokyo" }));
  expect(still.closedSince).toBe(closed.closedSince);
  await put(owner, site, hours(ALWAYS));
  expect(await storedOf(site)).toMatchObject({ closed_since: null });
});

test("closed until holds from now, its end can be moved, and taking it back opens the site", async () => {
  const { owner, site } = await newOwnerWithSite();
  const closed = await put(owner, site, hours(ALWAYS, { timeZone: "UTC", closedUntil: "2199-01-04T09:00" }));
  expect(closed).toMatchObject({ open: false, closedUntil: "2199-01-04T09:00" });
  const first = await storedOf(site);
  expect(first?.closed_from).toEqual(first?.closed_since);
  const soon = new Date(Date.now() + 3_600_000).toISOString().slice(0, 16);
  const moved = await put(owner, site, hours(ALWAYS, { timeZone: "UTC", closedUntil: soon }));
  expect(moved).toMatchObject({ open: false, closedSince: closed.closedSince, nextTurn: `${soon}:00.000Z` });
  expect(await storedOf(site)).toMatchObject({ closed_from: first?.closed_from, turns_at: new Date(`${soon}Z`) });
  const open = await put(owner, site, hours(ALWAYS, { timeZone: "UTC" }));
  expect(open).toEqual({ ...hours(ALWAYS), timeZone: "UTC", exceptions: [], open: true });
  // Reply times are still measured without it.
  expect(await storedOf(site)).toMatchObject({ closed_from: first?.closed_from, closed_since: null });
});

test("the preview has seven days as they'll be, and whether the site would be open", async () => {
  const { owner, site } = await newOwnerWithSite();
  const night = { day: 5, from: 1_320, until: 360 };
  const exceptions = [{ from: "2026-12-25", to: "2026-12-25", name: "Christmas", windows: [] }];
  const body = { ...hours([...OFFICE, night]), exceptions, at: "2026-12-23T12:00" };
  const shown = await preview(owner, site, body);
  expect(shown.days).toEqual([
    { date: "2026-12-23", windows: [{ from: 540, until: 1_020 }] },
    { date: "2026-12-24", windows: [{ from: 540, until: 1_020 }] },
    { date: "2026-12-25", name: "Christmas", windows: [] },
    { date: "2026-12-26", windows: [] },
    { date: "2026-12-27", windows: [] },
    { date: "2026-12-28", windows: [{ from: 540, until: 1_020 }] },
    { date: "2026-12-29", windows: [{ from: 540, until: 1_020 }] },
  ]);
  expect(shown).toMatchObject({ open: true, nextTurn: "2026-12-23T16:00:00.000Z" });
  const spring = await preview(owner, site, { ...hours([night, ...ALWAYS.slice(5)]), at: "2027-03-26T12:00" });
  expect(spring.days.slice(0, 3)).toEqual([
    // Open from Friday evening to the end of Sunday.
    { date: "2027-03-26", windows: [{ from: 1_320, until: 1_440 }] },
    { date: "2027-03-27", windows: [{ from: 0, until: 1_440 }] },
    { date: "2027-03-28", windows: [{ from: 0, until: 1_440 }], clockChange: { at: 120, by: 60 } },
  ]);
  const autumn = await preview(owner, site, { ...hours([{ ...night, day: 6 }]), at: "2026-10-24T12:00" });
  expect(autumn.days.slice(0, 2)).toEqual([
    { date: "2026-10-24", windows: [{ from: 1_320, until: 1_800 }] },
    { date: "2026-10-25", windows: [], clockChange: { at: 180, by: -60 } },
  ]);
  const skipped = { timeZone: "America/Santiago", windows: ALWAYS.slice(6), at: "2026-09-06T12:00" };
  expect((await preview(owner, site, skipped)).days[0]).toEqual({
    date: "2026-09-06",
    windows: [{ from: 60, until: 1_440 }],
    clockChange: { at: 0, by: 60 },
  });
  expect(await read(owner, site)).toBeUndefined();
});

test("the preview of the first and the last moments that can be asked about is like any other", async () => {
  const { owner, site } = await newOwnerWithSite();
  const days = async (at: string) => (await preview(owner, site, hours(OFFICE, { at }))).days.map(({ date }) => date);
  expect((await days("1970-01-01T00:00"))[0]).toBe("1970-01-01");
  expect((await days("2999-12-31T23:59")).slice(0, 2)).toEqual(["2999-12-31", "3000-01-01"]);
  const body = hours(OFFICE, { at: "3000-01-01T00:00" });
  await refuseFields(["at"], "POST", `${path(site)}/preview`, { token: owner.token, body });
});

test("hours that can't be computed leave the widget as it is without any", async () => {
  const { owner, site } = await newOwnerWithSite();
  await put(owner, site, hours(OFFICE));
  await sql("UPDATE site_hours SET time_zone = 'Mars/X', updated_at = now() WHERE site_id = $1", [site.id]);
  const frame = await fetch(`${testEnvironment.baseUrl}/widget/frame?site=${site.publicKey}`);
  expect(frame.status).toBe(200);
  expect(await frame.text()).not.toContain("&quot;turns&quot;");
  const visitor = await openWidget(site);
  expect(visitor.site).not.toHaveProperty("openTimes");
  await start(visitor, "Hello");
});

test("of two changes of hours at once, the second continues what the first has stored", async () => {
  const { owner, site } = await newOwnerWithSite();
  await put(owner, site, hours(ALWAYS));
  await using held = await holdTransaction();
  await held.run("SELECT id FROM sites WHERE id = $1 FOR NO KEY UPDATE", [site.id]);
  const waiting = put(owner, site, hours([]));
  await held.untilWaitedFor();
  await held.run("UPDATE site_hours SET closed_since = '2026-01-01T00:00:00Z', turns_at = NULL WHERE site_id = $1", [
    site.id,
  ]);
  await held.end("COMMIT");
  expect((await waiting).closedSince).toBe("2026-01-01T00:00:00.000Z");
});

test("the service closes a site at its closing and opens it at its opening, however late it is", async () => {
  await using database = await openOwnDatabase();
  const run = (text: string, values: unknown[] = []) => query(database.url, text, values);
  const [user] = await insertRows(run, "users", [{ email: "a@example.com", email_key: "a@example.com" }]);
  const [workspace] = await insertRows(run, "workspaces", [{ owner_id: user?.id }]);
  const place = { workspace_id: workspace?.id, name: "Shop", accent_color: "#000000" };
  const siteIds = await insertRows(
    run,
    "sites",
    ["open", "closed", "missed", "broken", "later"].map((name) => ({ ...place, public_key: name })),
  );
  const [open, closed, missed, broken, later] = siteIds.map(({ id }) => id);
  const now = Date.now();
  const at = (minutes: number) => new Date(Math.floor(now / 60_000 + minutes) * 60_000);
  const minute = (minutes: number) => {
    const time = at(minutes);
    return { day: time.getUTCDay() || 7, minute: time.getUTCHours() * 60 + time.getUTCMinutes() };
  };
  const window = (from: number, until: number) => {
    const [opens, closes] = [minute(from), minute(until)];
    return { day: opens.day, from: opens.minute, until: closes.minute || 1_440 };
  };
  const row = (site_id: unknown, windows: object[], more: object) => ({
    site_id,
    time_zone: "UTC",
    windows,
    turns_at: at(-5),
    ...more,
  });
  const absence = at(-3_000);
  await insertRows(run, "site_hours", [
    row(open, [window(-5, 60)], { closed_since: absence }),
    row(closed, [window(-60, -5)], {}),
    // Two turns came while no process ran.
    row(missed, [window(-60, -5), window(-120, -90)], { closed_since: absence, turns_at: at(-120) }),
    row(broken, [window(-60, -5)], { time_zone: "Mars/Olympus", closed_since: absence }),
    row(later, [], { closed_since: absence, turns_at: at(5) }),
  ]);
  await Promise.all([turnSites(), turnSites()]);
  const rows = await run("SELECT site_id, closed_since, turns_at FROM site_hours");
  const turned = (id: unknown) => rows.find(({ site_id }) => site_id === id);
  expect(turned(open)).toMatchObject({ closed_since: null, turns_at: at(60) });
  expect(turned(closed)).toMatchObject({ closed_since: at(-5), turns_at: at(7 * 1_440 - 60) });
  expect(turned(missed)).toMatchObject({ closed_since: at(-5) });
  // Its zone isn't known any longer.
  expect(turned(broken)).toMatchObject({ closed_since: null });
  expect(turned(later)).toMatchObject({ closed_since: absence, turns_at: at(5) });
});
