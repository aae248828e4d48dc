import { provideEnv, readSettings } from "#lib/env.ts";
import { buildIfChanged, buildWidgetFiles } from "./build.ts";
import { openDatabase } from "./database/open-database.ts";
import { migrate } from "./migrate.ts";
import { setNextEnvironment } from "./next-environment.ts";
import { listenFailure, withPort } from "./port.ts";
import { provideSecret } from "./secret.ts";
import { claimDataFolder } from "./service-claim.ts";
import { stopSignal, whenStopped } from "./stop-signal.ts";
import { Undo } from "./undo.ts";

type Serve = { dev: boolean; buildDir: string; onReady(baseUrl: string, port: number): void };

/** Runs the service, from reading its settings until somebody ends it. */
export async function serve({ dev, buildDir, onReady }: Serve): Promise<void> {
  const stop = stopSignal();
  const undo = new Undo();
  try {
    const chosen = readSettings();
    const claim = chosen.DATABASE_URL === undefined ? await claimDataFolder(chosen.DATA_DIR) : undefined;
    if (claim) undo.add("the data folder", claim.release);
    // What can be wrong with the settings shows before anything that takes long.
    const settings = await withPort(chosen);
    const secret = await provideSecret(settings);
    const database = await openDatabase(settings, { supervised: true });
    undo.add("the database", database.stop);
    stop.throwIfAborted();

    if (dev) await buildWidgetFiles();
    if (!dev) await buildIfChanged(buildDir, stop);
    stop.throwIfAborted();

    await migrate(database.url, { signal: stop });
    const env = provideEnv({ ...settings, DATABASE_URL: database.url, AUTH_SECRET: secret });
    setNextEnvironment({ mode: dev ? "development" : "production", baseUrl: env.BASE_URL, buildDir });
    await surviveRejections();
    const [{ listen }, { closeDb }, { closeHub }, { closeRedis }] = await Promise.all([
      import("./http-server.ts"),
      import("#lib/db.ts"),
      import("#lib/events/hub.ts"),
      import("#lib/redis.ts"),
    ]);
    undo.add("the connections to the database", closeDb);
    undo.add("the connection to Redis", closeRedis);
    const server = await listen({ port: env.PORT, host: env.HOST, dev }).catch((error: unknown) => {
      throw listenFailure(error, settings);
    });
    undo.add("the web server", server.close);
    // First, because a server does not close while a stream is open.
    undo.add("the event streams", closeHub);
    await claim?.announce(env.BASE_URL);
    stop.throwIfAborted();

    onReady(env.BASE_URL, server.port);
    await whenStopped(stop);
  } catch (error) {
    if (!stop.aborted) throw error;
  } finally {
    await undo.run();
  }
}

/** Logs a failed promise that nobody awaited, instead of ending for it. */
async function surviveRejections(): Promise<void> {
  const { log } = await import("#lib/log.ts");
  process.on("unhandledRejection", (reason) => log().error({ err: reason }, "a promise was rejected unnoticed"));
}
