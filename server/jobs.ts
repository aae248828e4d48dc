import { fingerprintsOf } from "#platform/crypto/keys.ts";
import { env } from "#platform/env.ts";
import { lockDatabase } from "./database/database-lock.ts";
import { withDatabase } from "./database/with-database.ts";
import { endReadiness } from "./http/health.ts";
import { print } from "./process/console.ts";
import { sendConsoleToLog } from "./process/console-log.ts";
import { showJobsHealth } from "./process/jobs-health.ts";
import { runCommand } from "./process/run-command.ts";
import { stopSignal, whenStopped } from "./process/stop-signal.ts";
import { surviveUnexpected } from "./process/unexpected.ts";

/* Runs jobs (email, webhooks) and nothing else, next to services with JOBS=off: npm run jobs. */
await runCommand(async () => {
  const stop = stopSignal();
  await withDatabase(async () => {
    sendConsoleToLog();
    surviveUnexpected();
    const hold = await lockDatabase(env().DATABASE_URL);
    await hold.announceSecret(fingerprintsOf()[0]);
    const { startJobs } = await import("./process/start-jobs.ts");
    const jobs = startJobs();
    const { startStatusWatch } = await import("./status/status-watch.ts");
    const checks = startStatusWatch({ web: false, jobs: true });
    showJobsHealth();
    try {
      print(`Running the jobs of ${env().BASE_URL}. Press Ctrl-C to stop.`);
      process.send?.({ isWorking: true });
      await whenStopped(stop);
    } finally {
      await endReadiness();
      await checks.stop();
      await jobs.stop();
      await hold.release();
    }
  });
});
