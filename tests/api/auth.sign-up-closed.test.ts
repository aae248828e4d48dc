import { expect, test } from "@playwright/test";
import { FIRST_OWNER_LOCK, registerOwner } from "#lib/people/owners/register.system.ts";
import { SessionResponse } from "#lib/people/owners/schema.ts";
import { hashingQueue } from "#platform/crypto/password.ts";
import { ask, refuse, send } from "../support/api-client.ts";
import { query, scratchDatabase } from "../support/database.ts";
import { newEmail, PASSWORD } from "../support/factories.ts";
import { openOwnDatabase } from "../support/own-database.ts";
import { startService } from "../support/start-service.ts";

async function serviceWith(SIGNUP: string) {
  const database = await scratchDatabase();
  const { baseUrl, stop } = await startService({
    settings: { PORT: "0", HOST: "127.0.0.1", DATABASE_URL: database.url, AUTH_SECRET: "s".repeat(40), SIGNUP },
    log: test.info().outputPath("service.log"),
  });
  const users = async () => (await query(database.url, "SELECT id FROM users")).length;
  const end = async () => {
    await stop();
    await database.drop();
  };
  return { baseUrl, users, [Symbol.asyncDispose]: end };
}

const newcomer = () => ({ email: newEmail(), password: PASSWORD });

/** Where the bare address leads someone who is not logged in. */
async function firstPage(baseUrl: string): Promise<string | null> {
  return (await fetch(`${baseUrl}/`, { redirect: "manual" })).headers.get("location");
}

test("with SIGNUP=closed, no one can create an account over the web", async () => {
  await using service = await serviceWith("closed");
  const { baseUrl } = service;
  await refuse("not_accepted", "POST", "/auth/register", { baseUrl, body: newcomer() });
  expect(await service.users()).toBe(0);
  expect(await firstPage(baseUrl)).toBe("/login");
});

test("with SIGNUP=first, one of 10 concurrent sign-ups gets an account, and later ones get none", async () => {
  await using service = await serviceWith("first");
  const { baseUrl } = service;
  expect(await firstPage(baseUrl)).toBe("/signup");
  const tries = Array.from({ length: 10 }, newcomer);
  const responses = await Promise.all(tries.map((body) => send("POST", "/auth/register", { baseUrl, body })));
  const statuses = responses.map((response) => response.status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([201, ...Array.from({ length: 9 }, () => 403)]);
  await refuse("not_accepted", "POST", "/auth/register", { baseUrl, body: newcomer() });
  const first = tries[responses.findIndex((response) => response.status === 201)];
  await ask(SessionResponse, 200, "POST", "/auth/login", { baseUrl, body: first });
  expect(await service.users()).toBe(1);
  expect(await firstPage(baseUrl)).toBe("/login");
});

test("with SIGNUP=first, the password is hashed before the lock is taken, so no connection waits for it", async () => {
  await using database = await openOwnDatabase({ SIGNUP: "first" });
  // Every hashing slot is taken, so the sign-up waits for one of them.
  const queue = hashingQueue();
  queue.running = 2;
  const signedUp = registerOwner(newcomer(), null);
  await expect.poll(() => queue.waiting.length).toBe(1);
  const [lock] = await query<{ isFree: boolean }>(
    database.url,
    `SELECT pg_try_advisory_xact_lock(${FIRST_OWNER_LOCK}) AS "isFree"`,
  );
  queue.waiting.shift()?.();
  queue.running = 1;
  expect(lock).toEqual({ isFree: true });
  expect((await signedUp).user.email).toContain("@");
});
