import { filesOfMessages } from "../../files/files/of-messages.system.ts";
import type { FileRow } from "../../files/files/statements.ts";
import { type MessageMail, mailsOfMessages } from "./mail-statements.ts";

type Read = { id: string; fileCount: number; cameBy: "email" | null };

/**
 * Adds to messages that were read before their files, in order, and for the team what an email has besides. If none has any, nothing
 * is read.
 */
export async function withFiles<Row extends Read>(
  rows: readonly Row[],
  { forTeam }: { forTeam: boolean },
): Promise<(Row & { files: readonly FileRow[]; mail?: MessageMail })[]> {
  const idsWhere = (isWanted: (row: Row) => boolean) => rows.filter(isWanted).map(({ id }) => id);
  const withAny = idsWhere(({ fileCount }) => fileCount > 0);
  const byMail = forTeam ? idsWhere(({ cameBy }) => cameBy !== null) : [];
  const files = withAny.length === 0 ? null : await filesOfMessages(withAny);
  const mails = byMail.length === 0 ? null : await mailsOfMessages(byMail);
  return rows.map((row) => {
    const mail = mails?.get(row.id);
    return { ...row, files: files?.get(row.id) ?? [], ...(mail && { mail }) };
  });
}
