import { expect, test } from "@playwright/test";
import { sendAwayTexts } from "#lib/desk/away-texts/send.system.ts";
import { storeAwayText } from "#lib/desk/away-texts/statements.ts";
import { queryPrepared } from "#platform/database/database.ts";
import { newId } from "#platform/new-id.ts";
import { addMessages } from "../support/added-messages.ts";
import { CLOSED, closedSite, TEXT, textsOf } from "../support/closed-site.ts";
import { query, type ScratchDatabase } from "../support/database.ts";
import { holdTransaction } from "../support/held-transaction.ts";
import type { Run } from "../support/insert-rows.ts";
import { openOwnDatabase } from "../support/own-database.ts";
import { startJobs } from "../support/start-jobs.ts";

/*
 * The away text against whatever happens at the same time, which transactions of the tests hold open.
 */

const MANY = 150;

let database: ScratchDatabase;
test.beforeEach(async () => {
  database = await openOwnDatabase();
});
test.afterEach(() => database.drop());

const run: Run = (text, values = []) => query(database.url, text, values);

/** Stores the text in a conversation that was found before something happened. */
const store = (id: string, siteId: string) =>
  queryPrepared(storeAwayText(id, { id: newId(), sender: { type: "automatic", id: siteId }, files: [] }));

const add = (held: Run, id: string, from: "visitor" | "owner") => addMessages(held, { [id]: [{ body: "Late", from }] });

const MEANWHILE: [what: string, change: (held: Run, id: string) => Promise<unknown>, after: string[]][] = [
  ["a person's reply", (held, id) => add(held, id, "owner"), []],
  ["a close", (held) => held("UPDATE conversations SET status = 'closed'"), []],
  ["a block", (held) => held("UPDATE conversations SET waiting_since = NULL, waiting_seq = NULL"), []],
  ["another message of the visitor's", (held, id) => add(held, id, "visitor"), [TEXT]],
  ["hours that open the site", (held) => held("UPDATE site_hours SET closed_since = NULL, turns_at = NULL"), []],
  ["hours that close it just now", (held) => held("UPDATE site_hours SET closed_since = clock_timestamp()"), []],
  ["hours that keep it closed", (held) => held(`UPDATE site_hours SET ${CLOSED}`), [TEXT]],
  ["another text", (held) => held("UPDATE sites SET away_text = 'New', away_text_at = clock_timestamp()"), []],
  ["another name of the site", (held) => held("UPDATE sites SET name = 'New'"), [TEXT]],
];
for (const [what, change, after] of MEANWHILE) {
  test(`${what} that's under way is waited for by no one, and decides once it's committed`, async () => {
    const { siteId, writeOne } = await closedSite(run);
    const id = await writeOne();
    await using held = await holdTransaction(database.url);
    await change(held.run, id);
    // It neither sends a text nor waits.
    await sendAwayTexts();
    expect(await textsOf(run, id)).toEqual([]);
    await held.end("COMMIT");
    await store(id, siteId);
    expect(await textsOf(run, id), "found before").toEqual(after);
    await sendAwayTexts();
    expect(await textsOf(run, id)).toEqual(after);
  });

  test(`${what} that's rolled back hides the text for as long as it was under way`, async () => {
    const { writeOne } = await closedSite(run);
    const id = await writeOne();
    await using held = await holdTransaction(database.url);
    await change(held.run, id);
    await sendAwayTexts();
    await held.end("ROLLBACK");
    await sendAwayTexts();
    expect(await textsOf(run, id)).toEqual([TEXT]);
  });
}

test("a reply that's committed between the statement's snapshot and its locks keeps the text from being sent", async () => {
  const { siteId, writeOne } = await closedSite(run);
  const id = await writeOne();
  // The statement sleeps while it reads the hours, after its snapshot and before it locks anything.
  await run("ALTER TABLE site_hours RENAME TO kept_hours");
  await run(`CREATE FUNCTION slowly() RETURNS boolean LANGUAGE sql VOLATILE AS 'SELECT pg_sleep(1) IS NOT NULL'`);
  await run("CREATE VIEW site_hours AS SELECT * FROM kept_hours WHERE slowly()");
  const storing = store(id, siteId);
  const isAsleep = async () =>
    (await run("SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'")).length;
  await expect.poll(isAsleep, { intervals: [20] }).toBe(1);
  await add(run, id, "owner");
  await add(run, id, "visitor");
  expect(await storing).toEqual([]);
  expect(await textsOf(run, id)).toEqual([]);
});

test("several processes send each conversation one text", async () => {
  test.setTimeout(90_000);
  const { write } = await closedSite(run);
  await using processes = new AsyncDisposableStack();
  for (const _ of ["first", "second", "third"])
    processes.use(await startJobs({ DATABASE_URL: database.url, BASE_URL: "http://localhost" }));
  await write(...Array.from({ length: MANY }, () => 1));
  await Promise.all([sendAwayTexts(), sendAwayTexts()]);
  const counts = async () =>
    (
      await run(`SELECT count(*)::int AS texts, count(DISTINCT conversation_id)::int AS conversations,
        max(seq)::int AS seq FROM messages WHERE sender_type = 'automatic'`)
    )[0];
  const all = { texts: MANY, conversations: MANY, seq: 2 };
  await expect.poll(counts, { timeout: 30_000 }).toEqual(all);
  // Each process looks once more.
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  expect(await counts()).toEqual(all);
});
