import { query } from "#platform/database/database.ts";
import { env } from "#platform/env.ts";
import { Prisma } from "#prisma-client";
import { hashOfAddress } from "../mail-queue/visitor-statements.ts";
import { addressWith, hashOfReplyToken, type Replying, replyToken } from "./token.ts";

/**
 * Stores the hash of an address that a visitor can reply to, and returns the address. Null without INBOUND_ADDRESS, or if the
 * conversation is gone. `seenFrom` and `seenSeq` are the first and the last message that the email covers, and `email` is where it goes.
 */
export async function storeReplyAddress(
  replying: Replying & { email: string; seenFrom: number; seenSeq: number },
): Promise<string | null> {
  if (!env().INBOUND_ADDRESS) return null;
  const token = replyToken(replying);
  // A retry may cover more messages, or go to another address.
  const stored = await query(Prisma.sql`
    INSERT INTO reply_addresses AS r (address_hash, conversation_id, email_hash, seen_from, seen_seq, created_at)
    SELECT ${hashOfReplyToken(token)}, c.id, ${hashOfAddress(replying.email)}, ${replying.seenFrom}, ${replying.seenSeq}, now()
    FROM conversations c WHERE c.id = ${replying.conversationId}::uuid
    ON CONFLICT (address_hash) DO UPDATE SET
      seen_from = CASE WHEN r.email_hash = excluded.email_hash THEN least(r.seen_from, excluded.seen_from) ELSE excluded.seen_from END,
      seen_seq = greatest(r.seen_seq, excluded.seen_seq), email_hash = excluded.email_hash
    RETURNING conversation_id`);
  return stored.length === 0 ? null : addressWith(token);
}

type PersonsAddress = {
  mailId: string;
  /** Null for an email about several conversations. */
  conversationId: string | null;
  userId: string;
  email: string;
  /** The last message that the email covers. */
  seenSeq: number;
};

/** Stores the hash of an address that a person replies to, and returns the address. Null without INBOUND_ADDRESS, or if it's gone. */
export async function storePersonsAddress(of: PersonsAddress): Promise<string | null> {
  if (!env().INBOUND_ADDRESS) return null;
  const { mailId, conversationId, userId, email, seenSeq } = of;
  const token = replyToken({ mailId, conversationId: conversationId ?? "several" });
  const stored = await query(Prisma.sql`
    INSERT INTO reply_addresses AS r (address_hash, conversation_id, user_id, email_hash, seen_from, seen_seq, created_at)
    SELECT ${hashOfReplyToken(token)}, ${conversationId}::uuid, u.id, ${hashOfAddress(email)}, ${seenSeq}, ${seenSeq}, now()
    FROM users u WHERE u.id = ${userId}::uuid
      AND (${conversationId}::uuid IS NULL OR EXISTS (SELECT FROM conversations WHERE id = ${conversationId}::uuid))
    ON CONFLICT (address_hash) DO UPDATE SET
      seen_seq = greatest(r.seen_seq, excluded.seen_seq), email_hash = excluded.email_hash, created_at = excluded.created_at
    RETURNING user_id`);
  return stored.length === 0 ? null : addressWith(token);
}

/**
 * Where an email to a known address belongs, and what its sender had seen: a conversation's visitor, or the person `userId`. Without a
 * conversation, the address is that of an email about several. `createdAt`: of a person's address, when its email was last handed to
 * the mail server.
 */
export type ReplyAddress = {
  hash: Buffer;
  conversationId: string | null;
  userId: string | null;
  seenSeq: number;
  createdAt: Date;
};

/** Returns the first of the tokens' addresses that is known. */
export async function findReplyAddress(tokens: readonly string[]): Promise<ReplyAddress | null> {
  if (tokens.length === 0) return null;
  const [found] = await query<ReplyAddress>(Prisma.sql`
    SELECT r.address_hash AS hash, r.conversation_id AS "conversationId", r.user_id AS "userId", r.seen_seq AS "seenSeq",
      r.created_at AS "createdAt"
    FROM unnest(${tokens.map(hashOfReplyToken)}::bytea[]) WITH ORDINALITY AS given (hash, position)
    JOIN reply_addresses r ON r.address_hash = given.hash
    ORDER BY given.position LIMIT 1`);
  return found ?? null;
}
