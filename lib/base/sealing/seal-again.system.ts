import { setTimeout as wait } from "node:timers/promises";
import { fingerprintsOf, sealingKeys } from "#platform/crypto/keys.ts";
import { query, transaction } from "#platform/database/database.ts";
import { logFailure } from "#platform/failure-log.ts";
import { log } from "#platform/log.ts";
import { Prisma } from "#prisma-client";
import { countOtherServices } from "./database-secret.system.ts";
import { SEALED_COLUMNS, type SealedColumn } from "./sealed-columns.ts";
import { type SealedPage, sealPage } from "./sealed-rows.system.ts";

const EVERY_MS = 3_000;
const DONE = "every row is sealed with AUTH_SECRET; no row needs AUTH_SECRET_PREVIOUS";
const WAITING =
  "rows are sealed with the new AUTH_SECRET once no service runs with another one, or with an older version";

type Change = { current: Buffer; previous: Buffer };

// The row's lock makes one process at a time do a page. Null if another one has it, or the secret was changed again.
const sealNext = (column: SealedColumn, after: string | null, { current }: Change): Promise<SealedPage | null> =>
  transaction(async (tx) => {
    const claimed = await tx.query(Prisma.sql`
      SELECT id FROM secret_fingerprint WHERE current = ${current} FOR NO KEY UPDATE SKIP LOCKED`);
    return claimed.length === 0 ? null : sealPage(tx, column, { after, keys: sealingKeys() });
  });

/** Goes through every sealed column once. Returns how many values it sealed by kind, or null if it couldn't finish. */
async function sealAll(change: Change, signal: AbortSignal): Promise<Record<string, number> | null> {
  const sealed: Record<string, number> = {};
  for (const column of SEALED_COLUMNS) {
    let after: string | null = null;
    do {
      const page: SealedPage | null = signal.aborted ? null : await sealNext(column, after, change);
      if (!page) return null;
      if (page.sealed > 0) sealed[column.many] = (sealed[column.many] ?? 0) + page.sealed;
      if (page.after !== null) log().info({ sealed }, "sealing rows with the new AUTH_SECRET");
      after = page.after;
    } while (after !== null);
  }
  return sealed;
}

async function isPending({ current, previous }: Change): Promise<boolean> {
  const rows = await query(Prisma.sql`
    SELECT id FROM secret_fingerprint WHERE current = ${current} AND previous = ${previous}`);
  return rows.length > 0;
}

/** Seals what the previous secret sealed, unless a service with another secret runs. Returns whether it has to wait. */
export async function sealAgain(change: Change, signal: AbortSignal): Promise<boolean> {
  const { current, previous } = change;
  const isAlone = async () => (await countOtherServices({ query }, current)) === 0;
  if (!(await isPending(change))) return false;
  if (!(await isAlone())) return true;
  const sealed = await sealAll(change, signal);
  if (!sealed || !(await isAlone())) return false;
  const ended = await query(Prisma.sql`
    UPDATE secret_fingerprint SET previous = NULL WHERE current = ${current} AND previous = ${previous} RETURNING id`);
  if (ended.length > 0) log().info({ sealed }, DONE);
  return false;
}

/** Seals everything again after the secret was changed, until it's stopped. Any number of processes may. */
export async function startSealingAgain(signal: AbortSignal): Promise<void> {
  const [current, previous] = fingerprintsOf();
  let hasWarned = false;
  while (previous && !signal.aborted) {
    const isWaiting = await sealAgain({ current, previous }, signal).catch((error: unknown) =>
      logFailure(error, "could not seal rows with the new AUTH_SECRET; will retry"),
    );
    if (isWaiting && !hasWarned) log().warn(WAITING);
    hasWarned ||= isWaiting === true;
    await wait(EVERY_MS, undefined, { ref: false, signal }).catch(() => undefined);
  }
}
