import { expect, test } from "@playwright/test";
import { addConversations } from "../support/added-messages.ts";
import { openPool, query, scratchDatabase } from "../support/database.ts";
import { newOwner } from "../support/factories.ts";
import { insertRows } from "../support/insert-rows.ts";
import { startJobs } from "../support/start-jobs.ts";

const DUE = 900;
const LOCK = 7;

test("three processes wake each of 900 due conversations once, even if one of them is killed while it does", async () => {
  test.setTimeout(120_000);
  await using database = await scratchDatabase();
  const run = (text: string, values: unknown[] = []) => query(database.url, text, values);
  const owner = await newOwner(run);
  const [workspace] = await run("SELECT id FROM workspaces WHERE owner_id = $1", [owner.user.id]);
  const [site] = await insertRows(run, "sites", [
    { workspace_id: workspace?.id, public_key: "pk_snooze", accent_color: "#123456" },
  ]);
  await addConversations(
    run,
    String(site?.id),
    Array.from({ length: DUE }, () => [{ body: "Hello" }]),
  );
  // Counts each waking, and holds it until the test lets go.
  await run("CREATE TABLE wakings (id uuid)");
  await run(`CREATE FUNCTION note_waking() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM pg_advisory_xact_lock_shared(${LOCK});
    INSERT INTO wakings VALUES (NEW.id);
    RETURN NULL;
  END $$`);
  await run(`CREATE TRIGGER note_waking AFTER UPDATE ON conversations FOR EACH ROW
    WHEN (NEW.woken_at IS NOT NULL) EXECUTE FUNCTION note_waking()`);
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
  // A start would refuse a database whose webhooks have secrets that it can't read.
  await insertRows(run, "webhook_endpoints", [
    { site_id: site?.id, url: "http://127.0.0.1:9", events: ["conversation.woken"] },
  ]);
  await run("UPDATE conversations SET snoozed_at = now(), snoozed_until = now() - interval '1 minute'");
  // Each waits for the lock until its statement's timeout, and begins again some seconds later.
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

  const stillSnoozed = () => run("SELECT FROM conversations WHERE snoozed_at IS NOT NULL OR woken_by <> 'time'");
  await expect.poll(stillSnoozed, { timeout: 60_000 }).toEqual([]);
  const [counts] = await run(`
    SELECT (SELECT count(*)::int FROM wakings) AS wakings, (SELECT count(DISTINCT id)::int FROM wakings) AS woken,
      (SELECT count(*)::int FROM webhook_deliveries) AS events,
      (SELECT count(DISTINCT conversation_id)::int FROM webhook_deliveries) AS told`);
  expect(counts).toEqual({ wakings: DUE, woken: DUE, events: DUE, told: DUE });
});
