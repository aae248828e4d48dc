import { randomBytes } from "node:crypto";
import { expect, test } from "@playwright/test";
import { query, type ScratchDatabase, scratchDatabase } from "../support/database.ts";
import { testEnvironment } from "../support/environment.ts";
import { newOwner, PASSWORD } from "../support/people.ts";
import { silentProxy } from "../support/silent-proxy.ts";
import { startProcess } from "../support/start-process.ts";
import { startService } from "../support/start-service.ts";

const COOKIE = "next-auth.session-token";

/** Turns everybody away from a database, or lets them in again. */
async function admit({ url }: ScratchDatabase, allowed: boolean): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await query(testEnvironment.databaseUrl, `ALTER DATABASE ${name} ALLOW_CONNECTIONS ${allowed}`);
  if (allowed) return;
  const end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1";
  await query(testEnvironment.databaseUrl, end, [name]);
}

test("says unavailable while the database is away, tells nothing of it, ends no session, and recovers", async () => {
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
  const send = (path: string, body: unknown) =>
    fetch(service.baseUrl + path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  const account = { email: "owner@example.com", password: PASSWORD };
  const { token } = await (await send("/auth/register", account)).json();
  const csrf = await fetch(`${service.baseUrl}/api/auth/csrf`);
  const { csrfToken } = await csrf.json();

  await admit(database, false);
  const refused = await send("/auth/login", account);
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
  expect((await send("/auth/login", account)).status).toBe(200);
  expect(await service.stop()).toBe(0);
});

test("lets go of connections whose database has fallen silent, as after a failover, and is well again by itself", async () => {
  test.slow();
  await using proxy = await silentProxy(testEnvironment.databaseUrl);
  await using service = await startProcess("silent", { DATABASE_URL: proxy.url });
  const { token } = await newOwner();
  const list = async () =>
    (await fetch(`${service.baseUrl}/conversations`, { headers: { Authorization: `Bearer ${token}` } })).status;
  expect(await list()).toBe(200);
  proxy.fallSilent();
  expect(await list()).toBe(503);
  await expect.poll(list, { timeout: 30_000 }).toBe(200);
});
