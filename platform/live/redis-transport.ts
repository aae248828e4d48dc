import { newRedisConnection, redis, withTimeout } from "../redis.ts";
import { channelOfDatabase } from "./channel.ts";
import type { Transport } from "./transport.ts";

const LISTEN_TIMEOUT_MS = 2_000;
const COMMAND_TIMEOUT_MS = 3_000;

/** SUBSCRIBE on its own connection, PUBLISH on the process's connection for commands. */
export const redisTransport: Transport = {
  payloadMaxBytes: 60_000,

  async send(payload) {
    const [client, channel] = await Promise.all([redis(), channelOfDatabase()]);
    await withTimeout(COMMAND_TIMEOUT_MS, client.publish(channel, payload));
  },

  async listen(onPayload, onLost) {
    const channel = await channelOfDatabase();
    const client = await newRedisConnection({ remade: false });
    client.on("error", onLost);
    client.on("end", () => onLost(new Error("the connection ended")));
    try {
      await withTimeout(LISTEN_TIMEOUT_MS, client.connect());
      await withTimeout(LISTEN_TIMEOUT_MS, client.subscribe(channel, onPayload));
    } catch (error) {
      client.destroy();
      throw error;
    }
    return {
      check: async () => void (await withTimeout(COMMAND_TIMEOUT_MS, client.ping())),
      close: async () => client.destroy(),
    };
  },
};
