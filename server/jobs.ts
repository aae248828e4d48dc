import { fingerprintsOf } from "#platform/crypto/keys.ts";
import { env } from "#platform/env.ts";
import { print } from "./console.ts";
import { sendConsoleToLog } from "./console-log.ts";
import { lockDatabase } from "./database/database-lock.ts";
import { endReadiness } from "./health.ts";
import { showJobsHealth } from "./jobs-health.ts";
import { runCommand } from "./run-command.ts";
import { stopSignal, whenStopped } from "./stop-signal.ts";
import { surviveUnexpected } from "./unexpected.ts";
import { withDatabase } from "./with-database.ts";

/* Runs jobs (email, webhooks) and nothing else, next to services with JOBS=off: npm run jobs. */
await runCommand(async () => {
  const stop = stopSignal();
  await withDatabase(async () => {
    sendConsoleToLog();
    surviveUnexpected();
    const hold = await lockDatabase(env().DATABASE_URL);
    await hold.announceSecret(fingerprintsOf()[0]);
    const { startJobs } = await import("./start-jobs.ts");
    const jobs = startJobs();
    showJobsHealth();
    try {
      print(`Running the jobs of ${env().BASE_URL}. Press Ctrl-C to stop.`);
      process.send?.({ isWorking: true });
      await whenStopped(stop);
    } finally {
      await endReadiness();
      await jobs.stop();
      await hold.release();
    }
  });
});
