import { nameOfDatabase } from "../live/channel.ts";
import { redis } from "../redis.ts";
import type { SharedCounterStore } from "./shared-counter-store.ts";

/** One number for each key and window. Redis expires them. */
export const redisStore: SharedCounterStore = {
  async add(additions) {
    const [client, name] = await Promise.all([redis(), nameOfDatabase()]);
    const at = (key: string, period: number) => `${name}:limits:${key}:${period}`;
    const replies = await Promise.all(
      // Commands sent in one tick share one write.
      additions.map(({ key, period, add, keepMs }) => {
        const place = at(key, period);
        return Promise.all([client.incrBy(place, add), client.get(at(key, period - 1)), client.pExpire(place, keepMs)]);
      }),
    );
    return additions.map(({ key, period }, index) => {
      const [current = 0, previous] = replies[index] ?? [];
      return { key, period, current, previous: Number(previous ?? 0) };
    });
  },
};
