import { PgBoss } from "pg-boss";
import { logFailure } from "../failure-log.ts";
import { log } from "../log.ts";
import { DEAD_LETTERS, deadLetterOf, OWN_RETRIES, QUEUE_NAMES, RETRIES } from "./queues.ts";

const SECONDS_TO_NOTICE = 10;
const LOG_EVERY_MS = 10_000;

/** Runs one statement with values, or several without. */
export type ExecuteSql = (text: string, values?: unknown[]) => Promise<{ rows: object[] }>;

/** Creates a pg-boss on our connections. With `supervise` it maintains its queues. */
export function createBoss(executeSql: ExecuteSql, { supervise }: { supervise: boolean }): PgBoss {
  const boss = new PgBoss({
    db: { executeSql },
    migrate: !supervise,
    supervise,
    schedule: false,
    // Reindexing takes longer than our statement timeout.
    reindex: false,
    superviseIntervalSeconds: SECONDS_TO_NOTICE,
    monitorIntervalSeconds: SECONDS_TO_NOTICE,
  });
  let loggedAt = 0;
  boss.on("error", (error) => {
    // Without `supervise`, before there's a log, errors reach the caller. During an outage, each queue fails every second.
    if (!supervise || Date.now() - loggedAt < LOG_EVERY_MS) return;
    loggedAt = Date.now();
    logFailure(asError(error), "job queue error; will retry");
  });
  boss.on("warning", ({ message }) => {
    if (supervise) log().warn({ reason: message }, "job queue warning");
  });
  return boss;
}

// pg-boss copies some errors into plain objects, whatever its types say.
const asError = (error: unknown) => (error instanceof Error ? error : Object.assign(new Error(), error));

/** Creates or upgrades the job queue's tables and queues. Several processes may do so at once. */
export async function prepareQueues(executeSql: ExecuteSql): Promise<void> {
  const boss = createBoss(executeSql, { supervise: false });
  await boss.start();
  try {
    const known = new Set((await boss.getQueues()).map(({ name }) => name));
    for (const queue of QUEUE_NAMES) {
      const deadLetter = deadLetterOf(queue);
      for (const { name, ...options } of [
        { name: deadLetter, ...DEAD_LETTERS },
        { name: queue, deadLetter, ...RETRIES, ...OWN_RETRIES[queue] },
      ]) {
        if (known.has(name)) await boss.updateQueue(name, options);
        else await boss.createQueue(name, options);
      }
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}
