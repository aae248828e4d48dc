import { query } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";

const KEPT_DAYS = 60;
const GROWTH_DAYS = 14;
const LEAST_DAYS = 7;

type Sampled = { what: string; host: string };

/** How many bytes something has now. The host is empty for what's the same on all. */
export type Sample = Sampled & { bytes: number };

/** Stores how many bytes something has today. */
export async function storeSample({ what, host, bytes }: Sample): Promise<void> {
  await query(Prisma.sql`
    WITH old AS (DELETE FROM status_samples WHERE day < current_date - ${KEPT_DAYS}::int)
    INSERT INTO status_samples (what, host, day, bytes) VALUES (${what}, ${host}, current_date, ${Math.round(bytes)}::bigint)
    ON CONFLICT (what, host, day) DO UPDATE SET bytes = excluded.bytes`);
}

/** Returns by how many bytes it grew per day, in up to two weeks. Null before there's a week to tell by. */
export async function findGrowth({ what, host }: Sampled): Promise<number | null> {
  const [row] = await query<{ daily: number }>(Prisma.sql`
    SELECT (last.bytes - first.bytes)::float8 / (last.day - first.day) AS daily
    FROM (
      SELECT day, bytes FROM status_samples
      WHERE what = ${what} AND host = ${host} AND day >= current_date - ${GROWTH_DAYS}::int ORDER BY day LIMIT 1
    ) first, (
      SELECT day, bytes FROM status_samples WHERE what = ${what} AND host = ${host} ORDER BY day DESC LIMIT 1
    ) last
    WHERE last.day - first.day >= ${LEAST_DAYS}::int`);
  return row?.daily ?? null;
}
