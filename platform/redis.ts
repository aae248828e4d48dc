import { env } from "./env.ts";
import { log } from "./log.ts";
import { processWide } from "./process-wide.ts";

const CONNECT_TIMEOUT_MS = 2_000;
// A connection that's silent for this long is dead: each PING would have got a response.
const SILENCE_MAX_MS = 10_000;
const PING_EVERY_MS = 4_000;
const RETRY_FIRST_MS = 100;
const RETRY_LONGEST_MS = 3_000;

export type Redis = Awaited<ReturnType<typeof newRedisConnection>>;

/** Creates a connection to REDIS_URL, not opened yet. With `remade` it reconnects automatically. */
export async function newRedisConnection({ remade }: { remade: boolean }) {
  // Without REDIS_URL, its client isn't loaded.
  const { createClient } = await import("@redis/client");
  const { REDIS_URL: url } = env();
  if (url === undefined) throw new Error("REDIS_URL is not set");
  return createClient({
    url,
    // The protocol version that every Redis, Valkey and proxy supports.
    RESP: 2,
    maintNotifications: "disabled",
    // While Redis is away, commands fail at once instead of waiting.
    disableOfflineQueue: true,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      reconnectStrategy: remade && ((retries) => Math.min(RETRY_LONGEST_MS, RETRY_FIRST_MS * 2 ** retries)),
      ...(remade && { socketTimeout: SILENCE_MAX_MS }),
    },
    ...(remade && { pingInterval: PING_EVERY_MS }),
  });
}

const shared = processWide("redis", (): { redis?: Promise<Redis> } => ({}))();

/**
 * Returns the process's connection for commands, created on first use. It resolves even while Redis is away: commands
 * then fail at once, and callers decide what that means.
 */
export function redis(): Promise<Redis> {
  shared.redis ??= connect();
  return shared.redis;
}

async function connect(): Promise<Redis> {
  const client = await newRedisConnection({ remade: true });
  const tried = Promise.withResolvers<void>();
  client.on("ready", () => tried.resolve());
  client.on("error", (error: Error) => {
    log().debug({ reason: error.message }, "the connection to Redis failed");
    tried.resolve();
  });
  // It ends with the process. Failures are reported by its error event.
  void client.connect().catch(() => undefined);
  await tried.promise;
  return client;
}

export async function closeRedis(): Promise<void> {
  const open = shared.redis;
  delete shared.redis;
  (await open)?.destroy();
}

/** Rejects if the work takes longer. Redis itself has no timeout for commands. */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no response within ${ms} ms`)), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
