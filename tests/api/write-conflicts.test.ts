import { expect, test } from "@playwright/test";
import { updateConversation } from "#lib/desk/conversations/commands.ts";
import { sendReply } from "#lib/desk/replies/commands.ts";
import { closeLiveUpdates } from "#lib/live/live-updates/live-updates.ts";
import { closeDb } from "#platform/database/database.ts";
import { makeDataSet } from "../../bench/data-set.ts";
import { query, type ScratchDatabase, scratchDatabase } from "../support/database.ts";
import { provideSettings } from "../support/provide-settings.ts";
import { soloScope } from "../support/solo-scope.ts";

/*
 * PostgreSQL may end any statement to resolve a deadlock. Here a trigger does, as often as a table says, and a sequence, which
 * no rollback undoes, counts the attempts.
 */

const CONFLICTS = `
  CREATE SEQUENCE attempts;
  CREATE TABLE conflicts (until bigint);
  CREATE FUNCTION raise_conflict() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF nextval('attempts') <= (SELECT until FROM conflicts) THEN
      RAISE EXCEPTION 'deadlock detected' USING ERRCODE = 'deadlock_detected';
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER raise_conflict BEFORE UPDATE ON conversations FOR EACH ROW EXECUTE FUNCTION raise_conflict();`;

let database: ScratchDatabase;

test.beforeAll(async () => {
  database = await scratchDatabase();
  provideSettings({ DATABASE_URL: database.url });
  const owners = [{ email: "owner@example.com", sites: 1, conversations: 2 }];
  await makeDataSet(database.url, { conversations: 2, messagesPerConversation: 1, owners });
  for (const statement of CONFLICTS.split(/;\n(?= {2}CREATE)/)) await query(database.url, statement);
});

test.afterAll(async () => {
  await closeLiveUpdates();
  await closeDb();
  await database.drop();
});

async function ownConversation() {
  const [row] = await query<{ id: string; userId: string; workspaceId: string }>(
    database.url,
    `SELECT c.id, w.owner_id AS "userId", w.id AS "workspaceId"
     FROM conversations c JOIN workspaces w ON w.id = c.workspace_id LIMIT 1`,
  );
  if (!row) throw new Error("the data set has no conversation");
  const { id, userId, workspaceId } = row;
  return { id, scope: soloScope({ userId, workspaceId }) };
}

async function causeConflicts(until: number) {
  await query(database.url, "ALTER SEQUENCE attempts RESTART");
  await query(database.url, "DELETE FROM conflicts");
  await query(database.url, "INSERT INTO conflicts VALUES ($1)", [until]);
}

async function attempts(): Promise<number> {
  const [row] = await query<{ made: string }>(database.url, "SELECT last_value AS made FROM attempts");
  return Number(row?.made);
}

test("a message that PostgreSQL ended with a deadlock is retried, and stored once", async () => {
  const { id, scope } = await ownConversation();
  await causeConflicts(2);
  const sent = await sendReply(scope, id, { message: "Once" }, { idempotencyKey: "k" });
  expect(await attempts()).toBe(3);
  const stored = await query(database.url, "SELECT id FROM messages WHERE body = 'Once'");
  expect(stored).toEqual([{ id: sent.id }]);
});

test("a message that deadlocks every time fails with conflict after five attempts, and its key stays free", async () => {
  const { id, scope } = await ownConversation();
  await causeConflicts(1_000);
  await expect(sendReply(scope, id, { message: "Never" }, { idempotencyKey: "never" })).rejects.toThrow("conflict");
  expect(await attempts()).toBe(5);
  await causeConflicts(0);
  expect(await sendReply(scope, id, { message: "At last" }, { idempotencyKey: "never" })).toMatchObject({
    replayed: false,
  });
});

test("a change to a conversation that deadlocks every time fails with conflict after five attempts", async () => {
  const { id, scope } = await ownConversation();
  await causeConflicts(1_000);
  await expect(updateConversation(scope, id, { spam: true })).rejects.toThrow("conflict");
  expect(await attempts()).toBe(5);
});
