import { nameOfDatabase } from "../live/channel.ts";
import { redis } from "../redis.ts";
import type { SharedCounterStore } from "./shared-counter-store.ts";

/** A number for each key and window, which Redis forgets by itself. */
export const redisStore: SharedCounterStore = {
  async add(additions) {
    const [client, name] = await Promise.all([redis(), nameOfDatabase()]);
    const at = (key: string, period: number) => `${name}:limits:${key}:${period}`;
    const replies = await Promise.all(
      // What is sent in one turn goes in one write.
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
