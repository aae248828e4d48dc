import { hashOfToken, tokenOfMail } from "#platform/crypto/one-time-token.ts";
import { query } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import { hashOfAddress } from "../../outbox/mail-queue/visitor-statements.ts";

type NewLink =
  | { mailId: string; kind: "reset"; userId: string }
  | { mailId: string; kind: "chat"; visitorId: string; email: string }
  | { mailId: string; kind: "reply"; receivedId: string; email: string };

const LIFE = {
  reset: Prisma.sql`interval '1 hour'`,
  chat: Prisma.sql`interval '7 days'`,
  reply: Prisma.sql`interval '7 days'`,
};

/**
 * The email and password a reset link is valid for, from a table or CTE named `u`. Once either changes, the link is
 * dead.
 */
export const CREDENTIAL_FINGERPRINT = Prisma.sql`sha256(convert_to(u.email_key || ' ' || u.password_hash, 'UTF8'))`;

/** Stores the hash of an email's link, which works once, and returns its token. */
export async function storeOneTimeLink(link: NewLink): Promise<string> {
  const token = tokenOfMail(link.mailId);
  const hash = hashOfToken(token);
  const expiresAt = Prisma.sql`now() + ${LIFE[link.kind]}`;
  // In a retry, the link exists already or has been used. Its lifetime starts with the last attempt.
  await query(insertLink(link, { hash, expiresAt }));
  return token;
}

function insertLink(
  link: NewLink,
  { hash, expiresAt }: { hash: Buffer<ArrayBuffer>; expiresAt: Prisma.Sql },
): Prisma.Sql {
  if (link.kind === "reset") {
    return Prisma.sql`
    INSERT INTO one_time_links (token_hash, kind, user_id, stands_for, expires_at)
    SELECT ${hash}, 'reset', u.id, ${CREDENTIAL_FINGERPRINT}, ${expiresAt} FROM users u WHERE u.id = ${link.userId}::uuid
    ON CONFLICT (token_hash) DO UPDATE SET expires_at = excluded.expires_at`;
  }
  if (link.kind === "reply") {
    return Prisma.sql`
    INSERT INTO one_time_links (token_hash, kind, user_id, received_id, stands_for, expires_at)
    SELECT ${hash}, 'reply', r.user_id, r.id, ${hashOfAddress(link.email)}, ${expiresAt} FROM received_mails r WHERE r.id = ${link.receivedId}::uuid
    ON CONFLICT (token_hash) DO UPDATE SET expires_at = excluded.expires_at, stands_for = excluded.stands_for`;
  }
  return Prisma.sql`
    INSERT INTO one_time_links (token_hash, kind, visitor_id, stands_for, expires_at)
    SELECT ${hash}, 'chat', v.id, ${hashOfAddress(link.email)}, ${expiresAt} FROM visitors v WHERE v.id = ${link.visitorId}::uuid
    ON CONFLICT (token_hash) DO UPDATE SET expires_at = excluded.expires_at, stands_for = excluded.stands_for`;
}
