import { expect, test } from "@playwright/test";
import { mintOwnerScope } from "#lib/base/access/scopes.ts";
import { takeTurns } from "#lib/desk/assignment/round-robin.system.ts";
import { giveTurn } from "#lib/desk/assignment/round-robin-statements.ts";
import { updateConversation } from "#lib/desk/conversations/commands.ts";
import { sendReply } from "#lib/desk/replies/commands.ts";
import { SiteResponse } from "#lib/sites/sites/schema.ts";
import { query as runHere } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import { addConversations, addMessages } from "../support/added-messages.ts";
import { ask, readProblem, refuseFields, send } from "../support/api-client.ts";
import { atScale } from "../support/at-scale.ts";
import { query, type ScratchDatabase } from "../support/database.ts";
import { conversation, newOwnerWithSite, newPerson, openWidget, start } from "../support/factories.ts";
import { holdTransaction } from "../support/held-transaction.ts";
import { insertRows } from "../support/insert-rows.ts";
import { openOwnDatabase } from "../support/own-database.ts";
import { soloScope } from "../support/solo-scope.ts";
import { startJobs } from "../support/start-jobs.ts";
import { startProcess } from "../support/start-process.ts";
import { newTeam } from "../support/team.ts";

/*
 * Whose turn it is. On a database of its own, so that nothing but the tests assigns.
 */

const MINUTE_MS = 60_000;
const LOCK = 7;

let database: ScratchDatabase;
test.beforeEach(async () => {
  database = await openOwnDatabase();
});
test.afterEach(() => database.drop());

const run = (text: string, values: unknown[] = []) => query(database.url, text, values);

/** A workspace with people, the first of them its owner, and a site that they take turns on. */
async function newPlace(count: number) {
  const people: string[] = [];
  for (let at = 0; at < count; at += 1) people.push((await newPerson(run)).user.id);
  const [ownerId = ""] = people;
  const [workspace] = await insertRows(run, "workspaces", [{ owner_id: ownerId, shared_at: new Date() }]);
  const workspaceId = String(workspace?.id);
  for (const id of people.slice(1)) {
    await run("INSERT INTO members (workspace_id, user_id, role, created_at) VALUES ($1, $2, 'agent', now())", [
      workspaceId,
      id,
    ]);
  }
  const siteId = await addSite(workspaceId);
  const scopeOf = (userId: string) =>
    mintOwnerScope({ ...soloScope({ userId, workspaceId }), isShared: true, claims: true });
  return { people, workspaceId, siteId, scopeOf };
}

async function addSite(workspaceId: string): Promise<string> {
  const [site] = await insertRows(run, "sites", [
    { workspace_id: workspaceId, public_key: crypto.randomUUID(), accent_color: "#123456", assigns_since: new Date() },
  ]);
  return String(site?.id);
}

/** Conversations that have waited for the given minutes, one each. */
const write = (siteId: string, minutes: number[] = [1]) =>
  addConversations(
    run,
    siteId,
    minutes.map((ago) => [{ body: "Hello", at: new Date(Date.now() - ago * MINUTE_MS) }]),
  );

const only = (id = "") => Prisma.sql`c.id = ${id}::uuid`;

async function writeOne(siteId: string): Promise<string> {
  const [id = ""] = await write(siteId);
  return id;
}

const assigneeOf = async (id: string) =>
  (await run("SELECT assignee_id AS id FROM conversations WHERE id = $1", [id]))[0]?.id;

/** Ends a conversation's turn as if its time were over, and lets the next one begin. */
async function endTurn(id: string): Promise<void> {
  await run("UPDATE conversations SET turn_ends_at = now() WHERE id = $1 AND turn_ends_at IS NOT NULL", [id]);
  await takeTurns();
}

/** The statements that wait until the test lets them go on. */
const held = () => run("SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'");

const sharesOf = async (table: string) =>
  (await run(`SELECT count(*)::int AS share FROM ${table} GROUP BY assignee_id`)).map(({ share }) => Number(share));

const spread = (counts: number[]) => Math.max(...counts) - Math.min(...counts);

test("each conversation that waits goes to the person whose last turn is the longest ago, the longest wait first", async () => {
  const { people, siteId } = await newPlace(4);
  await insertRows(run, "webhook_endpoints", [
    { site_id: siteId, url: "http://127.0.0.1:9", events: ["conversation.assigned"] },
  ]);
  const waits = Array.from({ length: 10 }, (_, at) => 10 - at);
  const ids = await write(siteId, waits);
  await takeTurns();
  const rows = await run(
    "SELECT id, assignee_id AS assignee, turn_at < turn_ends_at AS is_turn FROM conversations ORDER BY turn_at, waiting_since",
  );
  expect(rows.map(({ id }) => id)).toEqual(ids);
  const order = rows.map(({ assignee }) => String(assignee));
  expect(new Set(order.slice(0, 4))).toEqual(new Set(people));
  expect(order.slice(4)).toEqual(order.slice(0, 6));
  expect(rows.every((row) => row.is_turn)).toBe(true);
  const log = await run("SELECT via, actor_id AS actor, target_id AS target, conversation_id AS id FROM activity");
  const entries = rows.map(({ id, assignee }) => ({ via: "round_robin", actor: null, target: assignee, id }));
  expect(log).toHaveLength(10);
  expect(log).toEqual(expect.arrayContaining(entries));
  const [event] = await run("SELECT data FROM webhook_deliveries WHERE conversation_id = $1", [ids[0]]);
  expect(event?.data).toMatchObject({ assigneeId: order[0], via: "round_robin" });
  expect(event?.data).not.toHaveProperty("by");

  await write(siteId);
  await takeTurns();
  const shares = await sharesOf("conversations");
  expect([shares.length, spread(shares)]).toEqual([4, 1]);
});

test("only people who are active, have the site, and are available by their switch and their hours get one", async () => {
  const { people, workspaceId, siteId } = await newPlace(2);
  const [owner, agent] = people;
  const set = (values: string, id = agent) => run(`UPDATE members SET ${values} WHERE user_id = $1`, [id]);
  await set("is_available = false", owner);
  // An hour of yesterday, and all of today.
  const closed = `'[{"day": ' || extract(isodow FROM now() - interval '1 day') || ', "from": 0, "until": 60}]'`;
  const open = `'[{"day": ' || extract(isodow FROM now()) || ', "from": 0, "until": 1440}]'`;
  const id = await writeOne(siteId);
  for (const values of [
    "is_available = false",
    "is_available = true, standing = 'suspended'",
    `standing = 'active', site_ids = ARRAY[gen_random_uuid()]`,
    `site_ids = NULL, time_zone = 'UTC', schedule = (${closed})::jsonb`,
  ]) {
    await set(values);
    await takeTurns();
    expect(await assigneeOf(id), values).toBe(null);
  }
  await set(`schedule = (${open})::jsonb`);
  await takeTurns();
  expect(await assigneeOf(id), "it has waited for them").toBe(agent);

  const other = await addSite(workspaceId);
  await set("site_ids = ARRAY[$2::uuid]".replace("$2", `'${siteId}'`));
  const there = await writeOne(other);
  await takeTurns();
  expect(await assigneeOf(there), "nobody there is available").toBe(null);
  await set("is_available = true, last_assigned_at = now()", owner);
  await takeTurns();
  expect(await assigneeOf(there), "the only one there, though another's turn was earlier").toBe(owner);
});

test("conversations that no one can have don't hold up the others, however many wait longer", async () => {
  const { people, workspaceId, siteId } = await newPlace(2);
  await run("UPDATE members SET is_available = false WHERE user_id = $1", [people[0]]);
  await run("UPDATE members SET site_ids = ARRAY[$2::uuid] WHERE user_id = $1", [people[1], siteId]);
  await write(await addSite(workspaceId), Array(120).fill(2));
  const id = await writeOne(siteId);
  await takeTurns();
  expect(await assigneeOf(id)).toBe(people[1]);
});

test("only waiting conversations are assigned: no tests, spam, blocked visitors or snoozed ones, and none that had already waited for days", async () => {
  const { siteId, people, scopeOf } = await newPlace(1);
  const day = 24 * 60;
  const [test_, blocked, spam, snoozed, closed, answered, old, since, ancient] = await write(siteId, [
    1,
    1,
    1,
    1,
    1,
    1,
    day + 1,
    day - 1,
    31 * day,
  ]);
  await run("UPDATE visitors SET is_test = id = (SELECT visitor_id FROM conversations WHERE id = $1)", [test_]);
  const at = (id: string | undefined, values: string) => run(`UPDATE conversations SET ${values} WHERE id = $1`, [id]);
  await addMessages(run, { [test_ ?? ""]: [{ body: "Another test" }] });
  await updateConversation(scopeOf(people[0] ?? ""), blocked ?? "", { visitorBlocked: true });
  await at(spam, "is_spam = true");
  await at(snoozed, "snoozed_at = now()");
  await at(closed, "status = 'closed'");
  await at(answered, "last_seq = last_seq + 1, last_message_by = 'owner', waiting_since = NULL");
  await takeTurns();
  const assigned = await run("SELECT id FROM conversations WHERE assignee_id = $1", [people[0]]);
  expect(assigned).toEqual([{ id: since }]);
  await at(snoozed, "snoozed_at = NULL");
  await run("UPDATE sites SET assigns_since = NULL");
  expect(await takeTurns(), "it's off").toBe(5_000);
  expect(await runHere(giveTurn(only(snoozed))), "it was turned off since the conversation was found").toEqual([]);
  expect(await assigneeOf(snoozed ?? "")).toBe(null);
  await run("UPDATE sites SET assigns_since = now() - interval '1 day', closed_at = now()");
  await takeTurns();
  expect(await assigneeOf(snoozed ?? ""), "the site is closed").toBe(null);
  await run("UPDATE sites SET closed_at = NULL");
  await takeTurns();
  expect([await assigneeOf(snoozed ?? ""), await assigneeOf(old ?? "")]).toEqual([people[0], people[0]]);
  await run("UPDATE sites SET assigns_since = now() - interval '60 days'");
  await takeTurns();
  expect(await assigneeOf(ancient ?? ""), "it has waited for a month").toBe(null);
});

test("without a reply a conversation goes to the next person, once to each, and then everyone is notified", async () => {
  const { people, siteId } = await newPlace(3);
  const id = await writeOne(siteId);
  await run("INSERT INTO alerts (conversation_id, first_seq, seq, since) VALUES ($1, 1, 1, now())", [id]);
  const had: unknown[] = [];
  await takeTurns();
  for (let turn = 0; turn < 3; turn += 1) {
    had.push(await assigneeOf(id));
    await run("UPDATE alerts SET due_at = NULL");
    await endTurn(id);
    expect(
      await run("SELECT FROM alerts WHERE due_at <= now() + interval '2 seconds'"),
      "it's planned again",
    ).toHaveLength(1);
  }
  expect(new Set(had)).toEqual(new Set(people));
  expect(await assigneeOf(id)).toBe(null);
  await takeTurns();
  expect(await assigneeOf(id), "nobody gets it again").toBe(null);
  const log = await run("SELECT target_id AS target FROM activity WHERE via = 'round_robin' ORDER BY at, target_id");
  expect(log).toHaveLength(6);

  // Someone else joins, and takes the next turn.
  const [member] = await run("SELECT workspace_id AS id FROM members LIMIT 1");
  const joined = (await newPerson(run)).user.id;
  await run("INSERT INTO members (workspace_id, user_id, role, created_at) VALUES ($1, $2, 'agent', now())", [
    member?.id,
    joined,
  ]);
  await takeTurns();
  expect(await assigneeOf(id)).toBe(joined);

  // When the visitor waits again later, so does everyone's turn.
  await run("UPDATE conversations SET assignee_id = NULL, waiting_since = clock_timestamp()");
  await takeTurns();
  expect(await assigneeOf(id)).not.toBe(null);
});

test("a conversation that someone replied to, took, snoozed or assigned by hand isn't given back", async () => {
  const { people, siteId, scopeOf } = await newPlace(3);
  const byHand = (id: string, assignee: string) => updateConversation(scopeOf(assignee), id, { assignee });
  const ways: Record<string, (id: string, holder: string, other: string) => Promise<unknown>> = {
    "a reply": (id, holder) => sendReply(scopeOf(holder), id, { message: "Hello" }),
    "a colleague's reply": (id, _, other) => sendReply(scopeOf(other), id, { message: "Hello" }),
    "taken by hand": (id, _, other) => byHand(id, other),
    "given back to them by hand": async (id, holder, other) => {
      await byHand(id, other);
      await byHand(id, holder);
    },
    "taken by who has it": (id, holder) => byHand(id, holder),
    "snoozed for a while": async (id, holder) => {
      await updateConversation(scopeOf(holder), id, { snooze: { until: null } });
      await updateConversation(scopeOf(holder), id, { snooze: null });
    },
    "assigned by the version before": (id, _, other) =>
      run("UPDATE conversations SET assignee_id = $2 WHERE id = $1", [id, other]),
    "snoozed by the version before": (id) => run("UPDATE conversations SET snoozed_at = now() WHERE id = $1", [id]),
    "turned off and on again for its site": () => run("UPDATE sites SET assigns_since = clock_timestamp()"),
  };
  for (const [way, change] of Object.entries(ways)) {
    const id = await writeOne(siteId);
    await takeTurns();
    const holder = String(await assigneeOf(id));
    await change(id, holder, people.find((person) => person !== holder) ?? "");
    const kept = await assigneeOf(id);
    expect(kept, way).not.toBe(null);
    await endTurn(id);
    expect(await assigneeOf(id), way).toBe(kept);
    expect(await run("SELECT FROM conversations WHERE turn_ends_at IS NOT NULL"), way).toEqual([]);
  }
  await run("UPDATE sites SET give_back_minutes = NULL");
  const id = await writeOne(siteId);
  await takeTurns();
  expect(await run("SELECT turn_ends_at AS ends FROM conversations WHERE id = $1", [id])).toEqual([{ ends: null }]);
});

test("a conversation that's given back by hand goes to someone else", async () => {
  const { siteId, scopeOf } = await newPlace(2);
  const id = await writeOne(siteId);
  await takeTurns();
  const first = String(await assigneeOf(id));
  await updateConversation(scopeOf(first), id, { assignee: null });
  await takeTurns();
  const second = String(await assigneeOf(id));
  expect([first, "null"]).not.toContain(second);
  await updateConversation(scopeOf(second), id, { assignee: null });
  await takeTurns();
  expect(await assigneeOf(id)).toBe(null);
});

test("the assignee gets one notification: about the message if that's still to come, otherwise about their turn", async () => {
  const { people, siteId } = await newPlace(2);
  for (const user_id of people) await insertRows(run, "channels", [{ user_id, kind: "ntfy", name: "Phone" }]);
  const [early = "", late = ""] = await write(siteId, [2, 1]);
  const alert = (id: string, seq: number, due: string) =>
    run(`INSERT INTO alerts (conversation_id, first_seq, seq, since, due_at) VALUES ($1, 1, $2, now(), ${due})`, [
      id,
      seq,
    ]);
  await alert(early, 0, "now() + interval '1 second'");
  await alert(late, 1, "now() + interval '5 minutes'");
  await takeTurns();
  const notices = await run("SELECT conversation_id AS id, user_id AS person, kind FROM notifications");
  expect(notices).toEqual([{ id: late, person: await assigneeOf(late), kind: "assigned" }]);
});

const MEANWHILE: Record<string, string> = {
  "someone takes it": "UPDATE conversations SET assignee_id = (SELECT user_id FROM members WHERE role = 'owner')",
  "someone snoozes it": "UPDATE conversations SET snoozed_at = now()",
  "its visitor begins to wait again": "UPDATE conversations SET waiting_since = now()",
  "its next assignee goes away": "UPDATE members SET is_available = false",
  "its next assignee is suspended": "UPDATE members SET standing = 'suspended' WHERE role = 'agent'",
  "its next assignee loses the site": "UPDATE members SET site_ids = '{}' WHERE role = 'agent'",
  "its next assignee gets another turn": "UPDATE members SET last_assigned_at = now()",
};

for (const [what, change] of Object.entries(MEANWHILE)) {
  test(`a conversation is left as it is if ${what} while it's being assigned`, async () => {
    const { people, siteId } = await newPlace(2);
    await run("UPDATE members SET is_available = false WHERE user_id = $1", [people[0]]);
    const id = await writeOne(siteId);
    // Holds the statement after it has found who's next, and before it locks the conversation.
    await run(`CREATE OR REPLACE FUNCTION is_available("at" timestamptz, is_on boolean, hours jsonb, zone text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
      BEGIN PERFORM pg_advisory_xact_lock_shared(${LOCK}); RETURN is_on; END $$`);
    await using holder = await holdTransaction(database.url);
    await holder.run(`SELECT pg_advisory_xact_lock(${LOCK})`);
    const given = runHere(giveTurn(only(id)));
    await expect.poll(async () => (await held()).length).toBe(1);
    await run(change);
    const left = await assigneeOf(id);
    await holder.end("COMMIT");
    expect(await given).toEqual([]);
    expect(await assigneeOf(id)).toBe(left);
    expect(await run("SELECT FROM activity")).toEqual([]);
  });
}

test("a conversation that's being changed is assigned later, without waiting for it", async () => {
  const { siteId } = await newPlace(1);
  const id = await writeOne(siteId);
  await using holder = await holdTransaction(database.url);
  await holder.run("SELECT FROM conversations FOR UPDATE");
  expect(await runHere(giveTurn(only(id)))).toEqual([]);
  await holder.end("COMMIT");
  expect(await runHere(giveTurn(only(id)))).toHaveLength(1);
});

test("a service without jobs assigns nothing", async () => {
  const { siteId } = await newPlace(1);
  const id = await writeOne(siteId);
  const service = await startProcess("serving", { DATABASE_URL: database.url, JOBS: "off" });
  expect((await send("GET", "/health/ready", { baseUrl: service.baseUrl })).status).toBe(200);
  await service.stop();
  expect(await assigneeOf(id)).toBe(null);
});

const MANY = atScale(200, 1_000);

test("three processes, one of them killed while it assigns, give each conversation to one person, in fair shares", {
  tag: "@soak",
}, async () => {
  test.setTimeout(180_000);
  const { siteId } = await newPlace(5);
  await write(siteId, Array(MANY).fill(1));
  // Counts each turn, and holds it until the test lets go.
  await run("CREATE TABLE turns (id uuid, assignee_id uuid)");
  await run(`CREATE FUNCTION note_turn() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM pg_advisory_xact_lock_shared(${LOCK});
    INSERT INTO turns VALUES (NEW.id, NEW.assignee_id);
    RETURN NULL;
  END $$`);
  await run(`CREATE TRIGGER note_turn AFTER UPDATE OF assignee_id ON conversations FOR EACH ROW
    WHEN (NEW.assignee_id IS NOT NULL) EXECUTE FUNCTION note_turn()`);
  await using holder = await holdTransaction(database.url);
  await holder.run(`SELECT pg_advisory_xact_lock(${LOCK})`);
  const settings = { DATABASE_URL: database.url, BASE_URL: "http://localhost" };
  await using processes = new AsyncDisposableStack();
  const startOne = async () => processes.use(await startJobs(settings));
  const first = await startOne();
  await expect.poll(async () => (await held()).length).toBe(1);
  await Promise.all([startOne(), startOne()]);
  await first.stop("SIGKILL");
  await holder.end("COMMIT");
  const free = () => run("SELECT FROM conversations WHERE assignee_id IS NULL");
  await expect.poll(async () => (await free()).length, { timeout: 120_000 }).toBe(0);
  const [counts] = await run(`
    SELECT (SELECT count(*)::int FROM turns) AS turns, (SELECT count(DISTINCT id)::int FROM turns) AS given,
      (SELECT count(DISTINCT conversation_id)::int FROM activity) AS logged, (SELECT count(*)::int FROM activity) AS entries`);
  expect(counts).toEqual({ turns: MANY, given: MANY, logged: MANY, entries: MANY });
  const shares = await sharesOf("turns");
  expect([shares.length, spread(shares) <= 1]).toEqual([5, true]);
});

test("a running service assigns on sites that use it, and conversations say so", async () => {
  const { owner, admin, agent, limitedAdmin, sites } = await newTeam();
  const [site] = sites;
  if (!site) throw new Error("no site");
  const path = `/sites/${site.id}`;
  expect(site.assignment).toEqual({ mode: "manual", giveBackMinutes: 10 });
  const change = async (assignment: object) =>
    (await ask(SiteResponse, 200, "PATCH", path, { token: admin.token, body: { assignment } })).site.assignment;
  expect(await change({ giveBackMinutes: 1 })).toEqual({ mode: "manual", giveBackMinutes: 1 });
  expect(await change({ mode: "round_robin" })).toEqual({ mode: "round_robin", giveBackMinutes: 1 });
  expect(await change({ mode: "round_robin", giveBackMinutes: 30 })).toEqual({
    mode: "round_robin",
    giveBackMinutes: 30,
  });
  const refused = (field: string, value: unknown) =>
    refuseFields([`assignment.${field}`], "PATCH", path, {
      token: admin.token,
      body: { assignment: { [field]: value } },
    });
  await refused("mode", "random");
  for (const minutes of [0, 1_441, 1.5]) await refused("giveBackMinutes", minutes);
  const { conversationId: id } = await start(await openWidget(site), "Hello");
  await expect
    .poll(() => conversation(owner, id), { timeout: 15_000 })
    .toMatchObject({ assignedVia: "round_robin", turnEndsAt: expect.any(String) });
  const { assigneeId } = await conversation(owner, id);
  expect([owner, admin, agent, limitedAdmin].map(({ user }) => user.id)).toContain(assigneeId);
  expect(await change({ mode: "manual", giveBackMinutes: null })).toEqual({ mode: "manual", giveBackMinutes: null });
  expect(await conversation(owner, id)).not.toHaveProperty("turnEndsAt");

  const alone = await newOwnerWithSite();
  const body = { assignment: { mode: "round_robin" } };
  readProblem(await send("PATCH", `/sites/${alone.site.id}`, { token: alone.owner.token, body }), "conflict");
});
