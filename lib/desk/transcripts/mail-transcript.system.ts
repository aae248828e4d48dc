import { type Transaction, transaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { wakeJobs } from "#platform/jobs/worker.ts";
import { isMailOn } from "#platform/mail/transport.ts";
import { newId } from "#platform/new-id.ts";
import { Prisma } from "#prisma-client";
import type { VisitorScope } from "../../base/access/scopes.ts";
import { ownConversation } from "../../base/access/statements.ts";
import { storeMails } from "../../outbox/mail-queue/statements.ts";
import {
  IS_BOUNCED,
  IS_CONFIRMED_VISITOR,
  IS_EMAILED,
  isHashOf,
  UNMARKED,
} from "../../outbox/mail-queue/visitor-statements.ts";
import type { SentTranscript } from "./schema.ts";
import { readTranscriptToken } from "./transcript-link.ts";

const PER_DAY = 2;
const DAY_SECONDS = 86_400;

type Kind = "transcript" | "confirm_transcript";
type Asking = { conversationId: string; email: string; isConfirmed: boolean };

// For a FROM: a conversation whose visitor may be emailed.
const MAILED = Prisma.sql`
  conversations c JOIN visitors v ON v.id = c.visitor_id AND v.email IS NOT NULL
  JOIN sites s ON s.id = c.site_id AND s.closed_at IS NULL
  JOIN workspaces w ON w.id = s.workspace_id JOIN users u ON u.id = w.owner_id AND u.email_confirmed_at IS NOT NULL`;
const COLUMNS = Prisma.sql`c.id AS "conversationId", v.email, ${IS_CONFIRMED_VISITOR} AS "isConfirmed"`;

/**
 * Sends a visitor their conversation by email, or first asks for a confirmation of their address, which no one has used a link from
 * yet. Throws `not_found`, `conflict` if nothing can be emailed to them, or `rate_limited`.
 */
export const requestTranscript = (scope: VisitorScope, conversationId: string): Promise<SentTranscript> =>
  transaction(async (tx) => {
    const own = ownConversation(scope, conversationId);
    // Of two requests at once, the second sees the first one's email.
    const locked = await tx.query(Prisma.sql`SELECT c.id FROM conversations c WHERE ${own} FOR NO KEY UPDATE`);
    if (locked.length === 0) throw new AppError("not_found");
    const [asking] = isMailOn()
      ? await tx.query<Asking>(
          Prisma.sql`SELECT ${COLUMNS} FROM ${MAILED} WHERE ${own} AND ${IS_EMAILED} AND NOT ${IS_BOUNCED}`,
        )
      : [];
    if (!asking) throw new AppError("conflict", { detail: NOT_MAILED });
    await queue(tx, asking, asking.isConfirmed ? "transcript" : "confirm_transcript");
    return { sentTo: asking.isConfirmed ? "confirmed" : "confirmation" };
  });

const NOT_MAILED =
  "This service doesn't send email, the site doesn't email its visitors, or the visitor has left no email, one that emails come back from, or unsubscribed. Nothing was sent.";

/**
 * Confirms the address that a link was emailed to, and sends the conversation there: once for each link. Throws `link_gone` if it's
 * invalid, has expired or the visitor has another address now, or `rate_limited`.
 */
export async function confirmTranscript(token: string): Promise<void> {
  const { conversationId, addressHash, sentAt } = readTranscriptToken(token);
  await transaction(async (tx) => {
    await tx.query(Prisma.sql`SELECT c.id FROM conversations c WHERE c.id = ${conversationId}::uuid FOR NO KEY UPDATE`);
    const [asking] = await tx.query<Asking>(Prisma.sql`
      SELECT ${COLUMNS} FROM ${MAILED}
      WHERE c.id = ${conversationId}::uuid AND ${isHashOf(Prisma.sql`${addressHash}`)} AND ${IS_EMAILED}`);
    if (!asking || !isMailOn()) throw new AppError("link_gone");
    await tx.query(Prisma.sql`
      UPDATE visitors v SET confirmed_email = v.email, ${UNMARKED} FROM conversations c
      WHERE c.id = ${conversationId}::uuid AND v.id = c.visitor_id AND ${isHashOf(Prisma.sql`${addressHash}`)}
        AND (v.confirmed_email IS DISTINCT FROM v.email OR ${IS_BOUNCED})`);
    const sent = await tx.query(Prisma.sql`
      SELECT FROM mails WHERE conversation_id = ${conversationId}::uuid AND kind = 'transcript' AND created_at >= ${sentAt}
      LIMIT 1`);
    if (sent.length === 0) await queue(tx, asking, "transcript");
  });
}

async function queue(tx: Transaction, { conversationId, email }: Asking, kind: Kind): Promise<void> {
  await requireAllowance(tx, conversationId, kind);
  await tx.query(
    storeMails({
      from: Prisma.sql`conversations c WHERE c.id = ${conversationId}::uuid`,
      kind,
      id: Prisma.sql`${newId()}::uuid`,
      workspaceId: Prisma.sql`c.workspace_id`,
      siteId: Prisma.sql`c.site_id`,
      conversationId: Prisma.sql`c.id`,
      visitorId: Prisma.sql`c.visitor_id`,
      // It goes there or nowhere: an address that's changed meanwhile isn't confirmed.
      recipient: email,
    }),
  );
  tx.afterCommit(() => wakeJobs("mail"));
}

async function requireAllowance(tx: Transaction, conversationId: string, kind: Kind): Promise<void> {
  const sent = await tx.query<{ age: number }>(Prisma.sql`
    SELECT extract(epoch FROM now() - created_at)::float8 AS age FROM mails
    WHERE conversation_id = ${conversationId}::uuid AND kind = ${kind}
      AND created_at > now() - make_interval(secs => ${DAY_SECONDS})
    ORDER BY created_at DESC`);
  const oldest = sent[PER_DAY - 1];
  if (!oldest) return;
  const retryAfter = Math.max(1, Math.ceil(DAY_SECONDS - oldest.age));
  throw new AppError("rate_limited", {
    limit: { policy: "transcripts", quota: PER_DAY, windowSeconds: DAY_SECONDS, retryAfter },
  });
}
