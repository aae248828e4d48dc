import type { ReactionTypeEmoji } from "grammy/types";
import { query, queryPrepared } from "#platform/database/database.ts";
import { repeatWork } from "#platform/jobs/repeated-work.ts";
import { log } from "#platform/log.ts";
import { BotApiError, callBot, isTransient } from "#platform/telegram/bot-api.ts";
import { Prisma } from "#prisma-client";
import { openAddress } from "../../outbox/channels/address.ts";

/** The reaction to a reply that's stored, and to one that the visitor has seen. */
export const STORED: ReactionTypeEmoji = { type: "emoji", emoji: "👌" };
const SEEN: ReactionTypeEmoji = { type: "emoji", emoji: "👀" };

const EVERY_MS = 3_000;
const AT_ONCE = Prisma.raw("50");

type SeenRow = { id: string; kind: "telegram"; address: Buffer; messageId: string };

// The row's change is the claim: one process reacts.
const TAKE_SEEN = Prisma.sql`
  WITH seen AS (
    SELECT m.channel_id, m.message_id, ch.kind, ch.address
    FROM telegram_messages m JOIN conversations c ON c.id = m.conversation_id JOIN channels ch ON ch.id = m.channel_id
    WHERE m.marked = 'stored' AND m.created_at > now() - interval '7 days' AND c.visitor_read_seq >= m.seq
      AND ch.stopped_at IS NULL
    ORDER BY m.created_at LIMIT ${AT_ONCE} FOR UPDATE OF m SKIP LOCKED
  )
  UPDATE telegram_messages m SET marked = 'seen' FROM seen
  WHERE m.channel_id = seen.channel_id AND m.message_id = seen.message_id
  RETURNING m.channel_id AS id, seen.kind, seen.address, m.message_id::text AS "messageId"`;

const giveBack = ({ id, messageId }: SeenRow) => Prisma.sql`
  UPDATE telegram_messages SET marked = 'stored' WHERE channel_id = ${id}::uuid AND message_id = ${messageId}::bigint`;

/** Shows in Telegram which replies their visitors have seen since the last time. */
export async function reactToSeen(signal = new AbortController().signal): Promise<void> {
  for (const row of await queryPrepared<SeenRow>(TAKE_SEEN)) {
    const chatId = openAddress(row)?.chatId;
    if (chatId === undefined) continue;
    try {
      const messageId = Number(row.messageId);
      await callBot("setMessageReaction", (api) => api.setMessageReaction(chatId, messageId, [SEEN]), {
        signal,
      });
    } catch (error) {
      if (!(error instanceof BotApiError)) throw error;
      log().info({ reason: error.message }, "could not show in Telegram that a reply was seen");
      if (isTransient(error.failure)) await query(giveBack(row));
    }
  }
}

/** Shows in Telegram which replies their visitors have seen, until it's stopped. Any number of processes may. */
export const startReacting = (signal: AbortSignal): Promise<void> =>
  repeatWork(
    "reactions",
    { everyMs: EVERY_MS, work: reactToSeen, failure: "could not look for seen replies; will retry" },
    signal,
  );
