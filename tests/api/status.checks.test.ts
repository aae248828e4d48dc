import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { noteReading, pauseReading, takeMailbox } from "#lib/notify/mail-in/mailbox.system.ts";
import { closeDb } from "#platform/database/database.ts";
import { closeMail } from "#platform/mail/transport.ts";
import { noteTraffic } from "#platform/metrics/traffic.ts";
import { backups } from "../../server/status/checks/backups.ts";
import { clock } from "../../server/status/checks/clock.ts";
import { database as size } from "../../server/status/checks/database.ts";
import { deliveries } from "../../server/status/checks/deliveries.ts";
import { inbound } from "../../server/status/checks/inbound.ts";
import { limits } from "../../server/status/checks/limits.ts";
import { mail } from "../../server/status/checks/mail.ts";
import { proxy } from "../../server/status/checks/proxy.ts";
import { push } from "../../server/status/checks/push.ts";
import { secret } from "../../server/status/checks/secret.ts";
import { storeSample } from "../../server/status/samples.ts";
import { shareTraffic } from "../../server/status/traffic-counts.ts";
import { query, type ScratchDatabase, scratchDatabase } from "../support/database.ts";
import { insertRows } from "../support/insert-rows.ts";
import { mailServer } from "../support/mail-server.ts";
import { provideSettings } from "../support/provide-settings.ts";

/* Each check is seen to find what it watches, by breaking that. Their words are for people, so only what matters is compared. */

const { signal } = new AbortController();
let database: ScratchDatabase;

test.beforeEach(async () => {
  database = await scratchDatabase();
  provideSettings({ DATABASE_URL: database.url });
});
test.afterEach(async () => {
  closeMail();
  await closeDb();
  await database.drop();
});

const run = (text: string, values: unknown[] = []) => query(database.url, text, values);
const stateOf = async ({ find }: Pick<typeof mail, "find">) => (await find(signal)).state;

test("backups: none set, a folder that's missing, three failures, and one that's too old", async () => {
  const at = (settings: Record<string, string>) => provideSettings({ DATABASE_URL: database.url, ...settings });
  expect(await backups.find(signal)).toMatchObject({ state: "warning", says: "Nothing is backed up." });
  at({ BACKUP_TO: "none" });
  expect(await stateOf(backups)).toBe("off");
  const folder = await mkdtemp(join(tmpdir(), "site-inbox-backups-"));
  at({ BACKUP_TO: join(folder, "not-mounted") });
  expect(await backups.find(signal)).toMatchObject({
    state: "failing",
    says: expect.stringContaining("doesn't exist"),
  });
  at({ BACKUP_TO: folder });
  expect(await backups.find(signal)).toMatchObject({ state: "warning", says: "There's no backup yet." });
  const ended = (hours: number, failure: string | null) =>
    run(
      `INSERT INTO backups (id, target, host, name, started_at, ended_at, failure)
       SELECT gen_random_uuid(), $1, 'one', 'a', at, at, $3 FROM (SELECT now() - make_interval(hours => $2) AS at) t`,
      [folder, hours, failure],
    );
  await ended(50, null);
  expect(await stateOf(backups)).toBe("failing");
  await ended(30, null);
  expect(await backups.find(signal)).toMatchObject({ state: "good", says: expect.stringContaining("30 hours ago") });
  await ended(20, "the disk is full");
  expect(await backups.find(signal)).toMatchObject({
    state: "warning",
    says: expect.stringContaining("the disk is full"),
  });
  await ended(19, "the disk is full");
  await ended(18, "the disk is full");
  expect(await stateOf(backups)).toBe("failing");
});

test("mail: a server that's gone, and emails that nobody accepts", async () => {
  await using server = await mailServer();
  const settings = { DATABASE_URL: database.url, MAIL_FROM: "Inbox <inbox@example.com>" };
  expect(await stateOf(mail)).toBe("off");
  provideSettings({ ...settings, SMTP_URL: server.url });
  expect(await stateOf(mail)).toBe("good");
  const pending = {
    kind: "test",
    status: "pending",
    reason: "450 later",
    job_id: "00000000-0000-0000-0000-000000000000",
  };
  await insertRows(run, "mails", [pending, pending, pending]);
  expect(await stateOf(mail)).toBe("warning");
  closeMail();
  await server.close();
  expect(await mail.find(signal)).toMatchObject({
    state: "failing",
    says: expect.stringContaining("Email can't be sent"),
  });
});

test("inbound: no mailbox, one that nobody reads, a wrong login, ten minutes without a look, and one that's almost full", async () => {
  expect(await stateOf(inbound)).toBe("off");
  const more = { INBOUND_ADDRESS: "a@b.example", SMTP_URL: "smtp://127.0.0.1", MAIL_FROM: "a@b.example" };
  const INBOUND_IMAP_URL = "imaps://a:b@mail.b.example";
  const server = provideSettings({ DATABASE_URL: database.url, ...more, INBOUND_IMAP_URL }).INBOUND_IMAP_URL;
  if (!server) throw new Error("the mailbox isn't set");
  expect(await inbound.find(signal)).toMatchObject({ state: "warning", todo: expect.stringContaining("npm run jobs") });
  const reader = randomUUID();
  const fail = async (problem: "login" | "oauth" | "folder" | "unreachable") => {
    await takeMailbox(reader, server);
    await pauseReading(reader, { problem, reason: 'It said "no".', seconds: 0 });
    return inbound.find(signal);
  };
  for (const problem of ["login", "oauth", "folder"] as const)
    expect(await fail(problem)).toMatchObject({ state: "failing", says: expect.stringContaining('It said "no".') });
  expect(await fail("unreachable")).toMatchObject({ state: "good" });
  await run("UPDATE inbound_mailboxes SET problem_at = now() - interval '11 minutes'");
  expect(await inbound.find(signal)).toMatchObject({ state: "failing", says: expect.stringContaining("11 minutes") });
  await takeMailbox(reader, server);
  await noteReading(reader, { uidValidity: 1n, nextUid: 1, usedPercent: 95 });
  expect(await inbound.find(signal)).toMatchObject({ state: "warning", says: expect.stringContaining("95 % full") });
  await noteReading(reader, { uidValidity: 1n, nextUid: 1, usedPercent: 94 });
  expect(await stateOf(inbound)).toBe("good");
  await run("UPDATE inbound_mailboxes SET looked_at = now() - interval '11 minutes'");
  expect(await stateOf(inbound)).toBe("failing");
  // Another mailbox than the one that's known.
  provideSettings({ DATABASE_URL: database.url, ...more, INBOUND_IMAP_URL: `${INBOUND_IMAP_URL}/Replies` });
  expect(await stateOf(inbound)).toBe("warning");
});

test("deliveries: five emails that were given up within a day", async () => {
  const failed = { kind: "test", status: "failed", job_id: "00000000-0000-0000-0000-000000000000" };
  await insertRows(run, "mails", [failed, failed, failed, failed]);
  expect(await deliveries.find(signal)).toMatchObject({
    state: "good",
    says: expect.stringContaining("4 emails were"),
  });
  await insertRows(run, "mails", [failed]);
  expect(await stateOf(deliveries)).toBe("warning");
  await run("UPDATE mails SET updated_at = now() - interval '25 hours'");
  expect(await deliveries.find(signal)).toMatchObject({ state: "good", says: expect.not.stringContaining("emails") });
});

test("clock: both are this host's", async () => {
  expect(await stateOf(clock)).toBe("good");
});

test("push: keys that this secret doesn't open", async () => {
  await run("DELETE FROM push_keys");
  expect(await stateOf(push)).toBe("off");
  await insertRows(run, "push_keys", [{ public_key: "public", private_key: randomBytes(60) }]);
  expect(await push.find(signal)).toMatchObject({ state: "failing", says: expect.stringContaining("AUTH_SECRET") });
});

test("secret: one that was replaced elsewhere, and a change that isn't over", async () => {
  await run("DELETE FROM secret_fingerprint");
  expect(await stateOf(secret)).toBe("good");
  await run("INSERT INTO secret_fingerprint (id, current, changed_at) VALUES (1, $1, now())", [randomBytes(32)]);
  expect(await stateOf(secret)).toBe("failing");
});

test("proxy: most requests come through another number of proxies, and limits: what was reached", async () => {
  const count = (what: string, times: number) => {
    for (let at = 0; at < times; at += 1) noteTraffic(what);
    return shareTraffic();
  };
  await run("DELETE FROM status_counts");
  await count("proxy as set", 10);
  expect(await stateOf(proxy)).toBe("off");
  await count("proxy as set", 10);
  expect(await stateOf(proxy)).toBe("good");
  await count("proxy more", 30);
  expect(await stateOf(proxy)).toBe("warning");
  await count("proxy fewer", 80);
  expect(await proxy.find(signal)).toMatchObject({ state: "warning", says: expect.stringContaining("fewer proxies") });
  await count("limit log-in", 3);
  expect((await limits.find(signal)).says).toContain("log-in 3 times");
  await run("UPDATE status_counts SET hour = hour - interval '3 hours'");
  expect(await stateOf(proxy)).toBe("off");
  expect((await limits.find(signal)).says).toContain("No limit was reached");
});

test("database: its growth is said once there's a week to tell by", async () => {
  const [sample] = (await size.find(signal)).samples ?? [];
  if (!sample) throw new Error("it has no sample");
  await storeSample({ ...sample, bytes: sample.bytes - 7_000_000 });
  await run("UPDATE status_samples SET day = day - 6");
  await storeSample(sample);
  expect((await size.find(signal)).says).not.toContain("grows");
  await run("UPDATE status_samples SET day = day - 1 WHERE day < current_date");
  expect((await size.find(signal)).says).toMatch(/grows by 9\d\d kB a day\.$/);
});
