import { randomBytes } from "node:crypto";
import { expect, test } from "@playwright/test";
import { WidgetSessionResponse } from "#lib/widget/widget-sessions/schema.ts";
import { type ApiResponse, ask, readProblem, send } from "../support/api-client.ts";
import { query, type ScratchDatabase, scratchDatabase } from "../support/database.ts";
import { testEnvironment } from "../support/environment.ts";
import { newOwner, PASSWORD } from "../support/factories.ts";
import { holdTransaction } from "../support/held-transaction.ts";
import { signUp } from "../support/sign-up.ts";
import { silentProxy } from "../support/silent-proxy.ts";
import { startProcess } from "../support/start-process.ts";
import { startService } from "../support/start-service.ts";

const COOKIE = "next-auth.session-token";

// How many connections a process holds by default.
const POOL = 20;
// Waits until each has ended, so that the service has noticed too.
const END_SESSIONS = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1";

/** Makes a database refuse all connections, or accept them again. */
async function admit({ url }: ScratchDatabase, allowed: boolean): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await query(testEnvironment.databaseUrl, `ALTER DATABASE ${name} ALLOW_CONNECTIONS ${allowed}`);
  if (allowed) return;
  await query(testEnvironment.databaseUrl, END_SESSIONS, [name]);
}

test("returns unavailable while the database is away, reveals nothing, ends no session, and recovers (D2)", async () => {
  await using database = await scratchDatabase();
  const service = await startService({
    settings: {
      PORT: "0",
      HOST: "127.0.0.1",
      DATABASE_URL: database.url,
      AUTH_SECRET: randomBytes(48).toString("base64url"),
    },
    log: test.info().outputPath("service.log"),
  });
  const post = (path: string, body: unknown) =>
    fetch(service.baseUrl + path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  const account = { email: "owner@example.com", password: PASSWORD };
  const { token } = await (await post("/auth/register", account)).json();
  const csrf = await fetch(`${service.baseUrl}/api/auth/csrf`);
  const { csrfToken } = await csrf.json();

  await admit(database, false);
  const refused = await post("/auth/login", account);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "2"]);
  expect(await refused.json()).toMatchObject({ code: "unavailable" });
  const unread = await fetch(`${service.baseUrl}/conversations`, { headers: { Authorization: `Bearer ${token}` } });
  expect([unread.status, (await unread.json()).code]).toEqual([503, "unavailable"]);

  const door = await fetch(`${service.baseUrl}/api/auth/callback/credentials`, {
    method: "POST",
    headers: {
      Cookie: csrf.headers
        .getSetCookie()
        .map((line) => line.split(";")[0])
        .join("; "),
    },
    body: new URLSearchParams({ ...account, csrfToken, json: "true" }),
  });
  expect(new URL((await door.json()).url).searchParams.get("error")).toBe("unavailable");

  const renewal = await fetch(`${service.baseUrl}/api/auth/session`, { headers: { Cookie: `${COOKIE}=${token}` } });
  const kept = renewal.headers.getSetCookie().find((line) => line.startsWith(`${COOKIE}=`));
  expect(kept).toMatch(new RegExp(`^${COOKIE}=[\\w-]+\\.[\\w-]+\\.[\\w-]+;`));

  await admit(database, true);
  expect((await post("/auth/login", account)).status).toBe(200);
  expect(await service.stop()).toBe(0);
});

test.describe("a service whose database can't do everything", () => {
  let database: ScratchDatabase;
  let service: Awaited<ReturnType<typeof startProcess>>;
  let owner: Awaited<ReturnType<typeof signUp>>;

  test.beforeAll(async () => {
    database = await scratchDatabase();
    service = await startProcess("limited", { DATABASE_URL: database.url });
    owner = await signUp(service.baseUrl);
  });
  test.afterAll(async () => {
    await service.stop();
    await database.drop();
  });

  /** A visitor who has written. */
  async function newVisitor() {
    const { baseUrl } = service;
    const { token, siteKey } = owner;
    const visitor = await ask(WidgetSessionResponse, 201, "POST", "/public/widget-session", {
      body: { siteKey },
      baseUrl,
    });
    const write = (message: string) =>
      send("POST", "/public/conversations", { token: visitor.token, body: { message }, baseUrl });
    const { conversationId } = JSON.parse((await write("Hello")).text);
    return {
      write,
      statusOf: async (path: string) => (await send("GET", path, { token, baseUrl })).status,
      history: `/conversations/${conversationId}/messages`,
      stored: () =>
        query(database.url, "SELECT seq, body FROM messages WHERE conversation_id = $1 ORDER BY seq", [conversationId]),
    };
  }

  test("rejects writes while the database is read-only, goes on reading, and recovers (D6)", async () => {
    const { write, statusOf, history, stored } = await newVisitor();
    const name = new URL(database.url).pathname.slice(1);
    const setReadOnly = async (isReadOnly: boolean) => {
      await query(
        testEnvironment.databaseUrl,
        `ALTER DATABASE ${name} SET default_transaction_read_only = ${isReadOnly}`,
      );
      await query(testEnvironment.databaseUrl, END_SESSIONS, [name]);
    };
    await setReadOnly(true);
    const refused = await write("Not now");
    readProblem(refused, "unavailable");
    expect(refused.headers.get("retry-after")).toBe("2");
    expect([await statusOf("/sites"), await statusOf("/conversations"), await statusOf(history)]).toEqual([
      200, 200, 200,
    ]);
    await setReadOnly(false);
    expect((await write("Again")).status).toBe(201);
    expect(await stored()).toEqual([
      { seq: 1, body: "Hello" },
      { seq: 2, body: "Again" },
    ]);
  });

  test("while a table is locked, requests that need it get unavailable and all others succeed (D4)", async () => {
    const { write, statusOf, history, stored } = await newVisitor();
    await using holder = await holdTransaction(database.url);
    await holder.run("LOCK TABLE messages IN ACCESS EXCLUSIVE MODE");
    const refused: ApiResponse[] = [];
    const waiting = Array.from({ length: 2 * POOL }, async () => refused.push(await write("Not now")));
    await holder.untilWaitedFor(POOL * 0.8);
    const others = await Promise.all(Array.from({ length: 20 }, () => statusOf("/sites")));
    expect(new Set(others)).toEqual(new Set([200]));
    expect(await statusOf(history)).toBe(503);
    await Promise.all(waiting);
    for (const response of refused) readProblem(response, "unavailable");
    await holder.end("ROLLBACK");
    expect((await write("Again")).status).toBe(201);
    expect(await stored()).toEqual([
      { seq: 1, body: "Hello" },
      { seq: 2, body: "Again" },
    ]);
  });
});

test("closes connections to a database that has fallen silent, as after a failover, and recovers automatically (D2)", async () => {
  test.slow();
  await using proxy = await silentProxy(testEnvironment.databaseUrl);
  await using service = await startProcess("silent", { DATABASE_URL: proxy.url, JOBS: "off" });
  const { token } = await newOwner();
  const list = async () =>
    (await fetch(`${service.baseUrl}/conversations`, { headers: { Authorization: `Bearer ${token}` } })).status;
  expect(await list()).toBe(200);
  proxy.fallSilent();
  expect(await list()).toBe(503);
  await expect.poll(list, { timeout: 30_000 }).toBe(200);
});
