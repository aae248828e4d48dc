import { expect, test } from "@playwright/test";
import { mintVisitorScope } from "#lib/base/access/scopes.ts";
import { closeIdleConversations } from "#lib/desk/auto-close/close.system.ts";
import { sendVisitorMessage } from "#lib/desk/messages/commands.ts";
import { query, type ScratchDatabase } from "../support/database.ts";
import { newPerson } from "../support/factories.ts";
import { holdTransaction } from "../support/held-transaction.ts";
import { newIdleSite } from "../support/idle-conversations.ts";
import { openOwnDatabase } from "../support/own-database.ts";

/*
 * Automatic closing against what happens to a conversation at the same moment. On a database of its own, in this process.
 */

const LOCK = 7;

let database: ScratchDatabase;
test.beforeEach(async () => {
  database = await openOwnDatabase();
});
test.afterEach(() => database.drop());

const run = (text: string, values: unknown[] = []) => query(database.url, text, values);
const newIdle = async () => newIdleSite(run, (await newPerson(run)).user.id);

const MESSAGE = `last_seq = last_seq + 1, last_message_at = clock_timestamp(), last_message_preview = 'x', updated_at = clock_timestamp()`;

const CHANGES: [what: string, change: string][] = [
  [
    "a visitor's message",
    `${MESSAGE}, owner_unread_count = owner_unread_count + 1, visitor_read_seq = last_seq + 1, visitor_unread_count = 0`,
  ],
  [
    "a reply",
    `${MESSAGE}, owner_read_seq = last_seq + 1, owner_unread_count = 0, visitor_unread_count = visitor_unread_count + 1`,
  ],
  ["a snooze", "snoozed_at = now(), snoozed_until = now() + interval '1 day', changed_via = 'session'"],
  ["a star", "is_starred = true"],
  ["a note", "note_seq = 1, idle_since = now()"],
  ["an assignment", "assignee_id = gen_random_uuid(), changed_via = 'session'"],
  ["spam", "is_spam = true, changed_via = 'session'"],
];

for (const [what, change] of CHANGES) {
  test(`${what} that's committed after the closing statement began, before its lock, keeps the conversation open`, async () => {
    const { id } = await newIdle();
    // The statement has its snapshot when it calls this, and no lock yet.
    await run(`CREATE OR REPLACE FUNCTION period_of(moment timestamptz) RETURNS timestamptz LANGUAGE plpgsql IMMUTABLE STRICT AS $$ BEGIN
      PERFORM pg_advisory_lock_shared(${LOCK});
      PERFORM pg_advisory_unlock_shared(${LOCK});
      RETURN date_bin('15 minutes', moment, '2000-01-01T00:00:00Z');
    END $$`);
    await using held = await holdTransaction(database.url);
    await held.run(`SELECT pg_advisory_lock(${LOCK})`);
    const closing = closeIdleConversations();
    await held.untilWaitedFor();
    await held.run(`UPDATE conversations SET ${change} WHERE id = $1`, [id]);
    await held.end("COMMIT");
    await held.run(`SELECT pg_advisory_unlock(${LOCK})`);
    await closing;
    expect(await run("SELECT status FROM conversations")).toEqual([{ status: "open" }]);
  });

  test(`${what} that isn't committed yet isn't waited for, and keeps the conversation open`, async () => {
    const { id } = await newIdle();
    await using held = await holdTransaction(database.url);
    await held.run(`UPDATE conversations SET ${change} WHERE id = $1`, [id]);
    expect(await closeIdleConversations()).toBe(1);
    await held.end("COMMIT");
    await run("UPDATE sites SET auto_closed_at = NULL");
    expect(await closeIdleConversations()).toBe(1);
    expect(await run("SELECT status FROM conversations")).toEqual([{ status: "open" }]);
  });
}

test("a visitor's message that waits for the close is stored after it, and reopens", async () => {
  const { id, siteId, visitorId } = await newIdle();
  await run(`CREATE FUNCTION hold_close() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM pg_advisory_xact_lock_shared(${LOCK});
    RETURN NULL;
  END $$`);
  await run(`CREATE TRIGGER hold_close AFTER UPDATE ON conversations FOR EACH ROW
    WHEN (NEW.status = 'closed') EXECUTE FUNCTION hold_close()`);
  await using held = await holdTransaction(database.url);
  await held.run(`SELECT pg_advisory_xact_lock(${LOCK})`);
  const closing = closeIdleConversations();
  await held.untilWaitedFor();
  const input = { message: "One more thing", name: null, email: null };
  const place = { siteId, visitorId, siteKey: "", externalId: null, isVerified: false, tokenEndsAt: null };
  const sending = sendVisitorMessage(mintVisitorScope(place), id, input);
  await held.untilWaitedFor(2);
  await held.end("COMMIT");
  await closing;
  expect(await sending).toMatchObject({ conversationId: id, seq: 3 });
  const [row] = await run("SELECT status, waiting_seq FROM conversations");
  expect(row).toEqual({ status: "open", waiting_seq: 3 });
  const events = await run("SELECT kind, via, days, after_seq FROM conversation_events ORDER BY seq");
  expect(events).toEqual([
    { kind: "closed", via: "auto_close", days: 7, after_seq: 2 },
    { kind: "reopened", via: "visitor", days: null, after_seq: 2 },
  ]);
});

test("of two processes, one closes a site's conversations, and the other goes on to the next site", async () => {
  const [first, second] = [await newIdle(), await newIdle()];
  await using held = await holdTransaction(database.url);
  await held.run("SELECT id FROM sites WHERE id = $1 FOR NO KEY UPDATE", [first.siteId]);
  expect(await closeIdleConversations()).toBe(1);
  expect(await closeIdleConversations()).toBe(0);
  const statusOf = async (id: string) => (await run("SELECT status FROM conversations WHERE id = $1", [id]))[0]?.status;
  expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(["open", "closed"]);
});

test("a setting that's being changed is waited out: the site is looked at with what was committed", async () => {
  const { siteId } = await newIdle();
  await using held = await holdTransaction(database.url);
  await held.run("UPDATE sites SET auto_close_days = NULL WHERE id = $1", [siteId]);
  expect(await closeIdleConversations()).toBe(0);
  await held.end("COMMIT");
  expect(await closeIdleConversations()).toBe(0);
  expect(await run("SELECT status FROM conversations")).toEqual([{ status: "open" }]);
});
