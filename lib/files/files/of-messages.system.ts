import { query } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import { FILE_COLUMNS, type FileRow } from "./statements.ts";

/** Returns the files of messages, by message, in their order. */
export async function filesOfMessages(messageIds: string[]): Promise<Map<string, FileRow[]>> {
  const rows = await query<FileRow>(Prisma.sql`
    SELECT ${FILE_COLUMNS(Prisma.sql`f`, Prisma.sql`o`)} FROM files f JOIN stored_files o ON o.hash = f.hash
    WHERE f.message_id = ANY(${messageIds}::uuid[]) ORDER BY f.message_id, f.position`);
  return Map.groupBy(rows, ({ messageId }) => messageId ?? "");
}
