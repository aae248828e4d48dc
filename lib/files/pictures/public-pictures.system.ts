import { queryPrepared } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";

export type PublicPicture = { hash: string; storageKey: string; size: number };

/** Returns a content that's a site's logo or a person's photo now. Null if there's none, also if a message has it as a file. */
export async function findPicture(hash: string): Promise<PublicPicture | null> {
  const [picture] = await queryPrepared<PublicPicture>(Prisma.sql`
    SELECT o.hash, o.storage_key AS "storageKey", o.size FROM stored_files o
    WHERE o.hash = ${hash} AND (
      EXISTS (SELECT FROM sites s WHERE s.logo_hash = o.hash AND s.closed_at IS NULL)
      OR EXISTS (SELECT FROM users u WHERE u.photo_hash = o.hash AND u.closed_at IS NULL)
    )`);
  return picture ?? null;
}
