import { expect, test } from "@playwright/test";
import { countReplyTimes } from "#lib/desk/reply-times/count.system.ts";
import { addConversations } from "../support/added-messages.ts";
import { query, type ScratchDatabase } from "../support/database.ts";
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
