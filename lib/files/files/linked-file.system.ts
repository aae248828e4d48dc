import { query } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import { hasAccess } from "../../base/access/statements.ts";
import type { readSignedLink } from "./links.ts";
import { OPENABLE_COLUMNS, type OpenableFile } from "./statements.ts";

type Link = Pick<NonNullable<ReturnType<typeof readSignedLink>>, "by" | "id">;

const MAY_OPEN = {
  visitor: (id: string) => Prisma.sql`
    CASE WHEN f.message_id IS NULL THEN f.visitor_id ELSE c.visitor_id END = ${id}::uuid
      AND NOT EXISTS (SELECT FROM visitors WHERE id = ${id}::uuid AND blocked_at IS NOT NULL)`,
  member: (id: string) => Prisma.sql`
    (f.message_id IS NOT NULL OR f.user_id = ${id}::uuid) AND ${hasAccess(Prisma.sql`f`, Prisma.sql`${id}::uuid`)}`,
};

/** Returns a file that a signed link leads to, if the person it was made for may still open it. */
export async function findLinkedFile({ by, id }: Link, fileId: string): Promise<OpenableFile | null> {
  const [file] = await query<OpenableFile>(Prisma.sql`
    SELECT ${OPENABLE_COLUMNS} FROM files f JOIN stored_files o ON o.hash = f.hash
    JOIN sites s ON s.id = f.site_id AND s.closed_at IS NULL
    LEFT JOIN messages m ON m.id = f.message_id LEFT JOIN conversations c ON c.id = m.conversation_id
    WHERE f.id = ${fileId}::uuid AND ${MAY_OPEN[by](id)}`);
  return file ?? null;
}
