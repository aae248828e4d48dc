import { query } from "#platform/database/database.ts";
import { durationWords } from "#platform/duration-words.ts";
import { QUEUE_NAMES } from "#platform/jobs/queues.ts";
import { Prisma } from "#prisma-client";
import type { Check } from "../check.ts";

const LONGEST_SECONDS = 300;
const ALERTS_LONGEST_SECONDS = 60;
const SHOWN_SECONDS = 60;
const ADVICE = "Is npm run jobs running, if JOBS=off is set? The log says which jobs fail and why.";

const count = new Intl.NumberFormat("en");

/** Whether someone works on what's queued, and decides who's notified. */
export const queues: Check = {
  name: "queues",
  everySeconds: 60,
  async find() {
    const [oldest] = await query<{ queue: string; seconds: number }>(OLDEST_JOBS);
    const [alert] = await query<{ seconds: number }>(Prisma.sql`
      SELECT coalesce(extract(epoch FROM now() - min(due_at)), 0)::float8 AS seconds FROM alerts WHERE due_at <= now()`);
    const lengths = await describeLengths();
    if (alert && alert.seconds > ALERTS_LONGEST_SECONDS) {
      const says = `For ${durationWords(alert.seconds)}, no process has decided who is notified about unread messages.`;
      return { state: "failing", says: `${says} ${lengths}`, todo: ADVICE };
    }
    if (!oldest) return { state: "good", says: `No job is late. ${lengths}` };
    // Others' slow receivers are no failure of the service.
    const state = oldest.queue.startsWith("webhook") ? "warning" : "failing";
    const says = `A job in the queue ${oldest.queue} has been due for ${durationWords(oldest.seconds)}.`;
    return { state, says: `${says} ${lengths}`, todo: ADVICE };
  },
};

/** Returns each queue's length, and how long its oldest job has been due if that's more than a moment. */
async function describeLengths(): Promise<string> {
  // With millions of jobs, counting takes longer than a statement may. What's late is known all the same.
  const rows = await query<{ queue: string; jobs: number; seconds: number }>(LENGTHS).catch(() => undefined);
  if (!rows) return "There are too many queued jobs to count.";
  const lengths = rows.map(({ queue, jobs, seconds }) => {
    const age = seconds > SHOWN_SECONDS ? ` (the oldest has been due for ${durationWords(seconds)})` : "";
    return `${queue} ${count.format(jobs)}${age}`;
  });
  return `Queued jobs: ${lengths.join(", ")}.`;
}

// Those that wait for their next attempt are queued too, but aren't due.
const LENGTHS = Prisma.sql`
  SELECT q.name AS queue, count(j.id)::int AS jobs,
    coalesce(extract(epoch FROM now() - min(j.start_after)), 0)::float8 AS seconds
  FROM unnest(${[...QUEUE_NAMES]}::text[]) WITH ORDINALITY AS q (name, at)
  LEFT JOIN pgboss.job j ON j.name = q.name AND j.state < 'active'
  GROUP BY q.name, q.at ORDER BY q.at`;

// A group has few workers, so its jobs wait for each other by design.
const OLDEST_JOBS = Prisma.sql`
  SELECT name AS queue, extract(epoch FROM now() - min(start_after))::float8 AS seconds
  FROM pgboss.job j
  WHERE state < 'active' AND NOT blocked AND start_after <= now() AND (
    group_id IS NULL OR NOT EXISTS (
      SELECT FROM pgboss.job a WHERE a.name = j.name AND a.group_id = j.group_id AND a.state = 'active'
    )
  )
  GROUP BY name HAVING min(start_after) < now() - make_interval(secs => ${LONGEST_SECONDS})
  ORDER BY name LIKE 'webhook%', 2 DESC LIMIT 1`;
