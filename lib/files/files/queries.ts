import { query } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope, VisitorScope } from "../../base/access/scopes.ts";
import { activeSite, notBlocked, ownSite, ownSiteRows } from "../../base/access/statements.ts";
import { hashCallerRanges } from "../blocking/address-hashes.ts";
import { isOpenTo } from "../blocking/statements.ts";
import { OPENABLE_COLUMNS, type OpenableFile, usedBytes } from "./statements.ts";

/** Returns a file that a member may open: one in a message, or their own upload. Null if there's none. */
export async function findFile(scope: OwnerScope, fileId: string): Promise<OpenableFile | null> {
  const [file] = await query<OpenableFile>(Prisma.sql`
    SELECT ${OPENABLE_COLUMNS} FROM files f JOIN stored_files o ON o.hash = f.hash
    WHERE f.id = ${fileId}::uuid AND (f.message_id IS NOT NULL OR f.user_id = ${scope.userId}::uuid)
      AND ${ownSiteRows(scope, Prisma.sql`f`)}`);
  return file ?? null;
}

/** What a site accepts, and how much its workspace's files take. */
export type UploadTerms = {
  /** Whether it accepts visitors from the address. */
  isOpen: boolean;
  fileKinds: string[] | null;
  usedBytes: number;
};

/** Returns the terms of an upload to a site, or null if the caller may not upload there. */
export async function findUploadTerms(
  scope: OwnerScope | VisitorScope,
  { siteId, clientAddress }: { siteId: string; clientAddress: string | null },
): Promise<UploadTerms | null> {
  const ranges = "userId" in scope ? [] : hashCallerRanges(scope.siteKey, clientAddress);
  const columns = Prisma.sql`${isOpenTo(ranges)} AS "isOpen", file_kinds AS "fileKinds", ${usedBytes(Prisma.sql`sites.workspace_id`)} AS "usedBytes"`;
  const which =
    "userId" in scope
      ? Prisma.sql`id IN (SELECT s.id FROM sites s WHERE ${ownSite(scope, siteId)})`
      : Prisma.sql`${activeSite(scope)} AND ${notBlocked(scope)}
          AND NOT EXISTS (SELECT FROM deletions WHERE deletions.id = ${scope.visitorId}::uuid)`;
  const [terms] = await query<UploadTerms>(Prisma.sql`SELECT ${columns} FROM sites WHERE ${which}`);
  return terms ?? null;
}

/** Returns how many files the caller's sites have, and how many bytes they take. */
export async function countFiles(scope: OwnerScope): Promise<{ count: number; bytes: number }> {
  const [row] = await query<{ count: number; bytes: number }>(Prisma.sql`
    SELECT count(*)::int AS count, coalesce(sum(f.size), 0)::float8 AS bytes FROM files f WHERE ${ownSiteRows(scope, Prisma.sql`f`)}`);
  return row ?? { count: 0, bytes: 0 };
}
