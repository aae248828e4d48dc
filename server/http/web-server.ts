import { env } from "#platform/env.ts";
import type { Shutdown } from "../process/shutdown.ts";
import { endReadiness } from "./health.ts";
import { listenFailure } from "./port.ts";

type Serve = { dev?: boolean; isWorker?: boolean };

/** Serves in this process, on the configured port. What it opens is added to `undo`. */
export async function startWebServer({ dev = false, isWorker = false }: Serve, undo: Shutdown): Promise<void> {
  const { surviveUnexpected } = await import("../process/unexpected.ts");
  surviveUnexpected();
  const [
    { listen },
    { closeDb },
    { closeLiveUpdates },
    { closeRedis },
    { closeLimiter },
    erasing,
    { startCleanup },
    search,
    { startStatusWatch },
  ] = await Promise.all([
    import("./http-server.ts"),
    import("#platform/database/database.ts"),
    import("#lib/live/live-updates/live-updates.ts"),
    import("#platform/redis.ts"),
    import("#platform/limits/limiter.ts"),
    import("#lib/data/erasure/erase-accounts.system.ts"),
    import("#lib/data/cleanup/cleanup-schedule.ts"),
    import("#lib/desk/search/flush-search-indexes.system.ts"),
    import("../status/status-watch.ts"),
  ]);
  if (env().METRICS_TOKEN !== undefined) (await import("../metrics/begin-metrics.ts")).beginMetrics();
  undo.add("the connections to the database", closeDb);
  undo.add("the connection to Redis", closeRedis);
  undo.add("the sharing of limits", closeLimiter);
  const { preparePushKeys } = await import("#lib/outbox/channels/push-keys.system.ts");
  await preparePushKeys();
  const { PORT, HOST } = env();
  const server = await listen({ port: PORT, host: HOST, dev, isWorker }).catch((error: unknown) => {
    throw listenFailure(error, { PORT, HOST });
  });
  undo.add("the web server", server.close);
  // Closed first, because a server doesn't close while a stream is open.
  undo.add("the event streams", closeLiveUpdates);
  // Before that, because clients that return immediately are better off refused than cut.
  undo.add("the accepting of connections", async () => server.stopAccepting());
  undo.add("the erasing of accounts", erasing.stopErasing);
  void erasing.eraseClosedAccounts();
  undo.add("the housekeeping", startCleanup().stop);
  undo.add("the flushing of the search indexes", search.startFlushingSearchIndexes().stop);
  undo.add("the checks", startStatusWatch({ web: true, jobs: env().JOBS === "on" }).stop);
  if (env().JOBS === "on") undo.add("the jobs", (await import("../process/start-jobs.ts")).startJobs().stop);
  // Closed before anything else, so that load balancers send requests elsewhere.
  undo.add("the readiness", async () => {
    server.endConnections();
    await endReadiness();
  });
}
