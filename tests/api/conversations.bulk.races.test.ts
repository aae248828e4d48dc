import { expect, test } from "@playwright/test";
import { personOfBulkChange } from "#gate/bulk-change.ts";
import type { OwnerScope } from "#lib/base/access/scopes.ts";
import { createBulkChange, undoBulkChange } from "#lib/desk/bulk-changes/commands.ts";
import { getBulkChange } from "#lib/desk/bulk-changes/queries.ts";
import { runBulkChanges } from "#lib/desk/bulk-changes/run.system.ts";
import type { Change } from "#lib/desk/bulk-changes/schema.ts";
import { addConversations } from "../support/added-messages.ts";
import { query, type ScratchDatabase } from "../support/database.ts";
import { newPerson } from "../support/factories.ts";
import { holdTransaction } from "../support/held-transaction.ts";
import { insertRows } from "../support/insert-rows.ts";
import { openOwnDatabase } from "../support/own-database.ts";
import { soloScope } from "../support/solo-scope.ts";
import { startJobs } from "../support/start-jobs.ts";

/*
 * Bulk changes against what happens at the same moment. On a database of its own, where nothing makes them but the test.
 */

let database: ScratchDatabase;
test.beforeEach(async () => {
  database = await openOwnDatabase();
});
test.afterEach(() => database.drop());

const run = (text: string, values: unknown[] = []) => query(database.url, text, values);
const work = () => runBulkChanges(personOfBulkChange);

type Desk = { scope: OwnerScope; siteId: string; ids: string[] };

/** A workspace with so many conversations, in the order of their ids. */
async function newDesk(count: number): Promise<Desk> {
  const { user } = await newPerson(run);
  const [workspace] = await insertRows(run, "workspaces", [{ owner_id: user.id, shared_at: new Date() }]);
  const workspaceId = String(workspace?.id);
  const [site] = await insertRows(run, "sites", [
    { workspace_id: workspaceId, public_key: crypto.randomUUID(), accent_color: "#123456" },
  ]);
  const siteId = String(site?.id);
  const at = new Date(Date.now() - 3_600_000);
  const ids = await addConversations(
    run,
    siteId,
    Array.from({ length: count }, () => [{ body: "Hello", at }]),
  );
  const [member] = await run("SELECT version FROM members WHERE user_id = $1", [user.id]);
  const scope = { ...soloScope({ userId: user.id, workspaceId }), version: Number(member?.version), isShared: true };
  return { scope, siteId, ids: ids.toSorted((one, other) => (one < other ? -1 : 1)) };
}

const changeAll = ({ scope }: Desk, change: Change) => createBulkChange(scope, { change, filter: {} });
const countOf = async (condition: string) =>
  Number((await run(`SELECT count(*) FROM conversations WHERE ${condition}`))[0]?.count);
const entries = async (action: string) =>
  run("SELECT conversation_id, count(*)::int AS times FROM activity WHERE action = $1 GROUP BY 1", [action]);

const MESSAGE = `last_seq = last_seq + 1, last_message_at = clock_timestamp(), last_message_preview = 'x', updated_at = clock_timestamp(),
  owner_unread_count = owner_unread_count + 1, visitor_read_seq = last_seq + 1, visitor_unread_count = 0`;
const CHANGES: [what: string, change: string][] = [
  ["a visitor's message", MESSAGE],
  ["an assignment", "assignee_id = gen_random_uuid(), changed_via = 'session'"],
  ["a star", "is_starred = true"],
  ["a snooze", "snoozed_at = now(), changed_via = 'session'"],
];

for (const [what, change] of CHANGES) {
  test(`${what} that's committed while a batch waits for it keeps its conversation as it is`, async () => {
    const desk = await newDesk(3);
    const { id } = await changeAll(desk, { status: "closed" });
    await using held = await holdTransaction(database.url);
    await held.run(`UPDATE conversations SET ${change} WHERE id = $1`, [desk.ids[1]]);
    const working = work();
    await held.untilWaitedFor();
    await held.end("COMMIT");
    await working;
    expect(await getBulkChange(desk.scope, id)).toMatchObject({ state: "done", changed: 2, skipped: 1 });
    expect(await run("SELECT id FROM conversations WHERE status = 'open'")).toEqual([{ id: desk.ids[1] }]);
  });

  test(`${what} that's committed while an undo waits for it stays`, async () => {
    const desk = await newDesk(3);
    const { id } = await changeAll(desk, { noReplyNeeded: true });
    await work();
    await undoBulkChange(desk.scope, id);
    await using held = await holdTransaction(database.url);
    await held.run(`UPDATE conversations SET ${change} WHERE id = $1`, [desk.ids[1]]);
    const working = work();
    await held.untilWaitedFor();
    await held.end("COMMIT");
    await working;
    expect(await getBulkChange(desk.scope, id)).toMatchObject({ state: "undone", changed: 3, restored: 2 });
    expect(await countOf("settled_seq IS NULL")).toBe(2);
  });
}

test("an undo of a change that's running waits for its batch, restores what was changed and changes no more", async () => {
  const desk = await newDesk(120);
  const { id } = await changeAll(desk, { status: "closed" });
  await using held = await holdTransaction(database.url);
  await held.run("SELECT FROM conversations WHERE id = $1 FOR NO KEY UPDATE", [desk.ids[60]]);
  const working = work();
  await held.untilWaitedFor();
  expect(await countOf("status = 'closed'")).toBeGreaterThan(0);
  const undoing = undoBulkChange(desk.scope, id);
  await held.untilWaitedFor(2);
  await held.end("COMMIT");
  await Promise.all([working, undoing]);
  await work();
  const ended = await getBulkChange(desk.scope, id);
  expect(ended.state).toBe("undone");
  expect(ended.changed).toBeLessThan(120);
  expect(ended.restored).toBe(ended.changed);
  expect(await countOf("status = 'open'")).toBe(120);
});

test("two people's changes of the same conversations at once each change or skip every one, in several processes", async () => {
  const desk = await newDesk(200);
  const made = await Promise.all([
    changeAll(desk, { status: "closed" }),
    changeAll(desk, { starred: true }),
    changeAll(desk, { assignee: desk.scope.userId }),
  ]);
  await Promise.all([work(), work(), work()]);
  await work();
  const ended = await Promise.all(made.map(({ id }) => getBulkChange(desk.scope, id)));
  for (const { state, total, changed, skipped } of ended) {
    expect([state, changed + skipped]).toEqual(["done", total]);
  }
  // Whichever came first, the others found a conversation that had changed.
  expect(ended.reduce((sum, { changed }) => sum + changed, 0)).toBe(200);
  expect(await countOf("status = 'closed' AND is_starred")).toBe(0);
  const [closed] = ended;
  expect(await countOf("status = 'closed'")).toBe(closed?.changed);
});

test("a process that's killed in the middle leaves what another one goes on with, and nothing happens twice", async () => {
  const desk = await newDesk(400);
  const { id } = await changeAll(desk, { status: "closed" });
  const jobs = await startJobs({ DATABASE_URL: database.url, DATA_DIR: "" });
  await expect.poll(() => countOf("status = 'closed'"), { intervals: [5] }).toBeGreaterThan(0);
  await jobs.stop("SIGKILL");
  await work();
  const ended = await getBulkChange(desk.scope, id);
  expect(ended).toMatchObject({ state: "done", changed: 400, skipped: 0 });
  expect(await countOf("status = 'closed'")).toBe(400);
  const closed = await entries("conversation.closed");
  expect(closed).toHaveLength(400);
  expect(closed.every(({ times }) => times === 1)).toBe(true);
});

test("an undo that gives a conversation back to someone waits for their removal before it locks any", async () => {
  const desk = await newDesk(3);
  const { user } = await newPerson(run);
  const member = [desk.scope.workspaceId, user.id];
  await run("INSERT INTO members (workspace_id, user_id, role, created_at) VALUES ($1, $2, 'agent', now())", member);
  await run("UPDATE conversations SET assignee_id = $1, changed_via = 'session'", [user.id]);
  const { id } = await changeAll(desk, { assignee: desk.scope.userId });
  await work();
  await undoBulkChange(desk.scope, id);
  await using held = await holdTransaction(database.url);
  await held.run("SELECT FROM members WHERE workspace_id = $1 AND user_id = $2 FOR UPDATE", member);
  const working = work();
  await held.untilWaitedFor();
  await held.run("UPDATE conversations SET is_starred = true WHERE id = $1", [desk.ids[1]]);
  await held.end("COMMIT");
  await working;
  expect(await getBulkChange(desk.scope, id)).toMatchObject({ state: "undone", changed: 3, restored: 2 });
  expect(await countOf(`assignee_id = '${user.id}'`)).toBe(2);
});

test("a bulk change that fails lets the others go first, and goes on later", async () => {
  const desk = await newDesk(3);
  const [failing, other] = [await changeAll(desk, { starred: true }), await changeAll(desk, { noReplyNeeded: true })];
  const states = () => Promise.all([failing, other].map(async ({ id }) => (await getBulkChange(desk.scope, id)).state));
  let tries = 0;
  await runBulkChanges(async (id) => {
    if (id !== failing.id) return personOfBulkChange(id);
    tries += 1;
    throw new Error("the person can't be read");
  });
  expect([tries, ...(await states())]).toEqual([1, "running", "done"]);
  const moved = "SELECT worked_at > created_at AS moved FROM bulk_changes WHERE id = $1";
  expect(await run(moved, [failing.id])).toEqual([{ moved: true }]);
  await work();
  expect(await states()).toEqual(["done", "done"]);
});

test("a conversation that's deleted meanwhile is left out, and one that's refused doesn't stop the others", async () => {
  const desk = await newDesk(60);
  const [first, second] = desk.ids;
  // Both are of one visitor, who can have one open conversation.
  await run("UPDATE conversations SET status = 'closed', changed_via = 'session'");
  await run(
    "UPDATE conversations SET visitor_id = (SELECT visitor_id FROM conversations WHERE id = $1) WHERE id = $2",
    [first, second],
  );
  const { id } = await changeAll(desk, { status: "open" });
  await run("DELETE FROM conversations WHERE id = $1", [desk.ids[5]]);
  await work();
  expect(await getBulkChange(desk.scope, id)).toMatchObject({ state: "done", total: 60, changed: 58, skipped: 2 });
  expect(await countOf("status = 'open'")).toBe(58);
});

test("access counts when a batch begins: without the site the rest is skipped, and without membership the change ends", async () => {
  const desk = await newDesk(3);
  const { user } = await newPerson(run);
  const { workspaceId } = desk.scope;
  const member = [workspaceId, user.id];
  await run("INSERT INTO members (workspace_id, user_id, role, created_at) VALUES ($1, $2, 'agent', now())", member);
  const asAgent = async (): Promise<Desk> => {
    const [row] = await run("SELECT version FROM members WHERE workspace_id = $1 AND user_id = $2", member);
    const scope = {
      ...soloScope({ userId: user.id, workspaceId }),
      role: "agent" as const,
      version: Number(row?.version),
    };
    return { ...desk, scope };
  };
  const outcomeOf = (id: string) => run("SELECT state, changed, skipped FROM bulk_changes WHERE id = $1", [id]);
  const setSites = (sites: string) =>
    run(
      `UPDATE members SET site_ids = ${sites}, version = version + 1 WHERE workspace_id = $1 AND user_id = $2`,
      member,
    );

  const first = await changeAll(await asAgent(), { status: "closed" });
  await setSites("ARRAY[gen_random_uuid()]");
  await work();
  expect(await outcomeOf(first.id)).toEqual([{ state: "done", changed: 0, skipped: 3 }]);
  await setSites("NULL");
  const second = await changeAll(await asAgent(), { status: "closed" });
  await run("UPDATE users SET disabled_at = now() WHERE id = $1", [user.id]);
  await work();
  expect(await outcomeOf(second.id)).toEqual([{ state: "failed", changed: 0, skipped: 0 }]);
  expect(await countOf("status = 'open'")).toBe(3);
});

test("an assignee gets a notification for each of a few conversations, and for none of many", async () => {
  const desk = await newDesk(30);
  const { user } = await newPerson(run);
  const member = [desk.scope.workspaceId, user.id];
  await run("INSERT INTO members (workspace_id, user_id, role, created_at) VALUES ($1, $2, 'agent', now())", member);
  await insertRows(run, "channels", [{ user_id: user.id, kind: "ntfy" }]);
  const notices = async () => (await run("SELECT id FROM notifications WHERE kind = 'assigned'")).length;
  const marks = async () => (await run("SELECT user_id FROM reads WHERE marked_for = 'assigned'")).length;
  const change = { assignee: user.id };
  await createBulkChange(desk.scope, { change, conversationIds: desk.ids.slice(0, 2) });
  await work();
  expect([await notices(), await marks()]).toEqual([2, 2]);
  const { id } = await createBulkChange(desk.scope, { change, filter: {} });
  await work();
  expect(await getBulkChange(desk.scope, id)).toMatchObject({ changed: 28, skipped: 2 });
  expect([await notices(), await marks()]).toEqual([2, 30]);
});

test("a sixth bulk change of a person is refused while five are running", async () => {
  const desk = await newDesk(2);
  for (let count = 0; count < 5; count += 1) await changeAll(desk, { starred: true });
  await expect(changeAll(desk, { starred: true })).rejects.toMatchObject({ code: "conflict" });
  await work();
  expect((await changeAll(desk, { starred: false })).total).toBe(2);
});

test("the first 10,000 are changed if more match", async () => {
  test.setTimeout(240_000);
  const desk = await newDesk(10_001);
  const made = await changeAll(desk, { starred: true });
  expect(made).toMatchObject({ total: 10_000, isPartial: true });
  await work();
  expect(await getBulkChange(desk.scope, made.id)).toMatchObject({ state: "done", changed: 10_000 });
  expect(await countOf("is_starred")).toBe(10_000);
});
