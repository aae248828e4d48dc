import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { runCommand } from "../../support/command.ts";
import { serverOf, test } from "../../support/data-folder-test.ts";
import { query, scratchDatabase } from "../../support/database.ts";
import { testEnvironment } from "../../support/environment.ts";
import { ownerStream } from "../../support/event-stream.ts";
import { PASSWORD } from "../../support/people.ts";
import { signUp } from "../../support/sign-up.ts";
import { startService } from "../../support/start-service.ts";

/** Runs npm run db:move, with these settings and no others. */
function move(to: string[], settings: Record<string, string>) {
  const env = { DATABASE_URL: "", AUTH_SECRET: "", DATA_DIR: "", ...settings };
  return runCommand(process.execPath, ["server/move.ts", ...to], { signal: AbortSignal.timeout(60_000), env });
}

const start = (dataDir: string, settings: Record<string, string> = {}) =>
  startService({
    settings: { PORT: "0", HOST: "127.0.0.1", DATA_DIR: dataDir, ...settings },
    log: join(dataDir, `${randomUUID()}.log`),
  });

type Call = { token?: string; key?: string; body?: object };

async function call(baseUrl: string, method: string, path: string, { token, key, body }: Call = {}) {
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      "Content-Type": "application/json",
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(key !== undefined && { "Idempotency-Key": key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const replayed = response.headers.get("idempotent-replayed");
  return { status: response.status, replayed, json: await response.json() };
}

test("moves the built-in database into another one, on which everything goes on where it was", async ({ dataDir }) => {
  test.setTimeout(90_000);
  await using target = await scratchDatabase("empty");
  const before = await start(dataDir);
  const { token, siteKey } = await signUp(before.baseUrl);
  const visitor = (await call(before.baseUrl, "POST", "/public/widget-session", { body: { siteKey } })).json;
  const say = (baseUrl: string, message: string, key: string) =>
    call(baseUrl, "POST", "/public/conversations", { token: visitor.token, key, body: { message } });
  const first = (await say(before.baseUrl, "Before the move", "first")).json;
  const inbox = await call(before.baseUrl, "GET", "/conversations", { token });

  const refused = await move([target.url], { DATA_DIR: dataDir });
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.output).toContain(`it is already running on the data folder ${dataDir} at ${before.baseUrl}`);
  await before.stop();

  const { code, output } = await move([target.url], { DATA_DIR: dataDir });
  expect(code, output).toBe(0);
  expect(output).toMatch(/Moved \d+ rows of \d+ tables/);
  expect(output).toContain(`goes on with the secret in ${join(dataDir, "secret")}`);
  expect(output).not.toContain((await readFile(join(dataDir, "secret"), "utf8")).trim());
  expect(await serverOf(dataDir)).toBeUndefined();

  const after = await start(dataDir, { DATABASE_URL: target.url });
  const { baseUrl } = after;
  expect(await call(baseUrl, "GET", "/conversations", { token })).toEqual(inbox);
  const account = { email: "owner@example.com", password: PASSWORD };
  expect((await call(baseUrl, "POST", "/auth/login", { body: account })).status).toBe(200);
  await using stream = await ownerStream({ token }, { baseUrl });
  expect(await say(baseUrl, "Before the move", "first")).toEqual({ status: 201, replayed: "true", json: first });
  const { message } = (await say(baseUrl, "After the move", "second")).json;
  expect(message).toMatchObject({ conversationId: first.conversationId, seq: 2 });
  expect((await stream.next("message.created")).message).toEqual(message);
  await after.stop();
});

test("refuses while a service is running on the database of DATABASE_URL", async ({ dataDir }) => {
  test.setTimeout(90_000);
  await using database = await scratchDatabase();
  await using target = await scratchDatabase("empty");
  const settings = { DATABASE_URL: database.url, AUTH_SECRET: testEnvironment.authSecret };
  const service = await start(dataDir, settings);
  const { token } = await signUp(service.baseUrl);
  await using stream = await ownerStream({ token }, service);
  expect(stream.names()).toEqual(["ready"]);
  const refused = await move([target.url], settings);
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.output).toBe("Site Inbox cannot move: the service is running: end it first, on all machines\n");
  await service.stop();

  const { code, output } = await move([target.url], settings);
  expect(code, output).toBe(0);
  expect(output).toContain("Keep AUTH_SECRET as it is");
  expect(await query(target.url, "SELECT email FROM users")).toEqual([{ email: "owner@example.com" }]);
});

test("says how it is used, and in one line why it cannot reach a database", async ({ dataDir }) => {
  test.setTimeout(60_000);
  const usage = /^Site Inbox cannot move: usage: npm run db:move -- postgresql:[^\n]+\n$/;
  for (const wrong of [[], ["mysql://localhost/x"], ["postgresql://a/b", "more"]]) {
    expect((await move(wrong, { DATA_DIR: dataDir })).output).toMatch(usage);
  }
  const { output } = await move(["postgresql://u:private@127.0.0.1:1/none"], { DATA_DIR: dataDir });
  expect(output).toMatch(
    /^Site Inbox cannot move: the database to move to cannot be used: connect ECONNREFUSED [^\n]+\n$/,
  );
  expect(output).not.toContain("private");
});
