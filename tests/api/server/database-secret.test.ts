import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import { findDatabaseSecret } from "#lib/base/sealing/database-secret.system.ts";
import { sealAgain, startSealingAgain } from "#lib/base/sealing/seal-again.system.ts";
import { countSealed } from "#lib/base/sealing/sealed-rows.system.ts";
import { NewEndpointResponse } from "#lib/outbox/webhooks/schema.ts";
import { SessionResponse } from "#lib/people/owners/schema.ts";
import { NewIdentitySecretResponse } from "#lib/sites/identity-secrets/schema.ts";
import { SiteResponse } from "#lib/sites/sites/schema.ts";
import { fingerprintsOf, sealingKeys } from "#platform/crypto/keys.ts";
import { query } from "#platform/database/database.ts";
import { readSettings } from "#platform/env.ts";
import { lockDatabase } from "../../../server/database/database-lock.ts";
import { provideSecret } from "../../../server/database/database-secret.ts";
import { ask, send } from "../../support/api-client.ts";
import { runCommand } from "../../support/command.ts";
import { query as queryOf, type ScratchDatabase } from "../../support/database.ts";
import { testEnvironment } from "../../support/environment.ts";
import { newEmail, openWidget, PASSWORD } from "../../support/factories.ts";
import type { Run } from "../../support/insert-rows.ts";
import { openOwnDatabase } from "../../support/own-database.ts";
import { provideSettings } from "../../support/provide-settings.ts";
import { storeSealedRows } from "../../support/sealed-rows.ts";
import { challengeOf, codeOf, turnOnSecondFactor } from "../../support/second-factor.ts";
import { startProcess } from "../../support/start-process.ts";
import { hashOf, secretPath } from "../../support/verified.ts";
import { startReceiver } from "../../support/webhook-receiver.ts";

const [OLD, NEW, THIRD] = ["old", "new", "third"].map((name) => `${name} secret of a test, long enough`) as [
  string,
  string,
  string,
];

type Given = { AUTH_SECRET: string; AUTH_SECRET_PREVIOUS?: string };

let database: ScratchDatabase;
const run: Run = (text, values) => queryOf(database.url, text, values);
const startWith = (given: Given) => provideSecret(readSettings({ ...given, DATABASE_URL: database.url }), database.url);

const CHANGED = { AUTH_SECRET: NEW, AUTH_SECRET_PREVIOUS: OLD };

/** How many values the current key opens, how many the previous one, and how many neither. */
async function countAll(given: Given): Promise<[current: number, previous: number, unreadable: number]> {
  const counts = await countSealed({ query }, sealingKeys(given));
  return [
    counts.reduce((sum, { current }) => sum + current, 0),
    counts.reduce((sum, { previous }) => sum + previous, 0),
    counts.reduce((sum, { unreadable }) => sum + unreadable, 0),
  ];
}

const isPending = async () => (await findDatabaseSecret({ query }))?.previous !== null;

/** Runs the job of some processes with these secrets until nothing is left to seal. */
async function sealAll(given: Given, processes = 1): Promise<void> {
  provideSettings({ ...given, DATABASE_URL: database.url });
  const stop = new AbortController();
  const jobs = Array.from({ length: processes }, () => startSealingAgain(stop.signal));
  await expect.poll(isPending).toBe(false);
  stop.abort();
  await Promise.all(jobs);
}

test.beforeEach(async () => {
  database = await openOwnDatabase();
});
test.afterEach(() => database.drop());

test("a new database keeps its first secret's fingerprint, and refuses another", async () => {
  await startWith({ AUTH_SECRET: OLD });
  await startWith({ AUTH_SECRET: OLD });
  await expect(startWith({ AUTH_SECRET: NEW })).rejects.toThrow(
    "sealed with another AUTH_SECRET than the one that's set",
  );
  await expect(startWith({ AUTH_SECRET: NEW, AUTH_SECRET_PREVIOUS: THIRD })).rejects.toThrow("sealed with another");
  const [row] = await run("SELECT current, previous FROM secret_fingerprint");
  expect(row).toEqual({ current: fingerprintsOf({ AUTH_SECRET: OLD })[0], previous: null });
});

test("a database of an earlier version accepts the secret that opens its push keys, and no other", async () => {
  await storeSealedRows(run, OLD);
  // Rows that were lost in an earlier change don't count.
  await run("UPDATE webhook_endpoints SET secret = '\\x00'");
  await expect(startWith({ AUTH_SECRET: NEW })).rejects.toThrow("sealed with another AUTH_SECRET");
  expect(await run("SELECT 1 FROM secret_fingerprint")).toEqual([]);
  await startWith({ AUTH_SECRET: OLD });
});

test("a database of an earlier version without push keys accepts the secret that opens anything else", async () => {
  await storeSealedRows(run, OLD);
  await run("DELETE FROM push_keys");
  await expect(startWith({ AUTH_SECRET: NEW })).rejects.toThrow("sealed with another AUTH_SECRET");
  await startWith(CHANGED);
});

test("after a change, every sealed value is sealed with the new secret, once, by several processes at a time", async () => {
  await startWith({ AUTH_SECRET: OLD });
  await storeSealedRows(run, OLD, 1_200);
  await startWith(CHANGED);
  await sealAll(CHANGED, 3);
  expect(await countAll({ AUTH_SECRET: NEW })).toEqual([1_208, 0, 0]);
  await startWith({ AUTH_SECRET: NEW });
  await expect(startWith({ AUTH_SECRET: OLD })).rejects.toThrow("sealed with another AUTH_SECRET");
});

test("a start without the previous secret is refused while rows need it, and says how many of what", async () => {
  await startWith({ AUTH_SECRET: OLD });
  await storeSealedRows(run, OLD, 2);
  await startWith(CHANGED);
  await expect(startWith({ AUTH_SECRET: NEW })).rejects.toThrow(
    "still sealed with an earlier AUTH_SECRET: 1 push key, 1 two-factor key, 1 identity secret, 1 previous identity secret, 1 webhook secret, 1 previous webhook secret, 2 addresses of devices and channels, 1 secret of a card, 1 token of the mailbox. Set AUTH_SECRET_PREVIOUS",
  );
  await expect(startWith({ AUTH_SECRET: THIRD, AUTH_SECRET_PREVIOUS: NEW })).rejects.toThrow(
    "still sealed with an earlier",
  );
  await expect(startWith({ AUTH_SECRET: OLD })).rejects.toThrow("AUTH_SECRET is being changed");
  // Going back is a change too.
  const back = { AUTH_SECRET: OLD, AUTH_SECRET_PREVIOUS: NEW };
  await startWith(back);
  await sealAll(back);
  await startWith({ AUTH_SECRET: OLD });
});

test("what needs no previous secret starts without it, although no process has sealed anything again", async () => {
  await startWith({ AUTH_SECRET: OLD });
  await startWith(CHANGED);
  await startWith({ AUTH_SECRET: NEW });
});

test("nothing is sealed again while a service runs with the previous secret, or with a version that doesn't say", async () => {
  await startWith({ AUTH_SECRET: OLD });
  await storeSealedRows(run, OLD);
  const [older, former, changed] = [
    await lockDatabase(database.url),
    await lockDatabase(database.url),
    await lockDatabase(database.url),
  ];
  await former.announceSecret(fingerprintsOf({ AUTH_SECRET: OLD })[0]);
  await startWith(CHANGED);
  await changed.announceSecret(fingerprintsOf({ AUTH_SECRET: NEW })[0]);
  provideSettings({ ...CHANGED, DATABASE_URL: database.url });
  const [current, previous] = fingerprintsOf(CHANGED);
  if (!previous) throw new Error("a change has two secrets");
  const sealOnce = () => sealAgain({ current, previous }, new AbortController().signal);
  for (const other of [former, older]) {
    expect(await sealOnce()).toBe(true);
    expect(await countAll(CHANGED)).toEqual([0, 9, 0]);
    await other.release();
  }
  // PostgreSQL drops the locks a moment after the connection.
  await expect.poll(sealOnce).toBe(false);
  expect(await countAll(CHANGED)).toEqual([9, 0, 0]);
  expect(await isPending()).toBe(false);
  await changed.release();
});

test("npm run owner -- new-secret says what's lost, changes nothing unless confirmed, and loses only what can't be read", async () => {
  await startWith({ AUTH_SECRET: OLD });
  await storeSealedRows(run, OLD);
  const owner = (...args: string[]) =>
    runCommand(process.execPath, [...testEnvironment.recording, "server/owner.ts", ...args], {
      signal: AbortSignal.timeout(60_000),
      env: { DATABASE_URL: database.url, AUTH_SECRET: NEW },
    });
  const before = await run("SELECT * FROM webhook_endpoints, identity_secrets, second_factors");
  const refused = await owner("new-secret");
  expect(refused).toMatchObject({ code: 1 });
  for (const line of [
    "Everyone has to log in again.",
    "No device gets notifications until Site Inbox is opened on it again.",
    "Webhooks send nothing until their secret is replaced, on the site's page: 1.",
    "Sites verify no visitor until their identity secret is replaced: 1.",
    "People with two-factor login log in with a recovery code.",
    "it wasn't confirmed, so nothing was changed",
  ])
    expect(refused.output).toContain(line);
  await expect(startWith({ AUTH_SECRET: NEW })).rejects.toThrow("sealed with another");

  expect(await owner("new-secret", "--yes")).toMatchObject({ code: 0 });
  await startWith({ AUTH_SECRET: NEW });
  expect(await run("SELECT 1 FROM push_keys")).toEqual([]);
  expect(await run("SELECT stop_reason FROM channels")).toEqual([{ stop_reason: "unreadable" }]);
  expect(await run("SELECT * FROM webhook_endpoints, identity_secrets, second_factors")).toEqual(before);
  const again = await owner("new-secret", "--yes");
  expect(again).toMatchObject({ code: 1 });
  expect(again.output).toContain("is sealed with this AUTH_SECRET already");
  const status = await owner("secret");
  expect(status.output).toContain("Lost, because an earlier secret sealed it: 1 two-factor key, 1 identity secret");
  expect(status.output).toContain("No row needs AUTH_SECRET_PREVIOUS.");
  // Finding the old secret makes the lost rows readable.
  await startWith(CHANGED);
  await sealAll(CHANGED);
  expect(await countAll({ AUTH_SECRET: NEW })).toEqual([8, 0, 0]);
});

test("after a change, webhooks, verified visitors and two-factor login work without the previous secret, and push keys are the same", async () => {
  test.setTimeout(120_000);
  await using receiver = await startReceiver();
  const startService = (name: string, given: Given) =>
    startProcess(name, { ...given, DATABASE_URL: database.url, LOG_LEVEL: "info" });
  const account = { email: newEmail(), password: PASSWORD };
  const before = await startService("before", { AUTH_SECRET: OLD });
  const { baseUrl } = before;
  const { token } = await ask(SessionResponse, 201, "POST", "/auth/register", { baseUrl, body: account });
  const call = { baseUrl, token };
  const { site } = await ask(SiteResponse, 201, "POST", "/sites", { ...call, body: { name: "Shop" } });
  const hook = { url: receiver.url, events: ["message.created"] };
  const webhook = await ask(NewEndpointResponse, 201, "POST", `/sites/${site.id}/webhooks`, { ...call, body: hook });
  const identity = await ask(NewIdentitySecretResponse, 201, "POST", secretPath(site), { ...call, body: {} });
  const factor = await turnOnSecondFactor({ token }, { baseUrl });
  const pushKeys = () => run("SELECT public_key FROM push_keys");
  const keys = await pushKeys();
  await before.stop();
  await run("UPDATE second_factors SET last_step = 0");

  const changing = await startService("changing", CHANGED);
  await expect.poll(isPending, { timeout: 20_000 }).toBe(false);
  await changing.stop();
  expect(await readFile(changing.log, "utf8")).toContain("every row is sealed with AUTH_SECRET");

  await using after = await startService("after", { AUTH_SECRET: NEW });
  const verified = { visitorId: "c-1", visitorHash: hashOf(identity.secret, "c-1") };
  const visitor = await openWidget(site, verified, { baseUrl: after.baseUrl });
  await send("POST", "/public/conversations", {
    baseUrl: after.baseUrl,
    token: visitor.token,
    body: { message: "Hello" },
  });
  const [received] = await receiver.receives(1);
  new Webhook(webhook.secret).verify(received?.body ?? "", received?.headers as Record<string, string>);
  const challenge = await challengeOf(account, { baseUrl: after.baseUrl });
  const proof = { baseUrl: after.baseUrl, body: { challenge, code: codeOf(factor.secret) } };
  await ask(SessionResponse, 200, "POST", "/auth/login/second-factor", proof);
  expect(await pushKeys()).toEqual(keys);
  await expect(startService("another", { AUTH_SECRET: OLD })).rejects.toThrow(
    "Site Inbox cannot start: this database was sealed with another AUTH_SECRET",
  );
});
