import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { ScheduledReplyResponse } from "#lib/desk/scheduled-replies/schema.ts";
import { SiteResponse } from "#lib/sites/sites/schema.ts";
import { addConversations } from "../support/added-messages.ts";
import { ask, send } from "../support/api-client.ts";
import { openPool, query, scratchDatabase } from "../support/database.ts";
import { newOwner } from "../support/factories.ts";
import { insertRows } from "../support/insert-rows.ts";
import { startJobs } from "../support/start-jobs.ts";
import { startProcess } from "../support/start-process.ts";

const IS_SOAK = process.env.TEST_SOAK !== undefined;
const CONVERSATIONS = 60;
const REPLIES = 5;
const LOCK = 7;

const COUNTS = `
  SELECT count(*)::int AS sent, count(DISTINCT m.id)::int AS once,
    count(*) FILTER (WHERE m.body <> (m.seq - 1)::text)::int AS misplaced,
    (SELECT count(*)::int FROM scheduled_replies) AS left
  FROM messages m WHERE m.sender_type = 'owner'`;

test("three processes send each of many due replies once and in order, even if one is killed while it stores one", async () => {
  test.setTimeout(120_000);
  await using database = await scratchDatabase();
  const run = (text: string, values: unknown[] = []) => query(database.url, text, values);
  const { user } = await newOwner(run);
  const [workspace] = await run("SELECT id FROM workspaces WHERE owner_id = $1", [user.id]);
  const [site] = await insertRows(run, "sites", [
    { workspace_id: workspace?.id, public_key: "pk_later", accent_color: "#123456" },
  ]);
  const ids = await addConversations(
    run,
    String(site?.id),
    Array.from({ length: CONVERSATIONS }, () => [{ body: "Hello" }]),
  );
  // Holds each message until the test lets go.
  await run(`CREATE FUNCTION hold_message() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM pg_advisory_xact_lock_shared(${LOCK});
    RETURN NULL;
  END $$`);
  await run("CREATE TRIGGER hold_message AFTER INSERT ON messages FOR EACH ROW EXECUTE FUNCTION hold_message()");
  const pool = openPool(database.url);
  const holder = await pool.connect();
  // If the test fails, the database is dropped under it.
  holder.on("error", () => undefined);
  await holder.query(`SELECT pg_advisory_lock(${LOCK})`);
  await using processes = new AsyncDisposableStack();
  const start = async (name: string) => {
    const url = new URL(database.url);
    url.searchParams.set("application_name", name);
    return processes.use(await startJobs({ DATABASE_URL: url.href, BASE_URL: "http://localhost" }));
  };
  const [first, second, third] = await Promise.all([start("first"), start("second"), start("third")]);
  const started: Record<string, typeof first> = { first, second, third };
  const due = (at: number) => new Date(Date.now() - 60_000 + at).toISOString();
  await insertRows(
    run,
    "scheduled_replies",
    ids.flatMap((id) =>
      Array.from({ length: REPLIES }, (_, at) => ({
        ...{ conversation_id: id, user_id: user.id, key: randomUUID(), reply: { message: String(at + 1) } },
        ...{ seen_seq: 1, seen_note: 0, visitor_seq: 1, send_at: due(at), try_at: due(at) },
      })),
    ),
  );
  const waiting = async () => {
    const rows = await run(`SELECT application_name AS name FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event = 'advisory'`);
    return started[String(rows[0]?.name)];
  };
  let killed: typeof first | undefined;
  await expect.poll(async () => (killed = await waiting()), { intervals: [50] }).toBeDefined();
  await killed?.stop("SIGKILL");
  await holder.query(`SELECT pg_advisory_unlock(${LOCK})`);
  holder.release();
  await pool.end();
  const all = CONVERSATIONS * REPLIES;
  const counts = async () => (await run(COUNTS))[0];
  await expect.poll(async () => (await counts())?.left, { timeout: 90_000 }).toBe(0);
  expect(await counts()).toEqual({ sent: all, once: all, misplaced: 0, left: 0 });
});

/** One reply of a person whose browser repeats each request with the same key until there's a response. */
type Held = { text: string; key: string; end: "sent" | "undone" };

test("held replies that are sent again, taken back and released while processes are killed: none is lost, doubled, or sent though taken back", {
  tag: "@soak",
}, async () => {
  test.setTimeout(IS_SOAK ? 900_000 : 180_000);
  await using database = await scratchDatabase();
  const run = (text: string, values: unknown[] = []) => query(database.url, text, values);
  const owner = await newOwner(run);
  const settings = { DATABASE_URL: database.url, RATE_LIMITS: "off" };
  await using processes = new AsyncDisposableStack();
  let started = 0;
  const start = async () => {
    started += 1;
    return processes.use(await startProcess(`process-${started}`, settings));
  };
  const live = [await start(), await start()];
  const { site } = await ask(SiteResponse, 201, "POST", "/sites", {
    baseUrl: live[0]?.baseUrl ?? "",
    token: owner.token,
    body: { name: "Shop" },
  });
  const ids = await addConversations(
    run,
    site.id,
    // Of one person, at most 20 wait in each.
    Array.from({ length: IS_SOAK ? 1_000 : 100 }, () => [{ body: "Hello" }]),
  );
  const baseUrl = (at: number) => live[at % live.length]?.baseUrl ?? "";
  const ending = new AbortController();
  const kill = async () => {
    for (let round = 0; !ending.signal.aborted; round += 1) {
      const next = await start();
      const [old] = live.splice(round % 2, 1, next);
      await old?.stop("SIGKILL");
    }
  };
  // Tries until there's a response, on whichever process is there.
  const insist = async (method: string, path: string, call: object) => {
    for (let at = 0; ; at += 1) {
      const response = await send(method, path, { baseUrl: baseUrl(at), token: owner.token, ...call }).catch(
        () => null,
      );
      if (response && response.status < 500) return response;
    }
  };
  const write = async (at: number): Promise<Held> => {
    const [text, key] = [`Reply ${at}`, randomUUID()];
    const path = `/conversations/${ids[at % ids.length]}/scheduled-replies`;
    const call = { body: { message: text, holdSeconds: at % 3 }, headers: { "Idempotency-Key": key } };
    const { scheduledReply } = ScheduledReplyResponse.parse(JSON.parse((await insist("POST", path, call)).text));
    const undone = at % 4 === 0 ? await insist("DELETE", `${path}/${scheduledReply.id}`, {}) : undefined;
    // As a browser that got no response.
    await insist("POST", path, call);
    return { text, key, end: undone?.status === 200 ? "undone" : "sent" };
  };
  const killing = kill();
  const held: Held[] = [];
  // Each start after the first two has killed one.
  const starts = IS_SOAK ? 60 : 6;
  for (let round = 0; started < starts; round += 1) {
    held.push(...(await Promise.all(Array.from({ length: 20 }, (_, at) => write(round * 20 + at)))));
  }
  ending.abort();
  await killing;
  const open = () => run("SELECT id FROM scheduled_replies WHERE state <> 'undone'");
  await expect.poll(async () => (await open()).length, { timeout: 120_000 }).toBe(0);
  const sent = (await run("SELECT body FROM messages WHERE sender_type = 'owner'")).map(({ body }) => String(body));
  const wanted = held.filter(({ end }) => end === "sent").map(({ text }) => text);
  expect(new Set(sent)).toEqual(new Set(wanted));
  expect(sent).toHaveLength(wanted.length);
  // Otherwise nothing was tried at all.
  expect(held.some(({ end }) => end === "undone")).toBe(true);
});
