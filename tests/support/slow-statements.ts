import { setTimeout as wait } from "node:timers/promises";
import { Pool } from "pg";
import { TransactionConnection } from "#platform/database/transaction-pool.ts";

/*
 * Imported into a process before its program (SLOW_STATEMENTS=on npm test): some of its statements are sent late, and some of
 * the results arrive late, as on a busy host. A test that fails now and then because of an order nobody ensured fails soon.
 */

const SHARE = 0.08;
const AT_MOST_MS = 300;

const delay = async () => {
  if (Math.random() < SHARE) await wait(Math.random() * AT_MOST_MS);
};

type Sends = { query(...all: unknown[]): Promise<unknown> };

for (const { prototype } of [Pool, TransactionConnection] as unknown as { prototype: Sends }[]) {
  const { query } = prototype;
  prototype.query = async function (this: Sends, ...all: unknown[]) {
    await delay();
    const result = await query.apply(this, all);
    await delay();
    return result;
  };
}
