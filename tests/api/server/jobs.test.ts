import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { closeDb } from "#platform/database/database.ts";
import { addMissingJobs } from "#platform/jobs/rows.ts";
import { type Job, type JobHandler, JobWorker, TryAgain } from "#platform/jobs/worker.ts";
import { readQueueMetrics } from "../../../server/metrics/database-metrics.ts";
import { query, type ScratchDatabase, scratchDatabase } from "../../support/database.ts";
import { fill } from "../../support/filled-database.ts";
import { provideSettings } from "../../support/provide-settings.ts";

/*
 * The job queue on a database of its own, with handlers that write down what they were asked to do.
 */

let database: ScratchDatabase;

test.beforeAll(async () => {
  database = await scratchDatabase();
  await fill(database);
  provideSettings({ DATABASE_URL: database.url });
});

test.afterAll(async () => {
  await closeDb();
  await database.drop();
});

const sql = <Row extends object>(text: string, values: unknown[] = []) => query<Row>(database.url, text, values);

async function addMails(count: number): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    `WITH ids AS (SELECT gen_random_uuid() AS id FROM generate_series(1, $1)), added AS (
       INSERT INTO mails (id, job_id, kind, workspace_id, due_at, created_at, updated_at)
       SELECT ids.id, gen_random_uuid(), 'test', w.id, now(), now(), now() FROM ids, workspaces w
       RETURNING id, add_job('mail', job_id, id, due_at)
     ) SELECT id FROM added`,
    [count],
  );
  return rows.map(({ id }) => id);
}

/** A handler that returns what the test wants, and marks a row as sent if that's done. */
function recorder(handle: (job: Job) => Promise<{ postponeTo: Date } | undefined> = async () => undefined) {
  const jobs: Job[] = [];
  const handler: JobHandler = async (job) => {
    jobs.push(job);
    const outcome = await handle(job);
    if (!outcome) await sql("UPDATE mails SET status = 'sent' WHERE id = $1 AND job_id = $2", [job.rowId, job.jobId]);
    return outcome;
  };
  return { jobs, handlers: { mail: handler, webhook: handler, notification: handler, inbound: handler } };
}

async function working<T>(workers: JobWorker[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
}

const statusOf = async (id: string) =>
  (await sql<{ status: string; reason: string | null }>("SELECT status, reason FROM mails WHERE id = $1", [id]))[0];

const dueNow = (rowId: string) =>
  sql("UPDATE pgboss.job SET start_after = now() WHERE name = 'mail' AND data->>'id' = $1", [rowId]);

test("each job runs once in one of several workers (D18)", async () => {
  const ids = await addMails(60);
  const seen = recorder();
  const workers = Array.from({ length: 3 }, () => new JobWorker(seen.handlers));
  await working(workers, () => expect.poll(() => seen.jobs.length, { timeout: 30_000 }).toBe(ids.length));
  expect(seen.jobs.length).toBe(ids.length);
  expect(new Set(seen.jobs.map(({ rowId }) => rowId))).toEqual(new Set(ids));
  const left = await sql("SELECT FROM mails WHERE status <> 'sent'");
  expect(left).toEqual([]);
});

/** Adds a notification for each group, and its job. */
const addNotifications = (groups: string[]) =>
  sql<{ id: string }>(
    `WITH added AS (
       INSERT INTO notifications (id, job_id, workspace_id, user_id, channel, name, kind, due_at, created_at, updated_at)
       SELECT gen_random_uuid(), gen_random_uuid(), w.id, w.owner_id, 'ntfy', g, 'message', now(), now(), now()
       FROM workspaces w, unnest($1::text[]) g
       RETURNING id, add_job('notification', job_id, id, due_at, name)
     ) SELECT id FROM added`,
    [groups],
  );

test("polling starts as many jobs at a time as there are workers, though one worker looks, and two of a group", async () => {
  let running: (() => void)[] = [];
  const notification: JobHandler = () =>
    new Promise((resolve) => {
      running.push(() => resolve(undefined));
    });
  const { handlers } = recorder();
  const finish = async () => {
    for (const end of running.splice(0)) end();
    const unfinished = () => sql("SELECT FROM pgboss.job WHERE name = 'notification' AND state = 'active'");
    await expect.poll(unfinished).toEqual([]);
  };
  await working([new JobWorker({ ...handlers, notification })], async () => {
    const count = async (expected: number) =>
      expect.poll(() => running.length, { timeout: 10_000, intervals: [50] }).toBe(expected);
    // Each worker has had one of these, so from here on none of them still looks because it was started.
    await addNotifications(Array.from({ length: 16 }, () => randomUUID()));
    await expect.poll(() => running.length, { timeout: 30_000 }).toBe(16);
    await finish();
    // If each poll started one, these would take 24 seconds.
    await addNotifications(Array.from({ length: 12 }, () => randomUUID()));
    await count(12);
    await finish();
    const group = randomUUID();
    await addNotifications([group, group, group]);
    await count(2);
    const [first, ...others] = running;
    running = others;
    first?.();
    await count(2);
    await finish();
  });
});

test("a failed job is retried, and marked as failed with its reason after the last try", async () => {
  const [id = ""] = await addMails(1);
  const seen = recorder(async () => {
    await sql("UPDATE mails SET reason = 'The mail server said no.' WHERE id = $1", [id]);
    throw new TryAgain("said no");
  });
  await working([new JobWorker(seen.handlers)], async () => {
    await expect.poll(() => seen.jobs.length, { timeout: 15_000 }).toBe(1);
    const next = () =>
      sql<{ state: string; wait: number; count: number }>(
        `SELECT state::text, retry_count AS count, extract(epoch FROM start_after - now())::float AS wait
         FROM pgboss.job WHERE name = 'mail' AND data->>'id' = $1`,
        [id],
      );
    await expect.poll(async () => (await next())[0]?.state).toBe("retry");
    const [{ wait = 0 } = {}] = await next();
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(10);
    expect(await readQueueMetrics()).toMatch(/^site_inbox_jobs{queue="mail",state="retrying"} [1-9]/m);
    await sql("UPDATE pgboss.job SET retry_count = retry_limit - 1 WHERE data->>'id' = $1", [id]);
    await dueNow(id);
    await expect.poll(() => seen.jobs.at(-1)?.isLast, { timeout: 15_000 }).toBe(true);
    await expect
      .poll(() => statusOf(id), { timeout: 15_000 })
      .toEqual({ status: "failed", reason: "The mail server said no." });
  });
});

test("a postponed job runs at its new time, and doesn't count as a try", async () => {
  const [id = ""] = await addMails(1);
  const seen = recorder(async () =>
    seen.jobs.length === 1 ? { postponeTo: new Date(Date.now() + 3_600_000) } : undefined,
  );
  await working([new JobWorker(seen.handlers)], async () => {
    await expect.poll(() => seen.jobs.length, { timeout: 15_000 }).toBe(1);
    const waiting = () =>
      sql("SELECT FROM pgboss.job WHERE start_after > now() + interval '50 min' AND data->>'id' = $1", [id]);
    await expect.poll(async () => (await waiting()).length).toBe(1);
    await dueNow(id);
    await expect.poll(() => statusOf(id), { timeout: 15_000 }).toMatchObject({ status: "sent" });
  });
  expect(seen.jobs.map(({ attempt }) => attempt)).toEqual([1, 1]);
});

test("a worker that shuts down aborts its job, and another worker runs it", async () => {
  const [id = ""] = await addMails(1);
  const stuck = recorder(
    ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(new TryAgain("ended")), { once: true });
      }),
  );
  await working([new JobWorker(stuck.handlers)], () =>
    expect.poll(() => stuck.jobs.length, { timeout: 15_000 }).toBe(1),
  );
  await dueNow(id);
  const seen = recorder();
  await working([new JobWorker(seen.handlers)], () =>
    expect.poll(() => statusOf(id), { timeout: 15_000 }).toMatchObject({ status: "sent" }),
  );
});

test("a pending row without a job, as after a restore, gets one, and a row with a job gets no second one", async () => {
  const [lost = "", kept = ""] = await addMails(2);
  await sql("DELETE FROM pgboss.job WHERE data->>'id' = $1", [lost]);
  await sql("UPDATE mails SET due_at = now() - interval '5 min' WHERE id = ANY ($1)", [[lost, kept]]);
  expect(await addMissingJobs()).toBe(1);
  expect(await addMissingJobs()).toBe(0);
  const seen = recorder();
  await working([new JobWorker(seen.handlers)], () =>
    expect.poll(() => new Set(seen.jobs.map(({ rowId }) => rowId)), { timeout: 15_000 }).toEqual(new Set([lost, kept])),
  );
});

test("a row and its job are stored together or not at all", async () => {
  const id = randomUUID();
  const add = sql(
    `WITH added AS (
       INSERT INTO mails (id, job_id, kind, workspace_id, due_at, created_at, updated_at)
       SELECT $1, $1, 'test', id, now(), now(), now() FROM workspaces RETURNING add_job('mail', job_id, id, due_at)
     ) SELECT 1 / 0 FROM added`,
    [id],
  );
  await expect(add).rejects.toThrow(/division by zero/);
  expect(await sql("SELECT FROM pgboss.job WHERE id = $1", [id])).toEqual([]);
  expect(await sql("SELECT FROM mails WHERE id = $1", [id])).toEqual([]);
});
