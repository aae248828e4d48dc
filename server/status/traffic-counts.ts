import { query } from "#platform/database/database.ts";
import { takeTraffic } from "#platform/metrics/traffic.ts";
import { Prisma } from "#prisma-client";

const KEPT_HOURS = 48;

/** Adds what this process has counted to what all processes have. */
export async function shareTraffic(): Promise<void> {
  const counts = takeTraffic();
  if (counts.length === 0) return;
  await query(Prisma.sql`
    WITH old AS (DELETE FROM status_counts WHERE hour < now() - make_interval(hours => ${KEPT_HOURS}))
    INSERT INTO status_counts AS c (hour, what, count)
    SELECT date_trunc('hour', now()), what, count
    FROM unnest(${counts.map(([what]) => what)}::text[], ${counts.map(([, count]) => count)}::bigint[]) AS given (what, count)
    ORDER BY what
    ON CONFLICT (hour, what) DO UPDATE SET count = c.count + excluded.count`);
}

/** Returns what all processes have counted in this hour and the one before, by what follows the prefix, most first. */
export async function countTraffic(prefix: string): Promise<Map<string, number>> {
  const rows = await query<{ what: string; count: number }>(Prisma.sql`
    SELECT what, sum(count)::float8 AS count FROM status_counts
    WHERE hour >= date_trunc('hour', now()) - interval '1 hour' AND starts_with(what, ${prefix})
    GROUP BY what ORDER BY 2 DESC, 1`);
  return new Map(rows.map(({ what, count }) => [what.slice(prefix.length), count]));
}
