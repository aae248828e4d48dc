import { hostname } from "node:os";
import { Gauge, Registry } from "prom-client";
import { countWaiting } from "#lib/desk/inbox/count-waiting.system.ts";
import { countContents } from "#lib/files/files/count-contents.system.ts";
import { countPeople } from "#lib/team/members/count-people.system.ts";
import { queryForJobs } from "#platform/database/database.ts";
import { env } from "#platform/env.ts";
import { log } from "#platform/log.ts";

const QUEUES_KEPT_MS = 5_000;
const COUNTS_KEPT_MS = 60_000;

type Row = { queue: string; waiting: number; later: number; retrying: number; active: number; oldest: number };

/** Returns the queues' metrics. */
export const readQueueMetrics = keep(QUEUES_KEPT_MS, async (registers) => {
  const jobs = new Gauge({
    name: "site_inbox_jobs",
    help: "Jobs that there are: waiting (due), later (not due yet), retrying (failed, and before another try) and active.",
    labelNames: ["queue", "state"],
    registers,
  });
  const longest = new Gauge({
    name: "site_inbox_jobs_oldest_seconds",
    help: "For how long the oldest job that is due has waited.",
    labelNames: ["queue"],
    registers,
  });
  for (const { queue, oldest, ...states } of await readQueues()) {
    for (const [state, count] of Object.entries(states)) jobs.set({ queue, state }, count);
    longest.set({ queue }, oldest);
  }
  new Gauge({
    name: "site_inbox_alerts_due_seconds",
    help: "For how long the oldest alert about unread messages has been due without being planned.",
    registers,
  }).set(await readOldestAlert());
});

/** Returns the metrics of visitors who wait for a reply. */
export const readWaitingMetrics = keep(COUNTS_KEPT_MS, async (registers) => {
  const { conversations, longestSeconds } = await countWaiting();
  new Gauge({
    name: "site_inbox_waiting_conversations",
    help: "Conversations whose visitor waits for a reply, of all workspaces.",
    registers,
  }).set(conversations);
  new Gauge({
    name: "site_inbox_longest_wait_seconds",
    help: "For how long the visitor who has waited longest has waited for a reply.",
    registers,
  }).set(longestSeconds);
});

/** Returns the metrics of the people on the teams. */
export const readPeopleMetrics = keep(COUNTS_KEPT_MS, async (registers) => {
  const { invitations, ...members } = await countPeople();
  const people = new Gauge({
    name: "site_inbox_members",
    help: "Active members of all workspaces, by role. A person in two workspaces counts twice.",
    labelNames: ["role"],
    registers,
  });
  for (const [role, count] of Object.entries(members)) people.set({ role }, count);
  new Gauge({
    name: "site_inbox_open_invitations",
    help: "Invitations of all workspaces that can be accepted.",
    registers,
  }).set(invitations);
});

/** Returns the metrics of stored files. */
export const readFileMetrics = keep(COUNTS_KEPT_MS, async (registers) => {
  const { count, bytes, ...without } = await countContents();
  new Gauge({
    name: "site_inbox_stored_files",
    help: "Distinct files in the storage. Duplicates are counted once.",
    registers,
  }).set(count);
  new Gauge({
    name: "site_inbox_stored_bytes",
    help: "Bytes of distinct files in the storage, without thumbnails.",
    registers,
  }).set(bytes);
  const pictures = new Gauge({
    name: "site_inbox_pictures_without_thumbnails",
    help: "Pictures without thumbnails: waiting, undecodable, or abandoned after a day of failures.",
    labelNames: ["why"],
    registers,
  });
  for (const [why, amount] of Object.entries(without)) pictures.set({ why }, amount);
});

/** Returns the metrics of backups, if the service makes any. */
export const readBackupMetrics = keep(COUNTS_KEPT_MS, async (registers) => {
  const { BACKUP_TO: place } = env();
  if (place === undefined || place === "none") return;
  const { age, failures } = await readBackups();
  new Gauge({
    name: "site_inbox_backup_age_seconds",
    help: "How old what the last good backup contains is. Before the first one, how old the database is.",
    registers,
  }).set(age);
  new Gauge({
    name: "site_inbox_backup_failures",
    help: "Backups that have failed since the last good one.",
    registers,
  }).set(failures);
});

/** Returns what the service's checks found on this host, or for all. */
export const readStatusMetrics = keep(COUNTS_KEPT_MS, async (registers) => {
  const states = new Gauge({
    name: "site_inbox_check",
    help: "What a check of the service found: 0 if it passes or is off, 1 if it needs attention, 2 if it fails.",
    labelNames: ["check"],
    registers,
  });
  const { rows } = await queryForJobs(
    `SELECT name AS check, max(CASE state WHEN 'failing' THEN 2 WHEN 'warning' THEN 1 ELSE 0 END) AS value,
       extract(epoch FROM now() - max(checked_at))::float8 AS age
     FROM status_checks
     WHERE state IS NOT NULL AND due_at > now() - interval '10 minutes' AND host IN ('', $1, $1 || ' (jobs)') GROUP BY name`,
    [hostname()],
  );
  const found = rows as { check: string; value: number; age: number }[];
  for (const { check, value } of found) states.set({ check }, value);
  new Gauge({
    name: "site_inbox_checked_seconds",
    help: "How long ago the service last checked anything about itself.",
    registers,
  }).set(Math.min(...found.map(({ age }) => age), process.uptime()));
});

/** Returns a function that renders what is read from the database, which it does once in this time at most. */
function keep(keptMs: number, read: (registers: Registry[]) => Promise<void>): () => Promise<string> {
  let kept: { at: number; text: Promise<string> } | undefined;

  const render = async (): Promise<string> => {
    const registry = new Registry();
    try {
      await read([registry]);
      return await registry.metrics();
    } catch (error) {
      // The other metrics matter most while the database is down.
      kept = undefined;
      log().debug({ reason: error instanceof Error ? error.message : String(error) }, "a metric could not be read");
      return "";
    }
  };

  return () => {
    const now = performance.now();
    if (!kept || now - kept.at > keptMs) kept = { at: now, text: render() };
    return kept.text;
  };
}

async function readBackups(): Promise<{ age: number; failures: number }> {
  const { rows } = await queryForJobs(`
    SELECT extract(epoch FROM now() - coalesce(good.at, (SELECT min(finished_at) FROM _prisma_migrations)))::float8 AS age,
      (SELECT count(*) FROM backups WHERE failure IS NOT NULL AND (good.at IS NULL OR started_at > good.at))::int AS failures
    FROM (SELECT max(started_at) AS at FROM backups WHERE ended_at <= now() AND failure IS NULL) good`);
  return (rows as { age: number; failures: number }[])[0] ?? { age: 0, failures: 0 };
}

async function readOldestAlert(): Promise<number> {
  const { rows } = await queryForJobs(`
    SELECT coalesce(extract(epoch FROM now() - min(due_at)), 0)::float8 AS seconds FROM alerts WHERE due_at <= now()`);
  return (rows as { seconds: number }[])[0]?.seconds ?? 0;
}

async function readQueues(): Promise<Row[]> {
  const { rows } = await queryForJobs(`
    SELECT q.name AS queue,
      count(*) FILTER (WHERE j.state < 'active' AND j.start_after <= now())::int AS waiting,
      count(*) FILTER (WHERE j.state < 'retry' AND j.start_after > now())::int AS later,
      count(*) FILTER (WHERE j.state = 'retry' AND j.start_after > now())::int AS retrying,
      count(*) FILTER (WHERE j.state = 'active')::int AS active,
      coalesce(extract(epoch FROM now() - min(j.start_after) FILTER (WHERE j.state < 'active' AND j.start_after <= now())), 0)::float8
        AS oldest
    FROM pgboss.queue q LEFT JOIN pgboss.job j ON j.name = q.name AND j.state < 'completed'
    GROUP BY q.name`);
  return rows as Row[];
}
