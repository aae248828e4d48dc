import { expect, test } from "@playwright/test";
import { countReplyTimes } from "#lib/desk/reply-times/count.system.ts";
import { addConversations } from "../support/added-messages.ts";
import { query, type ScratchDatabase } from "../support/database.ts";
import { holdTransaction } from "../support/held-transaction.ts";
import { insertRows } from "../support/insert-rows.ts";
import { openOwnDatabase } from "../support/own-database.ts";

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;

let database: ScratchDatabase;
test.beforeEach(async () => {
  database = await openOwnDatabase();
});
test.afterEach(() => database.drop());

const run = (text: string, values: unknown[] = []) => query(database.url, text, values);

/** Creates a site whose visitors got their first replies after so many minutes, and returns its id. */
async function siteWithReplies(name: string, minutes: (number | null)[], daysAgo = 3): Promise<string> {
  const email = `${name}@example.com`;
  const [user] = await insertRows(run, "users", [{ email, email_key: email }]);
  const [workspace] = await insertRows(run, "workspaces", [{ owner_id: user?.id }]);
  const [site] = await insertRows(run, "sites", [
    { workspace_id: workspace?.id, public_key: name, name, accent_color: "#000000" },
  ]);
  const asked = Date.now() - daysAgo * DAY_MINUTES * MINUTE_MS;
  const conversations = minutes.map((after) => [
    { body: "Hello", at: new Date(asked) },
    ...(after === null ? [] : [{ body: "Hi", from: "owner" as const, at: new Date(asked + after * MINUTE_MS) }]),
  ]);
  await addConversations(run, String(site?.id), conversations);
  return String(site?.id);
}

const minutesOf = async (id: string) => {
  const [row] = await run(
    "SELECT reply_minutes AS minutes, reply_counted_at IS NOT NULL AS counted FROM sites WHERE id = $1",
    [id],
  );
  return row?.counted ? row.minutes : "not counted";
};

test("the usual reply time is the median of ten first replies or more, in whole minutes up to a day", async () => {
  const ten = [1, 2, 3, 4, 4.5, 60, 70, 80, 90, 100];
  const sites = {
    nine: await siteWithReplies("nine", [...ten.slice(1), null, null]),
    ten: await siteWithReplies("ten", [...ten, null]),
    instant: await siteWithReplies("instant", Array<number>(10).fill(0)),
    slow: await siteWithReplies("slow", Array<number>(10).fill(DAY_MINUTES + 1)),
    old: await siteWithReplies("old", ten, 15),
    spam: await siteWithReplies("spam", ten),
    tests: await siteWithReplies("tests", ten),
    hidden: await siteWithReplies("hidden", ten),
  };
  const one = "(SELECT id FROM conversations WHERE site_id = $1 LIMIT 1)";
  await run(`UPDATE conversations SET is_spam = true WHERE id = ${one}`, [sites.spam]);
  await run(`UPDATE visitors SET is_test = true WHERE id = (SELECT visitor_id FROM conversations WHERE id = ${one})`, [
    sites.tests,
  ]);
  await run("UPDATE sites SET shows_reply_time = false WHERE id = $1", [sites.hidden]);
  expect(await countReplyTimes()).toBe(7);
  const counted = await Promise.all(Object.values(sites).map(minutesOf));
  expect(Object.fromEntries(Object.keys(sites).map((name, at) => [name, counted[at]]))).toEqual({
    nine: null,
    ten: 5,
    instant: 1,
    slow: null,
    old: null,
    spam: null,
    tests: null,
    hidden: "not counted",
  });
});

test("a site is counted once an hour, however many processes count", async () => {
  const site = await siteWithReplies("shop", Array<number>(10).fill(7));
  const counts = await Promise.all([countReplyTimes(), countReplyTimes(), countReplyTimes()]);
  expect(counts.toSorted()).toEqual([0, 0, 1]);
  await run("UPDATE sites SET reply_counted_at = now() - interval '61 minutes', reply_minutes = 9");
  expect(await countReplyTimes()).toBe(1);
  expect(await minutesOf(site)).toBe(7);
});

const WHOLE_WEEK = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: 0, until: 1_440 }));
const setHours = (id: string, windows: object[], more: object = {}) =>
  insertRows(run, "site_hours", [{ site_id: id, time_zone: "UTC", windows, ...more }]);
/** Hours from so many minutes before the first message three days ago, on each day. */
const around = (before: number, after: number) => {
  const minuteAt = (minutes: number) => {
    const at = new Date(Date.now() + minutes * MINUTE_MS);
    return at.getUTCHours() * 60 + at.getUTCMinutes();
  };
  return WHOLE_WEEK.map(({ day }) => ({ day, from: minuteAt(-before), until: minuteAt(after) || DAY_MINUTES }));
};

test("a site with hours counts only the time in which it was open", async () => {
  const [next, office] = [DAY_MINUTES - 60, around(60, 30)];
  const sites = {
    always: await siteWithReplies("always", Array<number>(10).fill(7)),
    // Asked 30 minutes before closing, and replied to 10 minutes after the next opening.
    overnight: await siteWithReplies("overnight", Array<number>(10).fill(next + 10)),
    // Open for 90 minutes a day: 30 of the first, all of the second and 10 of the third.
    days: await siteWithReplies("days", Array<number>(10).fill(DAY_MINUTES + next + 10)),
    // Nobody was to reply then.
    never: await siteWithReplies("never", Array<number>(10).fill(7)),
    vacation: await siteWithReplies("vacation", [...Array<number>(9).fill(7), DAY_MINUTES + 7, DAY_MINUTES + 7]),
  };
  await setHours(sites.always, WHOLE_WEEK);
  await setHours(sites.overnight, office);
  await setHours(sites.days, office);
  await setHours(sites.never, []);
  const closed = {
    closed_from: new Date(Date.now() - 2.5 * DAY_MINUTES * MINUTE_MS),
    closed_until: "2199-01-01T00:00",
  };
  await setHours(sites.vacation, WHOLE_WEEK, closed);
  expect(await countReplyTimes()).toBe(5);
  const counted = await Promise.all(Object.values(sites).map(minutesOf));
  expect(Object.fromEntries(Object.keys(sites).map((name, at) => [name, counted[at]]))).toEqual({
    always: 7,
    overnight: 40,
    days: null,
    never: null,
    vacation: 7,
  });
  expect(await countReplyTimes()).toBe(0);
});

test("a number isn't stored if its site was claimed again meanwhile", async () => {
  const site = await siteWithReplies("shop", Array<number>(10).fill(7));
  await setHours(site, WHOLE_WEEK);
  // Waits before the result is stored.
  await run(`CREATE FUNCTION hold_result() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF EXISTS (SELECT FROM sites WHERE reply_counted_at IS NOT NULL) THEN PERFORM pg_advisory_xact_lock_shared(7); END IF;
    RETURN NULL;
  END $$`);
  await run(`CREATE TRIGGER hold_result BEFORE UPDATE OF reply_minutes ON sites
    FOR EACH STATEMENT EXECUTE FUNCTION hold_result()`);
  await using held = await holdTransaction(database.url);
  await held.run("SELECT pg_advisory_xact_lock(7)");
  const counting = countReplyTimes();
  await held.untilWaitedFor();
  await run("UPDATE sites SET reply_counted_at = now() + interval '1 second'");
  await held.end("COMMIT");
  await counting;
  expect(await minutesOf(site)).toBeNull();
  await run("UPDATE sites SET reply_counted_at = NULL");
  const counts = await Promise.all([countReplyTimes(), countReplyTimes(), countReplyTimes()]);
  expect(counts.toSorted()).toEqual([0, 0, 1]);
  expect(await minutesOf(site)).toBe(7);
});
