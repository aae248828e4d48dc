import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { expect, test } from "@playwright/test";
import { addConversations } from "../support/added-messages.ts";
import { send } from "../support/api-client.ts";
import { query, scratchDatabase } from "../support/database.ts";
import { testEnvironment } from "../support/environment.ts";
import { ownerStream, visitorStream } from "../support/event-stream.ts";
import { newConversation } from "../support/factories.ts";
import { holdTransaction } from "../support/held-transaction.ts";
import { signUp } from "../support/sign-up.ts";
import { startProcess } from "../support/start-process.ts";
import { sql } from "../support/stored-rows.ts";
import { newInvitation } from "../support/team.ts";

const METRICS_TOKEN = "a-token-for-metrics-1";

type Service = { baseUrl: string };

const ask = (service: Service, path: string, init: RequestInit = {}) => fetch(service.baseUrl + path, init);

async function readMetrics(service: Service, token = METRICS_TOKEN): Promise<string> {
  const response = await ask(service, "/metrics", { headers: { Authorization: `Bearer ${token}` } });
  expect([response.status, response.headers.get("content-type")]).toEqual([
    200,
    "text/plain; version=0.0.4; charset=utf-8",
  ]);
  expect(response.headers.get("cache-control")).toBe("no-store");
  return response.text();
}

/** The value of one series, 0 where nothing was counted. */
function metricValue(metrics: string, name: string, labels: Record<string, string> = {}): number {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const line = metrics
    .split("\n")
    .find(
      (text) =>
        text.startsWith(name) && /^[ {]/.test(text.slice(name.length)) && wanted.every((one) => text.includes(one)),
    );
  return Number(line?.split(" ").at(-1) ?? 0);
}

test("health reports live and ready to every caller, for every method, and nothing else (G12)", async () => {
  const service = { baseUrl: testEnvironment.baseUrl };
  for (const path of ["/health/live", "/health/ready"]) {
    const response = await ask(service, path);
    const version = path === "/health/live" && { version: expect.stringMatching(/^\d+\.\d+\.\d+$/) };
    expect([response.status, await response.json()], path).toEqual([200, { status: "ok", ...version }]);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const head = await ask(service, path, { method: "HEAD" });
    expect([head.status, await head.text()], path).toEqual([200, ""]);
    expect((await ask(service, path, { method: "OPTIONS" })).headers.get("allow")).toBe("GET, HEAD, OPTIONS");
    const posted = await ask(service, path, { method: "POST", body: "{}" });
    expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  }
  for (const path of ["/health", "/health/other", "/health/live/", "/metrics/x", "/health/constructor"]) {
    const response = await ask(service, path);
    expect([response.status, (await response.json()).code], path).toEqual([404, "not_found"]);
  }
});

test("metrics get 404 without the setting (G12)", async () => {
  const off = await ask({ baseUrl: testEnvironment.baseUrl }, "/metrics", {
    headers: { Authorization: `Bearer ${METRICS_TOKEN}` },
  });
  expect([off.status, (await off.json()).code]).toEqual([404, "not_found"]);
});

test.describe("with the setting", () => {
  let service: Awaited<ReturnType<typeof startProcess>>;
  test.beforeAll(async () => {
    service = await startProcess("metrics", { METRICS_TOKEN });
  });
  test.afterAll(() => service.stop());

  test("metrics get 401 without the token (G12)", async () => {
    for (const authorization of [
      undefined,
      "Bearer",
      `Bearer ${METRICS_TOKEN}x`,
      METRICS_TOKEN,
      `Basic ${btoa(`:${METRICS_TOKEN}`)}`,
    ]) {
      const response = await ask(
        service,
        "/metrics",
        authorization ? { headers: { Authorization: authorization } } : {},
      );
      expect([response.status, response.headers.get("www-authenticate")], authorization).toEqual([401, "Bearer"]);
      expect(await response.text()).not.toContain("site_inbox");
    }
    expect((await ask(service, `/metrics?token=${METRICS_TOKEN}`)).status).toBe(401);
  });

  test("readiness names the checks that fail to those with the token, and responds to everyone else as before", async () => {
    const ready = async (authorization: string) => {
      const response = await ask(service, "/health/ready", { headers: { Authorization: authorization } });
      return [response.status, await response.json()];
    };
    await sql(`
      INSERT INTO status_checks (name, host, state, says, since, checked_at, due_at)
      VALUES ('clock', 'a-host-of-this-test', 'failing', 'So.', now(), now(), now())`);
    const failing = expect.arrayContaining(["clock"]);
    expect(await ready(`Bearer ${METRICS_TOKEN}`)).toEqual([200, { status: "ok", failing }]);
    await sql("DELETE FROM status_checks WHERE host = 'a-host-of-this-test'");
    for (const other of ["Bearer guessed", "Basic x", "Bearer", ""])
      expect(await ready(other), other).toEqual([200, { status: "ok" }]);
  });

  test("every metric follows the naming rules: counters end in _total, and nothing else does", async () => {
    const types = [...(await readMetrics(service)).matchAll(/^# TYPE (\S+) (\w+)$/gm)].map(([, name = "", type]) => ({
      name,
      type,
    }));
    expect(types.length).toBeGreaterThan(20);
    expect(new Set(types.map(({ name }) => name)).size).toBe(types.length);
    for (const { name, type } of types) {
      expect(name).toMatch(/^[a-z]+(?:_[a-z0-9]+)*$/);
      expect(name.endsWith("_total"), `${name} is a ${type}`).toBe(type === "counter");
    }
  });
});

test("counts requests of all processes, by route and never by input (G12)", { tag: "@all" }, async () => {
  test.slow();
  await using service = await startProcess("metrics", {
    METRICS_TOKEN,
    BACKUP_TO: tmpdir(),
    BACKUP_AT: "off",
    WEB_CONCURRENCY: "2",
    RATE_LIMITS: "on",
    LIMIT_VISITOR: "3",
    LIMIT_ADDRESS: "1000000",
  });
  const { owner, visitor, id } = await newConversation();
  const { baseUrl } = service;
  await using _first = await ownerStream(owner, service);
  await using stream = await visitorStream(visitor, service);
  const secret = `/nowhere-${randomUUID()}`;
  // On connections of their own, so that both processes get some.
  for (let at = 0; at < 12; at += 1) await onNewConnection(`${baseUrl}/conversations/${id}`, owner.token);
  await ask(service, secret);
  await ask(service, `/conversations/${secret.slice(1)}`, { headers: { Authorization: `Bearer ${owner.token}` } });
  const body = { message: "Counted" };
  const said = await send("POST", `/conversations/${id}/messages`, { baseUrl, token: owner.token, body });
  expect(said.status).toBe(201);
  await stream.next("message.created");
  for (let at = 0; at < 12; at += 1) await onNewConnection(`${baseUrl}/public/conversations`, visitor.token);

  const metrics = await readMetrics(service);
  const requests = "site_inbox_http_request_duration_seconds_count";
  const route = "/conversations/{conversationId}";
  expect(metricValue(metrics, requests, { method: "GET", route, status: "200" })).toBe(12);
  expect(metricValue(metrics, requests, { method: "GET", route, status: "400" })).toBe(1);
  expect(metricValue(metrics, requests, { method: "POST", route: `${route}/messages`, status: "201" })).toBe(1);
  expect(metricValue(metrics, requests, { method: "GET", route: "pages", status: "404" })).toBe(1);
  expect(metricValue(metrics, "site_inbox_changes_total", { kind: "message" })).toBe(1);
  expect(metricValue(metrics, "site_inbox_streams_open", { of: "owner" })).toBe(1);
  expect(metricValue(metrics, "site_inbox_streams_open", { of: "visitor" })).toBe(1);
  expect(
    metricValue(metrics, "site_inbox_delivery_duration_seconds_count", { to: "live", result: "told" }),
  ).toBeGreaterThan(0);
  expect(metricValue(metrics, "site_inbox_limits_reached_total", { limit: "visitor" })).toBeGreaterThan(0);
  expect(metricValue(metrics, "site_inbox_problems_total", { code: "rate_limited" })).toBeGreaterThan(0);
  expect(metricValue(metrics, "site_inbox_database_statement_seconds_count")).toBeGreaterThan(12);
  expect(metricValue(metrics, "site_inbox_database_connections", { state: "idle" })).toBeGreaterThan(0);
  expect(metricValue(metrics, "process_resident_memory_bytes")).toBeGreaterThan(50_000_000);
  expect(metrics).toContain("nodejs_eventloop_lag_p99_seconds");
  for (const queue of ["mail", "webhook"]) {
    expect(metrics).toContain(`site_inbox_jobs{queue="${queue}",state="waiting"} `);
    expect(metrics).toContain(`site_inbox_jobs_oldest_seconds{queue="${queue}"} `);
  }
  for (const sent of [secret.slice(1), id, owner.email, owner.token, visitor.visitorId, "Counted"]) {
    expect(metrics).not.toContain(sent);
  }
  const alerts = await readFile("docs/operating/alerts.yml", "utf8");
  const named = alerts.match(/\b(site_inbox|nodejs|process)_\w+/g) ?? [];
  expect(named.length).toBeGreaterThan(8);
  for (const name of named) expect(metrics).toContain(`# TYPE ${name.replace(/_count$/, "")} `);
});

test("metrics count who waits, members, invitations and stored files; health responds despite every limit and while requests hold all database connections; a caller who leaves is counted (D3, G12)", {
  tag: "@all",
}, async () => {
  await using database = await scratchDatabase();
  await using service = await startProcess("busy", {
    DATABASE_URL: database.url,
    DATABASE_POOL_SIZE: "2",
    RATE_LIMITS: "on",
    // As many as the test asks for itself.
    LIMIT_ADDRESS: "2",
    METRICS_TOKEN,
  });
  const owner = await signUp(service.baseUrl);
  await leaveWaiting(database.url, [60, 7200]);
  await leaveFiles(database.url);
  const waiting = await readMetrics(service);
  expect(metricValue(waiting, "site_inbox_waiting_conversations")).toBe(2);
  expect(Math.floor(metricValue(waiting, "site_inbox_longest_wait_seconds") / 600)).toBe(12);
  expect(["owner", "admin", "agent"].map((role) => metricValue(waiting, "site_inbox_members", { role }))).toEqual([
    1, 0, 0,
  ]);
  expect(metricValue(waiting, "site_inbox_open_invitations")).toBe(1);
  expect(metricValue(waiting, "site_inbox_stored_files")).toBe(4);
  expect(metricValue(waiting, "site_inbox_stored_bytes")).toBe(1_000);
  for (const why of ["waiting", "undecodable", "abandoned"]) {
    expect(metricValue(waiting, "site_inbox_pictures_without_thumbnails", { why }), why).toBe(1);
  }
  await using holder = await holdTransaction(database.url);
  await holder.run("LOCK TABLE sites, sessions IN ACCESS EXCLUSIVE MODE");
  const leaving = new AbortController();
  const headers = { Authorization: `Bearer ${owner.token}` };
  const held = [
    ask(service, "/conversations", { headers, signal: leaving.signal }).catch(() => undefined),
    ask(service, "/public/widget-session", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ siteKey: owner.siteKey }),
    }),
  ];
  await holder.untilWaitedFor(2);
  // All at once, so that the held requests still wait for the lock when one of them leaves.
  const checks = Array.from({ length: 20 }, (_, at) => ask(service, at % 2 ? "/health/live" : "/health/ready"));
  for (const { status } of await Promise.all(checks)) expect(status).toBe(200);
  const metrics = await readMetrics(service);
  expect(metricValue(metrics, "site_inbox_database_connections", { state: "used" })).toBe(2);
  leaving.abort();
  const left = { route: "/conversations", status: "none" };
  const requests = "site_inbox_http_request_duration_seconds_count";
  await expect.poll(async () => metricValue(await readMetrics(service), requests, left)).toBe(1);
  await holder[Symbol.asyncDispose]();
  await Promise.all(held);

  const name = new URL(database.url).pathname.slice(1);
  const admit = (allowed: boolean) =>
    query(testEnvironment.databaseUrl, `ALTER DATABASE ${name} ALLOW_CONNECTIONS ${allowed}`);
  await admit(false);
  await query(
    testEnvironment.databaseUrl,
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1",
    [name],
  );
  const away = await ask(service, "/health/ready");
  expect([away.status, away.headers.get("retry-after"), await away.json()]).toEqual([
    503,
    "2",
    { status: "unavailable" },
  ]);
  expect((await ask(service, "/health/live")).status).toBe(200);
  expect((await readMetrics(service)).length).toBeGreaterThan(1000);
  await admit(true);
  // A check that began before is shared, and may still be refused.
  await expect.poll(async () => (await ask(service, "/health/ready")).status).toBe(200);
});

/** Adds visitors who have waited for so many seconds, one who has a reply, and an invitation. */
async function leaveWaiting(url: string, seconds: number[]): Promise<void> {
  const run = (text: string, values: unknown[] = []) => query(url, text, values);
  const [site] = await run("SELECT id, workspace_id FROM sites");
  await newInvitation(String(site?.workspace_id), {}, run);
  const before = (age: number) => new Date(Date.now() - age * 1000);
  const waiting = seconds.map((age) => [{ body: "Hello", at: before(age) }]);
  await addConversations(run, String(site?.id), [
    ...waiting,
    [
      { body: "Hello", at: before(86_400) },
      { body: "Hi", from: "owner" },
    ],
  ]);
}

/** Adds contents: one with thumbnails, and one in each state without. None is due, so the service leaves them as they are. */
async function leaveFiles(url: string): Promise<void> {
  await query(
    url,
    `INSERT INTO stored_files (hash, storage_key, size, media_type, thumbnails, thumbnail_tries, thumbnails_due_at)
     SELECT md5(state || tries), md5(state || tries), 250, 'image/png', state, tries, now() + interval '1 day'
     FROM (VALUES ('made', 1), ('waiting', 1), ('waiting', 10), ('failed', 1)) AS of (state, tries)`,
  );
}

function onNewConnection(url: string, token: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false, headers: { Authorization: `Bearer ${token}` } }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode));
    }).once("error", reject);
  });
}
