import { PgBoss } from "pg-boss";
import { logFailure } from "../failure-log.ts";
import { log } from "../log.ts";

const SECONDS_TO_NOTICE = 10;

/** Runs one statement with values, or several without. */
export type ExecuteSql = (text: string, values?: unknown[]) => Promise<{ rows: object[] }>;

/** pg-boss on connections that are not its own. It looks after its queues where `supervise` says so. */
export function createBoss(executeSql: ExecuteSql, { supervise }: { supervise: boolean }): PgBoss {
  const boss = new PgBoss({
    db: { executeSql },
    migrate: !supervise,
    supervise,
    schedule: false,
    // Rebuilding takes longer than a statement may.
    reindex: false,
    superviseIntervalSeconds: SECONDS_TO_NOTICE,
    monitorIntervalSeconds: SECONDS_TO_NOTICE,
  });
  boss.on("error", (error) => {
    // What is prepared, before there is a log, fails where it is waited for.
    if (supervise) logFailure(error, "the job queue could not do something, which is tried again");
  });
  boss.on("warning", ({ message }) => {
    if (supervise) log().warn({ reason: message }, "the job queue warns");
  });
  return boss;
}
