import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { closeLiveUpdates } from "#lib/live/live-updates/live-updates.ts";
import { markTold, storeFinding, takeDueChecks } from "#lib/notify/status/findings.system.ts";
import { StatusResponse } from "#lib/notify/status/schema.ts";
import { closeDb, transaction } from "#platform/database/database.ts";
import { closeMail } from "#platform/mail/transport.ts";
import { liveUpdatesCheck } from "../../server/status/checks/live-updates.ts";
import { queues } from "../../server/status/checks/queues.ts";
import { StatusWatch } from "../../server/status/status-watch.ts";
import { ask, refuse } from "../support/api-client.ts";
import { runCommand } from "../support/command.ts";
import { query, type ScratchDatabase, scratchDatabase } from "../support/database.ts";
import { testEnvironment } from "../support/environment.ts";
import { mailServer } from "../support/mail-server.ts";
import { mailWorld } from "../support/mail-world.ts";
import { provideSettings } from "../support/provide-settings.ts";
import { signUp } from "../support/sign-up.ts";
import { startProcess } from "../support/start-process.ts";

const { signal } = new AbortController();
const SECOND = "second@example.com";

async function register(baseUrl: string, email: string): Promise<string> {
  const response = await fetch(`${baseUrl}/auth/register`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email, password: "correct horse battery" }),
  });
  expect(response.status).toBe(201);
  return (await response.json()).token;
}

const mayRead = async (baseUrl: string, token: string) =>
  (await fetch(`${baseUrl}/status`, { headers: { Authorization: `Bearer ${token}` } })).status === 200;

test("the first account is the operator, and once it's gone, no later one is", async () => {
  await using database = await scratchDatabase();
  await using service = await startProcess("operators", { DATABASE_URL: database.url });
  const { baseUrl } = service;
  const { token: first } = await signUp(baseUrl);
  const second = await register(baseUrl, SECOND);
  expect(await ask(StatusResponse, 200, "GET", "/status", { baseUrl, token: first })).toEqual({ checks: [] });
  await refuse("not_permitted", "GET", "/status", { baseUrl, token: second });
  await query(database.url, "DELETE FROM users WHERE email = 'owner@example.com'");
  expect(await mayRead(baseUrl, second)).toBe(false);
  await using restarted = await startProcess("operators-again", { DATABASE_URL: database.url });
  await register(restarted.baseUrl, "third@example.com");
  expect(await mayRead(restarted.baseUrl, second)).toBe(false);
});

test("OPERATORS names the operators in place of the first account, and only confirmed addresses count", async () => {
  await using database = await scratchDatabase();
  await using service = await startProcess("named", {
    DATABASE_URL: database.url,
    OPERATORS: `someone@example.com, ${SECOND.toUpperCase()}`,
  });
  const { token: first } = await signUp(service.baseUrl);
  const second = await register(service.baseUrl, SECOND);
  expect(await mayRead(service.baseUrl, first)).toBe(false);
  expect(await mayRead(service.baseUrl, second)).toBe(false);
  await query(database.url, "UPDATE users SET email_confirmed_at = now() WHERE email = $1", [SECOND]);
  expect(await mayRead(service.baseUrl, second)).toBe(true);
});

test("each check is one process's for its interval", async () => {
  await using database = await scratchDatabase();
  provideSettings({ DATABASE_URL: database.url });
  const looks = [
    { name: "clock", host: "one", everySeconds: 60 },
    { name: "queues", host: "", everySeconds: 60 },
  ] as const;
  const taken = await Promise.all(Array.from({ length: 5 }, () => takeDueChecks(looks)));
  expect(
    taken
      .flat()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(["clock", "queues"]);
  await query(database.url, "UPDATE status_checks SET due_at = now() WHERE name = 'queues'");
  expect(await takeDueChecks(looks)).toEqual([{ name: "queues", host: "" }]);
  // The clock was ahead by a day.
  await query(database.url, "UPDATE status_checks SET due_at = now() + interval '1 day' WHERE name = 'queues'");
  expect(await takeDueChecks(looks)).toEqual([{ name: "queues", host: "" }]);
  await closeDb();
});

test("only looks that agree are announced: not one that nobody follows up, and none that couldn't look", async () => {
  await using database = await scratchDatabase();
  provideSettings({ DATABASE_URL: database.url });
  const run = (text: string, values: unknown[] = []) => query(database.url, text, values);
  const look = { name: "disk", host: "one" } as const;
  await takeDueChecks([{ ...look, everySeconds: 300 }]);
  const store = (state: "failing" | "good" | "warning", isUnknown = false) =>
    storeFinding(look, { state, says: "So.", isUnknown });
  const told = async () => (await transaction(markTold)).map(({ isFailing }) => isFailing);

  await store("failing");
  await age(run, 600);
  expect(await told(), "its host is gone").toEqual([]);
  await store("failing");
  await age(run, 60);
  await store("warning", true);
  await age(run, 60);
  await store("warning", true);
  expect(await told(), "it couldn't look").toEqual([]);
  await store("failing");
  expect(await told()).toEqual([true]);
  await store("failing");
  expect(await told()).toEqual([]);
  await store("good");
  await age(run, 700);
  expect(await told(), "it was looked at once").toEqual([]);
  await store("warning");
  expect(await told(), "it isn't fine yet").toEqual([]);
  await store("good");
  expect(await told()).toEqual([false]);
  await closeDb();
});

test("a process that starts looks at once at what's about its settings, if the row is from before", async () => {
  await using database = await scratchDatabase();
  await using server = await mailServer();
  provideSettings({ DATABASE_URL: database.url });
  const watch = new StatusWatch({ web: true, jobs: true });
  const mail = async () => (await query(database.url, "SELECT state FROM status_checks WHERE name = 'mail'"))[0]?.state;
  await watch.lookAtSettings(signal);
  expect(await mail(), "the first look is a minute later").toBeUndefined();
  await watch.look(signal);
  expect(await mail()).toBe("off");
  const restart = () => {
    provideSettings({ DATABASE_URL: database.url, SMTP_URL: server.url, MAIL_FROM: "Inbox <inbox@example.com>" });
    return new StatusWatch({ web: true, jobs: true }).lookAtSettings(signal);
  };
  await restart();
  expect(await mail(), "another process has just looked").toBe("off");
  await query(database.url, "UPDATE status_checks SET due_at = due_at - interval '10 seconds'");
  await restart();
  expect(await mail()).toBe("good");
  closeMail();
  await closeDb();
});

/** Makes what was found older. */
const age = (run: (text: string, values: unknown[]) => Promise<unknown>, seconds: number) =>
  run(
    `UPDATE status_checks SET checked_at = checked_at - make_interval(secs => $1),
       failing_since = failing_since - make_interval(secs => $1), fine_since = fine_since - make_interval(secs => $1)`,
    [seconds],
  );

test("a job that waits in one queue is found behind others that are due, with each queue's length", async () => {
  await using database = await scratchDatabase();
  await using _service = await startProcess("queues", { DATABASE_URL: database.url, JOBS: "off" });
  provideSettings({ DATABASE_URL: database.url });
  const insert = (queue: string, seconds: number) =>
    query(database.url, "INSERT INTO pgboss.job (name, start_after) VALUES ($1, now() - make_interval(secs => $2))", [
      queue,
      seconds,
    ]);
  const finding = (state: string, says: string) => ({ state, says: expect.stringContaining(says) });
  await insert("mail", 1);
  const none = "Queued jobs: mail 1, webhook 0, notification 0, inbound 0.";
  expect(await queues.find(signal)).toMatchObject(finding("good", none));
  await insert("webhook", 3_600);
  await insert("webhook", -3_600);
  expect(await queues.find(signal)).toMatchObject(finding("warning", "in the queue webhook"));
  const long = "webhook 2 (the oldest has been due for 60 minutes)";
  expect(await queues.find(signal)).toMatchObject(finding("warning", long));
  await insert("notification", 3_600);
  expect(await queues.find(signal)).toMatchObject(finding("failing", "in the queue notification"));
  await closeDb();
});

/** Lets time pass for the checks' rows. */
const pass = (run: (text: string, values: unknown[]) => Promise<unknown>, seconds: number) =>
  run(
    `UPDATE status_checks SET due_at = now(), failing_since = failing_since - make_interval(secs => $1),
       fine_since = fine_since - make_interval(secs => $1)`,
    [seconds],
  );

test("operators are emailed once when a check fails and once when it's fine again, by several processes together", async () => {
  await using world = await openMailWorld();
  const operator = await world.newOwner({ confirmed: false });
  await world.newOwner();
  await world.sql("UPDATE users SET email_confirmed_at = now() WHERE id = $1", [operator.id]);
  const watches = [1, 2].map(() => new StatusWatch({ web: false, jobs: true }));
  const look = () => Promise.all(watches.map((watch) => watch.look(signal)));
  const stateOf = async (name: string) =>
    (await world.sql<{ state: string }>("SELECT state FROM status_checks WHERE name = $1", [name]))[0]?.state;
  await world.sql("DELETE FROM mails");

  await look();
  expect(await stateOf("mail")).toBe("good");
  await world.server.close();
  await pass(world.sql, 0);
  await look();
  expect(await stateOf("mail")).toBe("failing");
  expect(await world.sql("SELECT 1 FROM mails")).toEqual([]);
  await pass(world.sql, 130);
  await look();
  await pass(world.sql, 130);
  await look();
  expect(await world.sql("SELECT kind, user_id AS id FROM mails")).toEqual([
    { kind: "service_status", id: operator.id },
  ]);

  await using server = await mailServer({ port: Number(new URL(world.server.url).port) });
  expect(await world.deliverAll()).toEqual(["done"]);
  const [told] = await server.to(operator.email);
  expect(told?.mail.subject).toMatch(/^Failing on .*: .*Email/);
  expect(told?.mail.text).toContain("Email can't be sent");
  expect(told?.mail.text).toContain("Check SMTP_URL");

  await pass(world.sql, 0);
  await look();
  expect(await stateOf("mail")).toBe("good");
  await pass(world.sql, 300);
  await look();
  expect(await world.sql("SELECT 1 FROM mails WHERE status = 'pending'")).toEqual([]);
  await pass(world.sql, 400);
  await look();
  await look();
  expect(await world.deliverAll()).toEqual(["done"]);
  const mails = await server.to(operator.email, 2);
  expect(mails.map(({ mail }) => mail.subject)).toEqual([
    told?.mail.subject,
    expect.stringMatching(/^Working again on .*: Email$/),
  ]);
});

async function openMailWorld() {
  const world = await mailWorld();
  return { ...world, [Symbol.asyncDispose]: world.close };
}

test("a probe shows that changes arrive, and fails in a process that doesn't hear them", async () => {
  await using database = await scratchDatabase();
  const settings = { DATABASE_URL: database.url };
  await using hearing = await startProcess("hearing", settings);
  await using deaf = await startProcess("deaf", settings, { without: ["listening"] });
  const probe = async (service: { port: number }) => {
    provideSettings({ ...settings, PORT: String(service.port), HOST: "127.0.0.1" });
    return liveUpdatesCheck.find(signal);
  };
  expect(await probe(hearing)).toMatchObject({ state: "good", says: expect.stringMatching(/arrived after \d+ ms/) });
  expect(await probe(deaf)).toMatchObject({ state: "failing", says: expect.stringContaining("within five seconds") });
  const stranger = await fetch(`${hearing.baseUrl}/health/stream`, { headers: { Authorization: "Bearer guessed" } });
  expect(stranger.status).toBe(401);
  await closeLiveUpdates();
  await closeDb();
});

const doctor = ({ url }: Pick<ScratchDatabase, "url">, settings: Record<string, string> = {}, args: string[] = []) =>
  runCommand(process.execPath, [...testEnvironment.recording, "server/doctor.ts", ...args], {
    signal: AbortSignal.timeout(60_000),
    env: {
      DATABASE_URL: url,
      AUTH_SECRET: testEnvironment.authSecret,
      DATA_DIR: testEnvironment.dataDir,
      ...settings,
    },
  });

test("the doctor says what fails and what to do, ends with 1, and is quiet about the rest if asked", async () => {
  await using database = await scratchDatabase();
  await using service = await startProcess("sick", { DATABASE_URL: database.url });
  await signUp(service.baseUrl);
  const fine = await doctor(database, { BACKUP_TO: "none" });
  expect(fine.output).toContain("✓ Database: The database is ");
  // This machine's disk may be full.
  expect(fine.code, fine.output).toBe(fine.output.includes("✗ Disk") ? 1 : 0);
  expect(await query(database.url, "SELECT FROM status_samples")).toEqual([]);
  const missing = join(testEnvironment.dataDir, "not-mounted");
  const failing = await doctor(database, { BACKUP_TO: missing }, ["-s"]);
  expect(failing.code).toBe(1);
  expect(failing.output).toContain(
    `✗ Backups: Backups can't be written: the folder ${missing} in BACKUP_TO doesn't exist`,
  );
  expect(failing.output).toContain("\n  Run npm run backup");
  expect(failing.output).not.toContain("✓");
});

test("the doctor creates nothing: without a database or with another secret, it says so in one line", async () => {
  await using database = await scratchDatabase();
  await using _service = await startProcess("well", { DATABASE_URL: database.url });
  const stranger = await doctor(database, { AUTH_SECRET: "another secret of thirty-two bytes" });
  expect(stranger).toMatchObject({ code: 1, output: expect.stringContaining("another AUTH_SECRET") });
  const nowhere = await doctor({ url: "" }, { DATA_DIR: join(testEnvironment.dataDir, "nothing-here") });
  expect(nowhere).toMatchObject({ code: 1, output: expect.stringContaining("there's no database in") });
});
