import { env } from "./env.ts";
import { log } from "./log.ts";

const CONNECT_TIMEOUT_MS = 2_000;
// A connection on which nothing has come for so long is dead: an answer to each PING should have.
const SILENCE_MAX_MS = 10_000;
const PING_EVERY_MS = 4_000;
const RETRY_FIRST_MS = 100;
const RETRY_LONGEST_MS = 3_000;

export type Redis = Awaited<ReturnType<typeof newRedisConnection>>;

/** A connection to the server of REDIS_URL, not opened yet. With `remade` it comes back by itself when it is lost. */
export async function newRedisConnection({ remade }: { remade: boolean }) {
  // Whoever has no Redis does not load its client.
  const { createClient } = await import("@redis/client");
  const { REDIS_URL: url } = env();
  if (url === undefined) throw new Error("REDIS_URL is not set");
  return createClient({
    url,
    // What every Redis and Valkey, and whatever stands before it, speaks.
    RESP: 2,
    maintNotifications: "disabled",
    // A command fails at once while Redis is away, instead of waiting for it.
    disableOfflineQueue: true,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      reconnectStrategy: remade && ((retries) => Math.min(RETRY_LONGEST_MS, RETRY_FIRST_MS * 2 ** retries)),
      ...(remade && { socketTimeout: SILENCE_MAX_MS }),
    },
    ...(remade && { pingInterval: PING_EVERY_MS }),
  });
}

const shared = globalThis as typeof globalThis & { siteInboxRedis?: Promise<Redis> };

/**
 * The process's one connection for commands, made on first use. It resolves while Redis is away too: commands then fail at
 * once, and whoever sends them says what follows from that.
 */
export function redis(): Promise<Redis> {
  shared.siteInboxRedis ??= connect();
  return shared.siteInboxRedis;
}

async function connect(): Promise<Redis> {
  const client = await newRedisConnection({ remade: true });
  const tried = Promise.withResolvers<void>();
  client.on("ready", () => tried.resolve());
  client.on("error", (error: Error) => {
    log().debug({ reason: error.message }, "the connection to Redis failed");
    tried.resolve();
  });
  // Ends with the process's, and failing is told by the event.
  void client.connect().catch(() => undefined);
  await tried.promise;
  return client;
}

export async function closeRedis(): Promise<void> {
  const open = shared.siteInboxRedis;
  delete shared.siteInboxRedis;
  (await open)?.destroy();
}

/** Gives up on what takes longer. Redis itself sets no end to a command. */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer withTimeout ${ms} ms`)), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
