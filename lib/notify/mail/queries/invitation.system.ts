import { query, type Transaction } from "#platform/database/database.ts";
import { wakeJobs } from "#platform/jobs/worker.ts";
import { Prisma } from "#prisma-client";
import { PERSON_NAME, WORKSPACE_NAME } from "../../../base/access/statements.ts";
import { storeMails } from "../../../outbox/mail-queue/statements.ts";
import { countAccountMail } from "./account-mail-counts.system.ts";

type NewMail = { mailId: string; workspaceId: string; recipient: string };

/** Queues the email of an invitation within its transaction. Throws `rate_limited`. */
export async function queueInvitation(tx: Transaction, { mailId, workspaceId, recipient }: NewMail): Promise<void> {
  await countAccountMail(recipient, "address", tx);
  await tx.query(
    storeMails({
      from: Prisma.sql`(SELECT) one`,
      kind: "invitation",
      id: Prisma.sql`${mailId}::uuid`,
      workspaceId: Prisma.sql`${workspaceId}::uuid`,
      recipient,
    }),
  );
  tx.afterCommit(() => wakeJobs("mail"));
}

export type WantedWorkspace = { workspaceName: string; inviter: string | null };

type MailedInvitation = {
  linkId: string;
  email: string;
  role: "agent" | "admin";
  workspaceName: string;
  inviter: string | null;
};

/** Returns the workspace that someone joins once they confirm their address, and who invited them; null if none waits for that. */
export async function findWantedWorkspace(userId: string): Promise<WantedWorkspace | null> {
  const [row] = await query<WantedWorkspace>(Prisma.sql`
    SELECT ${WORKSPACE_NAME} AS "workspaceName", (SELECT ${PERSON_NAME} FROM users u WHERE u.id = i.invited_by) AS inviter
    FROM invitations i JOIN workspaces w ON w.id = i.workspace_id AND w.closed_at IS NULL
      JOIN users wanting ON wanting.id = i.wanted_by AND wanting.email_key = i.email_key
    WHERE i.wanted_by = ${userId}::uuid AND i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > now()
    ORDER BY i.created_at DESC LIMIT 1`);
  return row ?? null;
}

/** Returns the invitation that an email is about, or null if it can't be accepted by it. */
export async function findInvitation(mailId: string): Promise<MailedInvitation | null> {
  const [row] = await query<MailedInvitation>(Prisma.sql`
    SELECT i.link_id AS "linkId", i.email, i.role, ${WORKSPACE_NAME} AS "workspaceName", ${PERSON_NAME} AS inviter
    FROM invitations i JOIN workspaces w ON w.id = i.workspace_id AND w.closed_at IS NULL
      LEFT JOIN users u ON u.id = i.invited_by
    WHERE i.mail_id = ${mailId}::uuid AND i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > now()`);
  return row ?? null;
}
