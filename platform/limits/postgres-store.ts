import { Prisma } from "#prisma-client";
import { query } from "../database/database.ts";
import type { CountIncrement, SharedCount, SharedCounterStore } from "./shared-counter-store.ts";

const FORGET_EVERY_MS = 60_000;
const FORGET_ROWS = 10_000;

let forgottenAt = 0;

/** An unlogged table: the counts needn't survive a crash. */
export const postgresStore: SharedCounterStore = {
  async add(additions) {
    const totals = await addAll(additions);
    if (Date.now() - forgottenAt > FORGET_EVERY_MS) {
      forgottenAt = Date.now();
      await forgetOld();
    }
    return totals.map(({ period, ...total }) => ({ ...total, period: Number(period) }));
  },
};

type Row = Omit<SharedCount, "period"> & { period: string };

// In key order, so that processes that add to the same keys don't deadlock. A clock that lags adds to the previous
// window.
function addAll(additions: CountIncrement[]): Promise<Row[]> {
  const keys = additions.map(({ key }) => key);
  const periods = additions.map(({ period }) => String(period));
  const adds = additions.map(({ add }) => add);
  const keeps = additions.map(({ keepMs }) => keepMs / 1_000);
  return query<Row>(Prisma.sql`
    INSERT INTO limit_counts AS kept (key, period, current, previous, expires_at)
    SELECT key, period, added, 0, now() + keep * interval '1 second'
    FROM unnest(${keys}::text[], ${periods}::bigint[], ${adds}::int[], ${keeps}::float8[]) AS given (key, period, added, keep)
    ORDER BY key
    ON CONFLICT (key) DO UPDATE SET
      period = CASE WHEN kept.period = excluded.period + 1 THEN kept.period ELSE excluded.period END,
      current = CASE kept.period
        WHEN excluded.period THEN kept.current + excluded.current
        WHEN excluded.period + 1 THEN kept.current
        ELSE excluded.current END,
      previous = CASE kept.period
        WHEN excluded.period THEN kept.previous
        WHEN excluded.period + 1 THEN kept.previous + excluded.current
        WHEN excluded.period - 1 THEN kept.current
        ELSE 0 END,
      expires_at = greatest(kept.expires_at, excluded.expires_at)
    RETURNING key, period, current, previous`);
}

async function forgetOld(): Promise<void> {
  await query(Prisma.sql`
    DELETE FROM limit_counts WHERE key IN (
      SELECT key FROM limit_counts WHERE expires_at < now() LIMIT ${FORGET_ROWS} FOR UPDATE SKIP LOCKED
    )`);
}
