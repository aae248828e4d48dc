import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { StartConversationResponse } from "#lib/desk/conversations/schema.ts";
import { PresenceResponse } from "#lib/desk/presence/schema.ts";
import { findDueNotification } from "#lib/notify/notifications/notification-rows.system.ts";
import { planAlerts, repairAlerts } from "#lib/notify/notifications/plan-alerts.system.ts";
import { ConversationNotificationsResponse } from "#lib/notify/notifications/schema.ts";
import { hashAddress, sealAddress } from "#lib/outbox/channels/address.ts";
import { ChannelListResponse } from "#lib/outbox/channels/schema.ts";
import { disableByOperator, enableByOperator } from "#lib/people/owners/disable-user.system.ts";
import type { JobOfRow } from "#platform/jobs/rows.ts";
import { startCounting } from "#platform/metrics/count.ts";
import { createMetrics } from "#platform/metrics/metrics.ts";
import { ask, askNothing, refuse } from "../support/api-client.ts";
import { holdTransaction } from "../support/held-transaction.ts";
import { type MailedOwner, type MailedVisitor, type MailWorld, mailWorld } from "../support/mail-world.ts";
import { storeMessage } from "../support/stored-message.ts";
import { replaceOwner } from "../support/team.ts";

/*
 * What's decided about a visitor's message once it's due. One service for all of these tests, which plan its alerts themselves.
 */

let world: MailWorld;
test.beforeAll(async () => {
  world = await mailWorld();
});
test.afterAll(() => world.close());
// Alerts of earlier tests, which a slow test would plan too.
test.beforeEach(async () => {
  await world.sql("UPDATE alerts SET due_at = now() + interval '1 hour' WHERE due_at IS NOT NULL");
});

type Fields = { backup?: boolean };

/** A channel of an owner's, which nothing is sent to here. */
async function addChannel(owner: MailedOwner, { backup = false }: Fields = {}): Promise<string> {
  const id = randomUUID();
  const address = { url: `https://ntfy.example/${id}` };
  await world.sql(
    `INSERT INTO channels (id, user_id, kind, name, address, address_hash, is_backup, created_at, updated_at)
     VALUES ($1, $2, 'ntfy', $3, $4, $5, $6, now(), now())`,
    [id, owner.id, backup ? "Backup" : "Phone", sealAddress("ntfy", address, id), hashAddress("ntfy", address), backup],
  );
  return id;
}

type Note = { name: string; level: number; seq: number; status: string; reason: string | null };

/** What was decided about a conversation's channels, the oldest first. */
const notesOf = (conversationId: string) =>
  world.sql<Note>(
    `SELECT name, level, seq, status, reason FROM notifications
     WHERE conversation_id = $1 AND channel <> 'email' ORDER BY created_at, name`,
    [conversationId],
  );

const alertOf = async (conversationId: string) => {
  const [alert] = await world.sql<{ endedBy: string | null; inSeconds: number | null; isOpen: boolean }>(
    `SELECT a.ended_by AS "endedBy", extract(epoch FROM a.due_at - now())::float8 AS "inSeconds", c.alert_id IS NOT NULL AS "isOpen"
     FROM alerts a JOIN conversations c ON c.id = a.conversation_id WHERE c.id = $1`,
    [conversationId],
  );
  return alert;
};

/** Plans a conversation's alert as if it were due, the given minutes after its first message. */
async function plan(conversationId: string, { minutesLater = 0 } = {}): Promise<void> {
  await world.sql(
    "UPDATE alerts SET due_at = now() - interval '1 second', since = since - make_interval(mins => $2) WHERE conversation_id = $1 AND due_at IS NOT NULL",
    [conversationId, minutesLater],
  );
  await planAlerts();
}

/** A visitor's message, not planned yet; returns its conversation. */
async function writeOnly({ token }: MailedVisitor, message: string): Promise<string> {
  const call = { token, baseUrl: world.baseUrl, body: { message } };
  return (await ask(StartConversationResponse, 201, "POST", "/public/conversations", call)).conversationId;
}

async function newPlace(...channels: Fields[]) {
  const { owner, site } = await world.newOwnerWithSite({ name: "Kiln Street" });
  for (const fields of channels) await addChannel(owner, fields);
  return { owner, site, visitor: await world.openWidget(site) };
}

test("100 messages write one row, and notify a channel at once and again with all of them", async () => {
  const { visitor } = await newPlace({});
  const id = await writeOnly(visitor, "First");
  // An alert that's locked at the moment is left to the next planning.
  await expect(async () => {
    await plan(id);
    expect(await notesOf(id)).toHaveLength(1);
  }).toPass();
  for (let count = 2; count <= 100; count += 1) await writeOnly(visitor, `Message ${count}`);
  expect(await alertOf(id)).toMatchObject({ endedBy: null, isOpen: true });
  expect(await notesOf(id)).toMatchObject([{ seq: 1, status: "pending" }]);
  await plan(id);
  expect(await notesOf(id)).toMatchObject([{ seq: 1 }, { seq: 100, status: "pending" }]);
  await plan(id);
  expect(await notesOf(id)).toHaveLength(2);
  expect(await alertOf(id)).toMatchObject({ isOpen: false });
  expect(await world.sql("SELECT 1 FROM mails m WHERE m.conversation_id = $1", [id])).toHaveLength(1);
});

test("what's read, replied to, said to need no reply, closed, snoozed, spam or blocked before it's due notifies no one, and says why", async () => {
  const { owner, site } = await newPlace({});
  const { token } = owner;
  const ends: [why: string, end: (id: string) => Promise<unknown>][] = [
    ["read", (id) => world.send("POST", `/conversations/${id}/read`, { token, body: {} })],
    ["replied", (id) => world.reply(owner, id, "Hello")],
    ["settled", (id) => world.send("PATCH", `/conversations/${id}`, { token, body: { noReplyNeeded: true } })],
    ["closed", (id) => world.send("PATCH", `/conversations/${id}`, { token, body: { status: "closed" } })],
    ["snoozed", (id) => world.sql("UPDATE conversations SET snoozed_at = now() WHERE id = $1", [id])],
    ["spam", (id) => world.send("PATCH", `/conversations/${id}`, { token, body: { spam: true } })],
    ["blocked", (id) => world.send("PATCH", `/conversations/${id}`, { token, body: { visitorBlocked: true } })],
  ];
  for (const [why, end] of ends) {
    const id = await writeOnly(await world.openWidget(site), "Hello");
    await end(id);
    await plan(id);
    expect(await alertOf(id), why).toEqual({ endedBy: why, inSeconds: null, isOpen: false });
    expect(await notesOf(id), why).toEqual([]);
    expect(await world.sql("SELECT 1 FROM mails WHERE conversation_id = $1", [id]), why).toEqual([]);

    const planned = await writeOnly(await world.openWidget(site), "Hello");
    await plan(planned);
    await end(planned);
    const { next, endedBy } = await proofOf(owner, planned);
    expect({ next, endedBy }, "the proof says so at once").toEqual({ next: undefined, endedBy: why });
  }
});

test("what ends after it was planned isn't sent, and says why", async () => {
  const { owner, site } = await newPlace({});
  const other = await world.newOwner();
  const { token } = owner;
  const patch = (body: object) => (id: string) => world.send("PATCH", `/conversations/${id}`, { token, body });
  const takeBack = async (id: string, visitor: MailedVisitor) => {
    const [message] = await world.sql<{ id: string }>("SELECT id FROM messages WHERE conversation_id = $1", [id]);
    return world.send("DELETE", `/public/conversations/${id}/messages/${message?.id}`, { token: visitor.token });
  };
  const row = (change: string) => (id: string) =>
    world.sql(`UPDATE notifications SET ${change} WHERE conversation_id = $1`, [id]);
  const ends: [why: string | null, end: (id: string, visitor: MailedVisitor) => Promise<unknown>][] = [
    [null, async () => {}],
    ["read", (id) => world.send("POST", `/conversations/${id}/read`, { token, body: {} })],
    ["replied", (id) => world.reply(owner, id, "Hello")],
    ["settled", patch({ noReplyNeeded: true })],
    // Nothing is left to reply to.
    ["settled", takeBack],
    ["closed", patch({ status: "closed" })],
    ["spam", patch({ spam: true })],
    ["blocked", patch({ visitorBlocked: true })],
    ["snoozed", patch({ snooze: { until: null } })],
    ["late", row("created_at = now() - interval '25 hours'")],
    ["gone", row("channel_id = gen_random_uuid()")],
    ["replaced", async (id, visitor) => (await writeOnly(visitor, "And?")) && plan(id)],
    ["stopped", () => world.sql("UPDATE channels SET stopped_at = now() WHERE user_id = $1", [owner.id])],
    ["no_access", () => replaceOwner(world.sql, owner.id, other.id)],
  ];
  const planned = [];
  for (const [why, end] of ends) {
    const visitor = await world.openWidget(site);
    const id = await writeOnly(visitor, "Hello");
    await plan(id);
    planned.push({ why, end: () => end(id, visitor), job: await firstJobOf(id) });
  }
  await world.sql("DELETE FROM workspaces WHERE owner_id = $1", [other.id]);
  for (const { why, end, job } of planned) {
    await end();
    const due = await findDueNotification(job);
    expect(due, why ?? "nothing").toMatchObject(
      why === null ? { texts: ["Hello"], siteName: "Kiln Street" } : { skip: why },
    );
    await world.sql("UPDATE channels SET stopped_at = NULL WHERE user_id = $1", [owner.id]);
  }
});

async function firstJobOf(conversationId: string): Promise<JobOfRow> {
  const [row] = await world.sql<{ id: string; jobId: string }>(
    `SELECT id, job_id AS "jobId" FROM notifications WHERE conversation_id = $1 AND channel <> 'email' ORDER BY created_at`,
    [conversationId],
  );
  return { queue: "notification", rowId: row?.id ?? "", jobId: row?.jobId ?? "" };
}

test("the first message after a read is due within two seconds, whatever came before it", async () => {
  const { owner, visitor } = await newPlace({});
  const id = await writeOnly(visitor, "First");
  await plan(id);
  for (const message of ["Second", "Third"]) {
    await writeOnly(visitor, message);
    await plan(id);
  }
  await world.reply(owner, id, "Hello");
  await writeOnly(visitor, "Are you still there?");
  expect((await alertOf(id))?.inSeconds).toBeLessThanOrEqual(2);
  await plan(id);
  expect((await notesOf(id)).at(-1)).toMatchObject({ seq: 5, level: 0, status: "pending" });
});

test("two planners at once plan each alert once, and a planner that's cut off leaves it to the next", async () => {
  const { site } = await newPlace({});
  const ids = [];
  for (const _ of Array(6)) ids.push(await writeOnly(await world.openWidget(site), "Hello"));
  await world.sql("UPDATE alerts SET due_at = now() - interval '1 second' WHERE conversation_id = ANY($1::uuid[])", [
    ids,
  ]);
  {
    // As if a planner were killed: its locks end, and so does what it had written.
    await using held = await holdTransaction(world.database.url);
    await held.run("SELECT FROM alerts WHERE conversation_id = $1 FOR NO KEY UPDATE", [ids[0]]);
    await held.run("UPDATE alerts SET due_at = NULL WHERE conversation_id = $1", [ids[0]]);
    await Promise.all([planAlerts(), planAlerts(), planAlerts()]);
    expect(await notesOf(String(ids[0]))).toEqual([]);
  }
  await planAlerts();
  for (const id of ids) expect(await notesOf(id)).toHaveLength(1);
});

test("an alert that can't be planned holds up no other, and is tried again a minute later", async () => {
  const { site, visitor } = await newPlace({});
  const [broken, other] = [await writeOnly(visitor, "Hello"), await writeOnly(await world.openWidget(site), "Hello")];
  await world.sql(`
    CREATE FUNCTION refuse_notification() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON notifications FOR EACH ROW
      WHEN (NEW.conversation_id = '${broken}') EXECUTE FUNCTION refuse_notification()`);
  await world.sql(
    `UPDATE alerts SET due_at = now() - CASE conversation_id WHEN $1 THEN interval '2 seconds' ELSE interval '1 second' END
     WHERE conversation_id = ANY($2::uuid[])`,
    [broken, [broken, other]],
  );
  // A conversation that's locked for a moment is planned the next time.
  const planned = async () => {
    await planAlerts();
    return notesOf(other);
  };
  await expect.poll(planned).toMatchObject([{ status: "pending" }]);
  expect(await notesOf(broken)).toEqual([]);
  expect((await alertOf(broken))?.inSeconds).toBeGreaterThan(50);
  await world.sql("DROP TRIGGER refuse ON notifications; DROP FUNCTION refuse_notification");
  await plan(broken);
  expect(await notesOf(broken)).toMatchObject([{ status: "pending" }]);
});

test("a message that's stored while its conversation is locked is planned by the next planner", async () => {
  const { visitor } = await newPlace({});
  const id = await writeOnly(visitor, "Hello");
  await world.sql("UPDATE alerts SET due_at = now() - interval '1 second' WHERE conversation_id = $1", [id]);
  await using held = await holdTransaction(world.database.url);
  await held.run("UPDATE conversations SET last_message_preview = 'x' WHERE id = $1", [id]);
  expect(await planAlerts()).toBe(0);
  await held.end("COMMIT");
  expect(await planAlerts()).toBe(1);
  expect(await notesOf(id)).toHaveLength(1);
});

test("a read at the same moment as the escalation stops it", async () => {
  const { visitor } = await newPlace({}, { backup: true });
  const id = await writeOnly(visitor, "Hello");
  await plan(id);
  await plan(id);
  {
    await using reading = await holdTransaction(world.database.url);
    await reading.run(
      "UPDATE conversations SET owner_read_seq = last_seq, owner_unread_count = 0, last_read_by_owner_at = now() WHERE id = $1",
      [id],
    );
    await plan(id, { minutesLater: 6 });
    expect(await notesOf(id), "it waits for the read").toHaveLength(1);
    await reading.end("COMMIT");
  }
  await planAlerts();
  expect(await notesOf(id)).toHaveLength(1);
  expect(await alertOf(id)).toMatchObject({ endedBy: "read" });
});

test("nobody reads: backup channels after the site's minutes, everything after twice as long, and no more after a read", async () => {
  const { owner, visitor } = await newPlace({}, { backup: true });
  const id = await writeOnly(visitor, "Hello");
  await plan(id);
  expect(await notesOf(id)).toMatchObject([{ name: "Phone", level: 0 }]);
  await plan(id, { minutesLater: 4 });
  expect(await notesOf(id)).toHaveLength(1);
  await plan(id, { minutesLater: 1 });
  expect((await notesOf(id)).slice(1)).toMatchObject([{ name: "Backup", level: 1, status: "pending" }]);
  await plan(id, { minutesLater: 5 });
  expect((await notesOf(id)).slice(2)).toMatchObject([
    { name: "Backup", level: 2 },
    { name: "Phone", level: 2 },
  ]);
  expect(await alertOf(id)).toMatchObject({ endedBy: null, inSeconds: null });

  const other = await writeOnly(await world.openWidget((await world.newOwnerWithSite()).site), "Hello");
  expect(other).not.toBe(id);
  const second = await writeOnly(visitor, "Hello?");
  await world.send("POST", `/conversations/${second}/read`, { token: owner.token, body: {} });
  await plan(second, { minutesLater: 60 });
  expect(await notesOf(second)).toHaveLength(4);
  expect(await alertOf(second)).toMatchObject({ endedBy: "read" });
});

test("an automatic message notifies no one again: not at once, not by email, and escalation goes on as without it", async () => {
  const { owner, visitor } = await newPlace({}, { backup: true });
  const id = await writeOnly(visitor, "Hello");
  await plan(id);
  await storeMessage("automatic", id, { run: world.sql });
  expect((await proofOf(owner, id)).next?.what, "nothing new is to be sent").toBe("backup");
  for (const _ of ["the burst", "its end"]) await plan(id);
  expect(await notesOf(id)).toMatchObject([{ seq: 1, name: "Phone" }]);
  expect(await world.sql("SELECT 1 FROM mails WHERE conversation_id = $1", [id])).toHaveLength(1);
  expect(await alertOf(id)).toMatchObject({ endedBy: null, isOpen: false });
  await plan(id, { minutesLater: 5 });
  await plan(id, { minutesLater: 5 });
  expect((await notesOf(id)).slice(1)).toMatchObject([
    { seq: 1, name: "Backup", level: 1 },
    { seq: 1, name: "Backup", level: 2 },
    { seq: 1, name: "Phone", level: 2 },
  ]);
  await world.sql("UPDATE conversations SET last_message_at = now() - interval '2 minutes' WHERE id = $1", [id]);
  await repairAlerts();
  expect(await alertOf(id), "no message is missing").toMatchObject({ inSeconds: null });
  await writeOnly(visitor, "Still there?");
  await plan(id);
  expect((await notesOf(id)).slice(4)).toMatchObject([{ seq: 3 }, { seq: 3 }]);
});

test("a message that was read and marked as unread is no reason to notify, though an automatic one follows it", async () => {
  const { owner, visitor } = await newPlace({});
  const id = await writeOnly(visitor, "Hello");
  await plan(id);
  await storeMessage("automatic", id, { run: world.sql });
  const { token } = owner;
  await world.send("POST", `/conversations/${id}/read`, { token, body: {} });
  await world.send("PATCH", `/conversations/${id}`, { token, body: { unread: true } });
  await plan(id, { minutesLater: 5 });
  expect(await notesOf(id)).toHaveLength(1);
  expect(await alertOf(id)).toMatchObject({ endedBy: "read" });
});

test("a channel that failed, was stopped or is doubtful makes backups count as the first ones", async () => {
  const faults = [
    "UPDATE channels SET stopped_at = now(), stop_reason = 'gone' WHERE user_id = $1 AND NOT is_backup",
    "UPDATE channels SET unshown_count = 3, unshown_since = now() - interval '1 hour' WHERE user_id = $1 AND NOT is_backup",
    "UPDATE channels SET unshown_count = 1, unshown_since = now() - interval '8 days' WHERE user_id = $1 AND NOT is_backup",
  ];
  for (const fault of faults) {
    const { owner, visitor } = await newPlace({}, { backup: true });
    await world.sql(fault, [owner.id]);
    const id = await writeOnly(visitor, "Hello");
    await plan(id);
    expect((await notesOf(id)).map(({ name }) => name)).toContain("Backup");
  }
  const { visitor } = await newPlace({}, { backup: true });
  const id = await writeOnly(visitor, "Hello");
  await plan(id);
  expect(await notesOf(id)).toMatchObject([{ name: "Phone" }]);
  await world.sql("UPDATE notifications SET status = 'failed' WHERE conversation_id = $1 AND channel = 'ntfy'", [id]);
  await plan(id);
  expect((await notesOf(id)).slice(1)).toMatchObject([{ name: "Backup", level: 0 }]);
});

const reportPresence = ({ token }: MailedOwner, id: string, body: object = {}) =>
  ask(PresenceResponse, 200, "POST", `/conversations/${id}/presence`, { token, baseUrl: world.baseUrl, body });

// The service stores what's in view, and this process plans.
test("a person who has the conversation in view isn't notified, but is 30 s after their tab was last heard of", async () => {
  const { owner, visitor } = await newPlace({});
  const id = await writeOnly(visitor, "Hello");
  const version = () => world.sql("SELECT xmin, updated_at FROM conversations WHERE id = $1", [id]);
  const before = await version();
  const metrics = createMetrics();
  startCounting(metrics);
  await reportPresence(owner, id);
  expect(await version(), "the conversation isn't written").toEqual(before);
  await plan(id);
  expect(await notesOf(id)).toMatchObject([{ status: "skipped", reason: "looking" }]);
  expect((await alertOf(id))?.inSeconds).toBeGreaterThan(20);
  await plan(id);
  expect(await notesOf(id)).toHaveLength(1);
  await world.sql("UPDATE presences SET seen_at = now() - interval '31 seconds' WHERE user_id = $1", [owner.id]);
  await plan(id);
  expect((await notesOf(id)).slice(1)).toMatchObject([{ status: "pending", level: 0 }]);
  expect((await metrics.notifications.get()).values).toEqual([
    { labels: { channel: "ntfy", status: "skipped" }, value: 1 },
    { labels: { channel: "email", status: "queued" }, value: 1 },
    { labels: { channel: "ntfy", status: "pending" }, value: 1 },
  ]);
});

test("leaving a conversation unread plans it again at once, and what comes later notifies; another one in view doesn't matter", async () => {
  const { owner, site, visitor } = await newPlace({});
  const [id, other] = [await writeOnly(visitor, "Hello"), await writeOnly(await world.openWidget(site), "Hello")];
  await reportPresence(owner, id);
  await reportPresence(owner, id);
  await plan(id);
  await plan(other);
  expect(await notesOf(id)).toMatchObject([{ status: "skipped", reason: "looking" }]);
  expect(await notesOf(other)).toMatchObject([{ status: "pending" }]);
  await reportPresence(owner, other);
  expect(await findDueNotification(await firstJobOf(other))).toEqual({ postponeTo: expect.any(Date) });

  await reportPresence(owner, id, { leaving: true });
  expect((await alertOf(id))?.inSeconds).toBeLessThanOrEqual(2);
  await plan(id);
  expect((await notesOf(id)).slice(1)).toMatchObject([{ status: "pending", seq: 1 }]);
  await plan(id);
  await writeOnly(visitor, "Are you there?");
  await plan(id);
  expect((await notesOf(id)).slice(2)).toMatchObject([{ status: "pending", seq: 2 }]);

  const later = (await alertOf(id))?.inSeconds ?? 0;
  await reportPresence(owner, id);
  await reportPresence(owner, id, { leaving: true });
  expect((await alertOf(id))?.inSeconds, "what was notified about isn't hurried").toBeGreaterThan(later - 10);
  await askNothing("DELETE", `/conversations/${id}`, { token: owner.token, baseUrl: world.baseUrl });
  expect(await reportPresence(owner, id, { leaving: true })).toEqual({ people: [] });
  expect((await world.send("POST", `/conversations/${id}/presence`, { token: owner.token, body: {} })).status).toBe(
    404,
  );
});

test("a channel that's connected for one workspace gets no other's alerts, and isn't listed there", async () => {
  const { owner, visitor } = await newPlace({}, {});
  const foreign = await newPlace();
  const workspaceOf = "SELECT id FROM workspaces WHERE owner_id = $1";
  const [first] = await world.sql(
    `UPDATE channels SET name = 'Here', workspace_id = (${workspaceOf})
     WHERE id = (SELECT id FROM channels WHERE user_id = $1 LIMIT 1) RETURNING id`,
    [owner.id],
  );
  const [other] = await world.sql<{ id: string }>(
    `UPDATE channels SET name = 'Elsewhere', workspace_id = (${workspaceOf}) WHERE user_id = $2 AND workspace_id IS NULL RETURNING id`,
    [foreign.owner.id, owner.id],
  );
  const id = await writeOnly(visitor, "Hello");
  await plan(id);
  expect(await notesOf(id)).toMatchObject([{ name: "Here" }]);
  const call = { token: owner.token, baseUrl: world.baseUrl };
  const { channels } = await ask(ChannelListResponse, 200, "GET", "/account/channels", call);
  expect(channels).toMatchObject([first]);
  await refuse("not_found", "DELETE", `/account/channels/${other?.id}`, call);
});

test("a site's new escalation minutes hold for alerts that are open already, and repeat nothing", async () => {
  const { owner, site, visitor } = await newPlace({}, { backup: true });
  const change = async (minutes: number | null) => {
    const call = { token: owner.token, body: { minutes } };
    expect((await world.send("PATCH", `/sites/${site.id}/escalation`, call)).status).toBe(200);
    await planAlerts();
  };
  const id = await writeOnly(visitor, "Hello");
  await plan(id);
  await plan(id);
  const inMinutes = async () => {
    const seconds = (await alertOf(id))?.inSeconds;
    return typeof seconds === "number" ? Math.round(seconds / 60) : seconds;
  };
  expect(await inMinutes()).toBe(5);
  await change(30);
  expect(await inMinutes()).toBe(30);
  await change(null);
  expect(await inMinutes()).toBeNull();
  await change(10);
  expect(await inMinutes()).toBe(10);
  await plan(id, { minutesLater: 10 });
  expect(await notesOf(id)).toMatchObject([{ level: 0 }, { name: "Backup", level: 1 }]);
  const waited = () => world.sql("SELECT level FROM alerts WHERE conversation_id = $1", [id]);
  await change(60);
  expect(await waited()).toEqual([{ level: 1 }]);
  expect(await inMinutes()).toBe(110);
  await change(4);
  expect((await notesOf(id)).slice(2)).toMatchObject([{ level: 2 }, { level: 2 }]);
  await change(3);
  expect(await notesOf(id)).toHaveLength(4);
});

test("quiet hours skip what comes in them, end with one summary per channel, and put the escalation off", async () => {
  const { owner, site } = await newPlace({}, { backup: true });
  const [hours] = await world.sql<{ end: Date }>(
    `UPDATE users SET time_zone = 'UTC', quiet_from = extract(hour FROM now() AT TIME ZONE 'UTC') * 60,
       quiet_until = (extract(hour FROM now() AT TIME ZONE 'UTC')::int + 2) % 24 * 60 WHERE id = $1
     RETURNING date_trunc('hour', now()) + interval '2 hours 5 seconds' AS end`,
    [owner.id],
  );
  for (const text of ["One", "Two"]) {
    const id = await writeOnly(await world.openWidget(site), text);
    await plan(id, { minutesLater: 30 });
    expect(await notesOf(id)).toMatchObject([{ name: "Phone", status: "skipped", reason: "quiet_hours" }]);
    expect((await alertOf(id))?.inSeconds).toBeLessThan(31);
    await plan(id);
    expect((await alertOf(id))?.inSeconds).toBeGreaterThan(3_600);
  }
  const summaries = await world.sql(
    `SELECT name, status, due_at = $2 AS "isAtEnd" FROM notifications WHERE user_id = $1 AND kind = 'summary'`,
    [owner.id, hours?.end],
  );
  expect(summaries).toEqual([{ name: "Phone", status: "pending", isAtEnd: true }]);
  expect(await world.deliverAll()).toContainEqual({ postponeTo: expect.any(Date) });
  expect(world.mailsTo(owner)).toEqual([]);
});

test("an assigned conversation notifies its assignee alone, and in their quiet hours, or if nobody wants all, the others too", async () => {
  const { owner, site } = await newPlace({});
  const other = await world.newOwner();
  await addChannel(other);
  const notified = async (text: string) => {
    const id = await writeOnly(await world.openWidget(site), text);
    await world.sql("UPDATE conversations SET assignee_id = $2 WHERE id = $1", [id, owner.id]);
    await plan(id);
    return world.sql<{ id: string; reason: string | null }>(
      `SELECT user_id AS id, reason FROM notifications WHERE conversation_id = $1 AND channel <> 'email' ORDER BY user_id = $2`,
      [id, other.id],
    );
  };
  await world.sql(
    `INSERT INTO members (workspace_id, user_id, role, created_at)
     SELECT workspace_id, $2, 'agent', now() FROM sites WHERE id = $1`,
    [site.id, other.id],
  );
  expect(await notified("By day")).toEqual([{ id: owner.id, reason: null }]);
  await world.sql(
    `UPDATE users SET time_zone = 'UTC', quiet_from = extract(hour FROM now() AT TIME ZONE 'UTC') * 60,
       quiet_until = (extract(hour FROM now() AT TIME ZONE 'UTC')::int + 2) % 24 * 60 WHERE id = $1`,
    [owner.id],
  );
  const both = [
    { id: owner.id, reason: "quiet_hours" },
    { id: other.id, reason: null },
  ];
  expect(await notified("At night")).toEqual(both);
  const about = (whom: string) =>
    world.sql("UPDATE members SET notify_about = $3 WHERE user_id IN ($1, $2)", [owner.id, other.id, whom]);
  await about("mine");
  expect(await notified("To nobody")).toEqual(both);
  await about("none");
  expect(await notified("Unwanted")).toEqual([]);
});

test("a message to a disabled person notifies their colleagues, and them only once they're enabled", async () => {
  const { owner, site } = await newPlace({});
  const other = await world.newOwner();
  await addChannel(other);
  await world.sql(
    `INSERT INTO members (workspace_id, user_id, role, created_at)
     SELECT workspace_id, $2, 'agent', now() FROM sites WHERE id = $1`,
    [site.id, other.id],
  );
  const notified = async (text: string) => {
    const id = await writeOnly(await world.openWidget(site), text);
    await world.sql("UPDATE conversations SET assignee_id = $2 WHERE id = $1", [id, other.id]);
    await plan(id);
    return world.sql("SELECT user_id AS id FROM notifications WHERE conversation_id = $1 AND channel <> 'email'", [id]);
  };
  await disableByOperator(other.email);
  expect(await notified("Anyone there?")).toEqual([{ id: owner.id }]);
  await enableByOperator(other.email);
  expect(await notified("And now?")).toEqual([{ id: other.id }]);
});

test("quiet hours end by the zone's rules of that day, also where the clock moves, and an unknown zone has none", async () => {
  const endOf = async (moment: string, zone: string, from = 1320, until = 420) => {
    const [row] = await world.sql<{ end: Date | null }>(
      'SELECT quiet_end($1::timestamptz, $2, $3::smallint, $4::smallint) AS "end"',
      [moment, zone, from, until],
    );
    return row?.end?.toISOString() ?? null;
  };
  expect(await endOf("2026-03-28T22:30:00Z", "Europe/Berlin")).toBe("2026-03-29T05:00:00.000Z");
  expect(await endOf("2026-10-24T22:30:00Z", "Europe/Berlin")).toBe("2026-10-25T06:00:00.000Z");
  expect(await endOf("2026-06-01T04:00:00Z", "Europe/Berlin")).toBe("2026-06-01T05:00:00.000Z");
  expect(await endOf("2026-06-01T05:00:00Z", "Europe/Berlin")).toBeNull();
  expect(await endOf("2026-06-01T10:00:00Z", "UTC", 540, 720)).toBe("2026-06-01T12:00:00.000Z");
  expect(await endOf("2026-06-01T13:00:00Z", "UTC", 540, 720)).toBeNull();
  expect(await endOf("2026-06-01T10:00:00Z", "Atlantis/Center")).toBeNull();
});

test("an email that the version before queued is sent once, and the proof says so", async () => {
  const { owner, visitor, site } = await newPlace();
  const id = await writeOnly(visitor, "Hello");
  const mailId = randomUUID();
  await world.sql(
    `WITH mail AS (
       INSERT INTO mails (id, job_id, kind, workspace_id, site_id, conversation_id, due_at, created_at, updated_at)
       SELECT $2, $2, 'owner_alert', workspace_id, site_id, id, now(), now(), now() FROM conversations WHERE id = $1
     )
     UPDATE conversations SET owner_mail_id = $2 WHERE id = $1`,
    [id, mailId],
  );
  await plan(id);
  await world.deliverAll();
  expect(world.mailsTo(owner)).toHaveLength(1);
  expect(await world.endsOf(site.id)).toEqual([{ status: "sent", reason: null }]);
  expect(await proofOf(owner, id)).toMatchObject({ notifications: [{ channel: "email", status: "accepted" }] });
});

test("the proof shows what's planned next, each channel's outcome, and an email as it is", async () => {
  const { owner, visitor } = await newPlace({}, { backup: true });
  const id = await writeOnly(visitor, "Hello");
  expect(await proofOf(owner, id)).toMatchObject({ notifications: [], next: { what: "send" } });
  await plan(id);
  await plan(id);
  const before = await proofOf(owner, id);
  expect(before).toMatchObject({ next: { what: "backup" }, since: expect.any(String) });
  expect(before.notifications.map(({ channel, status }) => `${channel} ${status}`).toSorted()).toEqual([
    "email pending",
    "ntfy pending",
  ]);
  await world.deliverAll();
  await world.send("POST", `/conversations/${id}/read`, { token: owner.token, body: {} });
  await plan(id);
  const { next, endedBy, notifications } = await proofOf(owner, id);
  expect({ next, endedBy }).toEqual({ next: undefined, endedBy: "read" });
  expect(notifications).toContainEqual(expect.objectContaining({ channel: "email", status: "accepted" }));
});

const proofOf = ({ token }: MailedOwner, id: string) => {
  const call = { token, baseUrl: world.baseUrl };
  return ask(ConversationNotificationsResponse, 200, "GET", `/conversations/${id}/notifications`, call);
};

test("a message that no alert knows is found within minutes, and one that does isn't planned twice", async () => {
  const { visitor, site } = await newPlace({});
  const lost = await writeOnly(visitor, "Lost");
  const known = await writeOnly(await world.openWidget(site), "Known");
  await plan(known);
  await world.sql("DELETE FROM alerts WHERE conversation_id = $1", [lost]);
  await world.sql(
    "UPDATE conversations SET last_message_at = now() - interval '2 minutes' WHERE id = ANY($1::uuid[])",
    [[lost, known]],
  );
  expect(await repairAlerts()).toBe(1);
  await planAlerts();
  expect(await notesOf(lost)).toMatchObject([{ status: "pending" }]);
  expect(await repairAlerts()).toBe(0);
  expect(await notesOf(known)).toHaveLength(1);
});

test("alerts that no process planned for an hour are one summary per channel", async () => {
  const { owner, site } = await newPlace({});
  const ids = [];
  for (const text of ["One", "Two"]) ids.push(await writeOnly(await world.openWidget(site), text));
  await world.sql(
    "UPDATE alerts SET due_at = now() - interval '2 hours', since = now() - interval '2 hours' WHERE conversation_id = ANY($1::uuid[])",
    [ids],
  );
  await planAlerts();
  for (const id of ids) expect(await notesOf(id)).toMatchObject([{ status: "skipped", reason: "late" }]);
  expect(await world.sql("SELECT name FROM notifications WHERE user_id = $1 AND kind = 'summary'", [owner.id])).toEqual(
    [{ name: "Phone" }],
  );
});

test("after a conversation needed no reply, nothing escalates, and the visitor's next message notifies again", async () => {
  const { owner, visitor } = await newPlace({}, { backup: true });
  const id = await writeOnly(visitor, "Thanks!");
  await plan(id);
  const call = { token: owner.token, body: { noReplyNeeded: true } };
  expect((await world.send("PATCH", `/conversations/${id}`, call)).status).toBe(200);
  await plan(id, { minutesLater: 30 });
  expect(await notesOf(id)).toMatchObject([{ name: "Phone", seq: 1 }]);
  await writeOnly(visitor, "One more question");
  await plan(id);
  expect((await notesOf(id)).slice(1)).toMatchObject([{ name: "Phone", level: 0, seq: 2 }]);
});
