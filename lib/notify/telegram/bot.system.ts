import { createHash } from "node:crypto";
import { query } from "#platform/database/database.ts";
import { env } from "#platform/env.ts";
import { isTelegramOn } from "#platform/telegram/bot-api.ts";
import { Prisma } from "#prisma-client";

/** Why the bot receives nothing: another program uses it, its token is wrong, or Telegram can't be reached. */
export type BotProblem = "conflict" | "unauthorized" | "unreachable";

/** The service's bot. Its name is null until the API has said it once. */
export type Bot = { username: string | null; problem: BotProblem | null };

const hashOfToken = () =>
  createHash("sha256")
    .update(env().TELEGRAM_BOT_TOKEN ?? "")
    .digest();

/** Returns the service's bot. Null without one, and until it was first polled. */
export async function findBot(): Promise<Bot | null> {
  if (!isTelegramOn()) return null;
  const [row] = await query<Bot>(Prisma.sql`
    SELECT username, problem FROM telegram_bots
    WHERE id = 1 AND token_hash = ${hashOfToken()}`);
  return row ?? null;
}

/** What the poller needs to go on from where the last one stopped. */
export type BotLease = { nextUpdate: string; username: string | null; problem: BotProblem | null };

const LEASE = Prisma.sql`now() + interval '40 seconds'`;

/**
 * Makes this process the one that polls, or lets it go on. Null while another one does, or while a pause lasts. Another
 * token is another bot, which starts at its own first update and waits for nothing. Its messages have numbers of their own,
 * so what the last bot's were about is forgotten: a reply would reach the wrong visitor.
 */
export async function takeLease(poller: string): Promise<BotLease | null> {
  const [lease] = await query<BotLease>(Prisma.sql`
    WITH bot AS (
      INSERT INTO telegram_bots AS b (id, token_hash, poller, polls_until)
      VALUES (1, ${hashOfToken()}, ${poller}::uuid, ${LEASE})
      ON CONFLICT (id) DO UPDATE SET
        token_hash = excluded.token_hash, poller = excluded.poller, polls_until = excluded.polls_until,
        next_update = CASE WHEN b.token_hash = excluded.token_hash THEN b.next_update ELSE 0 END,
        username = CASE WHEN b.token_hash = excluded.token_hash THEN b.username END,
        problem = CASE WHEN b.token_hash = excluded.token_hash THEN b.problem END
      WHERE b.poller = excluded.poller OR b.polls_until IS NULL OR b.polls_until < now()
        OR b.token_hash <> excluded.token_hash
      RETURNING b.next_update, b.username, b.problem,
        EXISTS (SELECT FROM telegram_bots last WHERE last.token_hash <> b.token_hash) AS is_other
    ), forgotten AS (
      DELETE FROM telegram_messages WHERE (SELECT is_other FROM bot)
    )
    SELECT next_update::text AS "nextUpdate", username, problem FROM bot`);
  return lease ?? null;
}

type Progress = { nextUpdate?: number; username?: string };

/** Records what the poller has done, and renews its lease. Returns whether it still has it. */
export async function noteProgress(poller: string, { nextUpdate, username }: Progress): Promise<boolean> {
  const rows = await query(Prisma.sql`
    UPDATE telegram_bots SET
      next_update = coalesce(${nextUpdate ?? null}::bigint, next_update), username = coalesce(${username ?? null}, username),
      problem = NULL, problem_at = NULL, polls_until = ${LEASE}
    WHERE id = 1 AND poller = ${poller}::uuid
    RETURNING id`);
  return rows.length > 0;
}

/** Ends this process's lease, so that another one polls at once. */
export async function releaseLease(poller: string): Promise<void> {
  await query(Prisma.sql`
    UPDATE telegram_bots SET poller = NULL, polls_until = NULL WHERE id = 1 AND poller = ${poller}::uuid`);
}

/** Records why polling failed, and ends this process's lease. No process polls until the pause is over. */
export async function pausePolling(poller: string, seconds: number, problem: BotProblem | null): Promise<void> {
  await query(Prisma.sql`
    UPDATE telegram_bots SET
      poller = NULL, polls_until = now() + make_interval(secs => ${seconds}),
      problem_at = CASE WHEN ${problem}::text IS NULL THEN problem_at ELSE now() END,
      problem = coalesce(${problem}::text, problem)
    WHERE id = 1 AND poller = ${poller}::uuid`);
}
