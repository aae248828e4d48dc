import { Gauge, Registry } from "prom-client";
import { queryForJobs } from "#platform/database/database.ts";
import { log } from "#platform/log.ts";

const KEPT_MS = 5_000;

type Row = { queue: string; waiting: number; later: number; active: number; oldest: number };

let kept: { at: number; text: Promise<string> } | undefined;

/** Returns the queues' metrics. They're read from the database at most every 5 s. */
export function readQueueMetrics(): Promise<string> {
  const now = performance.now();
  if (!kept || now - kept.at > KEPT_MS) kept = { at: now, text: readQueues() };
  return kept.text;
}

async function readQueues(): Promise<string> {
  const registry = new Registry();
  const registers = [registry];
  const jobs = new Gauge({
    name: "site_inbox_jobs",
    help: "Jobs that there are: waiting (due), later (not due yet, or before another try) and active.",
    labelNames: ["queue", "state"],
    registers,
  });
  const oldest = new Gauge({
    name: "site_inbox_jobs_oldest_seconds",
    help: "For how long the oldest job that is due has waited.",
    labelNames: ["queue"],
    registers,
  });
  try {
    for (const { queue, oldest: seconds, ...states } of await readRows()) {
      for (const [state, count] of Object.entries(states)) jobs.set({ queue, state }, count);
      oldest.set({ queue }, seconds);
    }
  } catch (error) {
    // The other metrics matter most while the database is down.
    log().debug({ reason: error instanceof Error ? error.message : String(error) }, "the queues could not be read");
    return "";
  }
  return registry.metrics();
}

async function readRows(): Promise<Row[]> {
  const { rows } = await queryForJobs(`
    SELECT q.name AS queue,
      count(*) FILTER (WHERE j.state < 'active' AND j.start_after <= now())::int AS waiting,
      count(*) FILTER (WHERE j.state < 'active' AND j.start_after > now())::int AS later,
      count(*) FILTER (WHERE j.state = 'active')::int AS active,
      coalesce(extract(epoch FROM now() - min(j.start_after) FILTER (WHERE j.state < 'active' AND j.start_after <= now())), 0)::float8
        AS oldest
    FROM pgboss.queue q LEFT JOIN pgboss.job j ON j.name = q.name AND j.state < 'completed'
    GROUP BY q.name`);
  return rows as Row[];
}
