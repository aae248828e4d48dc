import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { SERVICE_LOCK, secretLock } from "#platform/database/service-locks.ts";
import { printError } from "../process/console.ts";
import { StartError } from "../process/start-error.ts";

const CONNECT_TIMEOUT_MS = 5_000;
const LOST_AFTER_SILENCE_MS = 30_000;
const RETRY_FIRST_MS = 250;
const RETRY_LONGEST_MS = 5_000;
const BEING_MOVED = "its data is being moved to another database";

export type DatabaseLock = {
  /** Shows the other services with which secret this one runs. */
  announceSecret(fingerprint: Buffer): Promise<void>;
  release(): Promise<void>;
};

/**
 * Marks the database as in use by a service while that runs. Refuses if the data is being moved away. A lost
 * connection is reopened in the background, and nothing fails because of it.
 */
export async function lockDatabase(url: string): Promise<DatabaseLock> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const locks = [SERVICE_LOCK];
  let held: Client | undefined;
  const end = async () => held?.end().catch(() => undefined);

  const take = async () => {
    held = await takeShared(url, locks);
    held?.once("end", () => void takeAgain());
    return held !== undefined;
  };
  const takeAgain = async () => {
    let warned = false;
    for (let wait = RETRY_FIRST_MS; !signal.aborted; wait = Math.min(RETRY_LONGEST_MS, 2 * wait)) {
      await pause(wait, undefined, { ref: false, signal }).catch(() => undefined);
      const isHeld = signal.aborted || (await take().catch(() => undefined));
      if (signal.aborted) return end();
      if (isHeld) return;
      if (isHeld === undefined || warned) continue;
      warned = true;
      printError(
        `Warning: ${BEING_MOVED} while this service runs. Stop it: what it stores from now on won't be copied.`,
      );
    }
  };

  const isHeld = await take().catch(() => undefined);
  if (isHeld === false) throw new StartError(`${BEING_MOVED}. Wait until that's done`);
  if (isHeld === undefined) void takeAgain();
  return {
    async announceSecret(fingerprint) {
      locks.push(secretLock(fingerprint));
      // In one statement, so that a pooler has one session take both. A session that's opened later takes all anyway.
      await held?.query(TAKE_SHARED, [locks]).catch(() => undefined);
    },
    release() {
      stopping.abort();
      return end();
    },
  };
}

const TAKE_SHARED = "SELECT bool_and(pg_try_advisory_lock_shared(number)) AS taken FROM unnest($1::bigint[]) AS number";

/** Returns a session with the shared locks, or undefined if another one has them exclusively. */
async function takeShared(url: string, locks: number[]): Promise<Client | undefined> {
  const client = new Client({
    connectionString: url,
    application_name: "site-inbox-service",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: LOST_AFTER_SILENCE_MS,
  });
  // A lost connection is reopened once it has ended.
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ taken: boolean }>(TAKE_SHARED, [locks]);
    if (rows[0]?.taken) return client;
  } catch (error) {
    void client.end().catch(() => undefined);
    throw error;
  }
  await client.end().catch(() => undefined);
  return undefined;
}
