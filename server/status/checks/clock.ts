import { query } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import type { Check } from "../check.ts";

const APART_MAX_MS = 5_000;

/** Whether this host's clock is the database's. Tokens, limits and schedules compare the two. */
export const clock: Check = {
  name: "clock",
  everySeconds: 60,
  isOfHost: true,
  async find() {
    const asked = Date.now();
    const [row] = await query<{ now: Date }>(Prisma.sql`SELECT clock_timestamp() AS now`);
    const received = Date.now();
    if (!row) throw new Error("the database didn't say its time");
    const apart = Math.abs(row.now.getTime() - (asked + received) / 2) - (received - asked) / 2;
    if (apart <= APART_MAX_MS) return { state: "good", says: "This host's clock matches the database's." };
    return {
      state: "failing",
      says: `This host's clock differs from the database's by ${Math.round(apart / 1000)} seconds.`,
      todo: "Let both hosts get their time from the network (timedatectl set-ntp true).",
    };
  },
};
