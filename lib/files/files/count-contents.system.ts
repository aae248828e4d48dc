import { query } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import { IS_WAITING } from "./thumbnails.system.ts";

type Contents = { count: number; bytes: number; waiting: number; undecodable: number; abandoned: number };

/** Counts the stored contents, their bytes, and the pictures among them that have no thumbnails, by why. */
export async function countContents(): Promise<Contents> {
  const [counted] = await query<Contents>(Prisma.sql`
    SELECT count(*)::int AS count, coalesce(sum(size), 0)::float8 AS bytes,
      (count(*) FILTER (WHERE ${IS_WAITING}))::int AS waiting,
      (count(*) FILTER (WHERE thumbnails = 'failed'))::int AS undecodable,
      (count(*) FILTER (WHERE thumbnails = 'waiting' AND NOT (${IS_WAITING})))::int AS abandoned
    FROM stored_files`);
  return counted ?? { count: 0, bytes: 0, waiting: 0, undecodable: 0, abandoned: 0 };
}
