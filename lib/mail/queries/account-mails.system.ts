import { randomUUIDv7 } from "node:crypto";
import { query } from "#platform/database/database.ts";
import { addJob } from "#platform/jobs/statements.ts";
import { wakeJobs } from "#platform/jobs/worker.ts";
import { isMailOn } from "#platform/mail/transport.ts";
import { Prisma } from "#prisma-client";

type AccountMail = {
  kind: "confirm_address" | "reset_password" | "address_changed";
  /** A condition of `users u`: whom it is for. */
  to: Prisma.Sql;
  /** Where it goes, if that is not the user's address. */
  recipient?: string;
};

/** Has a mail sent to the owner of an account, now; nothing where there is no such account, or no mail server. */
export async function queueAccountMail({ kind, to, recipient }: AccountMail): Promise<void> {
  if (!isMailOn()) return;
  const id = randomUUIDv7();
  await query(Prisma.sql`
    INSERT INTO mails (id, job_id, kind, workspace_id, user_id, recipient, due_at, created_at, updated_at)
    SELECT ${id}::uuid, ${id}::uuid, ${kind}, w.id, u.id, ${recipient ?? null}, now(), now(), now()
    FROM users u JOIN workspaces w ON w.owner_id = u.id
    WHERE ${to} AND u.closed_at IS NULL
    RETURNING ${addJob("mail", { jobId: Prisma.sql`job_id`, rowId: Prisma.sql`id`, due: Prisma.sql`due_at` })}`);
  wakeJobs("mail");
}
