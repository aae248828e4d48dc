import { filesOfMessages } from "../../files/files/of-messages.system.ts";
import type { FileRow } from "../../files/files/statements.ts";

/** Adds their files, in order, to messages that were read before. If none has any, nothing is read. */
export async function withFiles<Row extends { id: string; fileCount: number }>(
  rows: readonly Row[],
): Promise<(Row & { files: readonly FileRow[] })[]> {
  const ids = rows.filter(({ fileCount }) => fileCount > 0).map(({ id }) => id);
  const found = ids.length === 0 ? null : await filesOfMessages(ids);
  return rows.map((row) => ({ ...row, files: found?.get(row.id) ?? [] }));
}
