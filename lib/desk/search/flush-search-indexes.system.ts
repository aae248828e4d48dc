import { setTimeout as wait } from "node:timers/promises";
import { query } from "#platform/database/database.ts";
import { logFailure } from "#platform/failure-log.ts";
import { Prisma } from "#prisma-client";

const FIRST_MS = 5_000;
const LEAST_MS = 1_000;
const MOST_MS = 60_000;
// A search reads the whole list, and the more messages are moved at once, the less each one costs. This is some 2,500.
const PAGES_AT_ONCE = 500;

/** Moves recent entries from the pending lists of the search indexes into their trees. Returns how many pages of them. */
export async function flushSearchIndexes(): Promise<number> {
  const [row] = await query<{ pages: number }>(Prisma.sql`
    SELECT (gin_clean_pending_list('messages_search_idx') + gin_clean_pending_list('visitors_search_idx'))::int AS pages`);
  return row?.pages ?? 0;
}

/** Returns when to flush next, so that the lists grow to about the same length whatever the load. */
export const nextPause = (ms: number, pages: number): number =>
  Math.min(MOST_MS, Math.max(LEAST_MS, (ms * PAGES_AT_ONCE) / Math.max(1, pages)));

/** Flushes the search indexes as often as it's worth. Several processes share the work. */
export function startFlushingSearchIndexes(): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async () => {
    for (let ms = FIRST_MS; !signal.aborted; ) {
      await wait(ms, undefined, { ref: false, signal });
      const pages = await flushSearchIndexes().catch((error: unknown) => {
        logFailure(error, "could not flush the search indexes; will retry");
        return PAGES_AT_ONCE;
      });
      ms = nextPause(ms, pages);
    }
  };
  const running = run().catch(() => undefined);
  return {
    stop() {
      stopping.abort();
      return running;
    },
  };
}
