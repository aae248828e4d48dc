import { query } from "#platform/database/database.ts";
import { sizeWords } from "#platform/size-words.ts";
import { Prisma } from "#prisma-client";
import type { Check } from "../check.ts";
import { findGrowth } from "../samples.ts";

const SAMPLED = { what: "database", host: "" };

/** How large the database is, and how fast it grows. Without the database, nothing is stored: /health/ready says so. */
export const database: Check = {
  name: "database",
  everySeconds: 3_600,
  async find() {
    const [row] = await query<{ bytes: number }>(Prisma.sql`
      SELECT pg_database_size(current_database())::float8 AS bytes`);
    const bytes = row?.bytes ?? 0;
    const daily = await findGrowth(SAMPLED);
    const growth = daily !== null && daily > 0 ? `, and grows by ${sizeWords(daily)} a day` : "";
    return { state: "good", says: `The database is ${sizeWords(bytes)}${growth}.`, samples: [{ ...SAMPLED, bytes }] };
  },
};
