import { type Querying, query } from "#platform/database/database.ts";
import { env } from "#platform/env.ts";
import { AppError } from "#platform/errors.ts";
import { accountKey, mailboxKey } from "#platform/limits/keys.ts";
import { Prisma } from "#prisma-client";

/**
 * What an email counts toward. `address`: an address whose owner hasn't agreed to anything yet. `reset`: a request for a new
 * password. `notice`: a warning to the address that an account had. `reply`: replies to a visitor, on all sites together. Each
 * has a limit of its own, so that a stranger who uses up one keeps nobody from the others.
 */
export type Allowance = "address" | "reset" | "notice" | "reply";

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;
const HOURS_OF_A_DAY = 4;

/** A visitor with several lively conversations gets more emails than an account does. */
const REPLIES = 2;

const limits = (allowance: Allowance) => {
  const perHour = env().LIMIT_ACCOUNT_MAILS * (allowance === "reply" ? REPLIES : 1);
  return { perHour, perDay: perHour * HOURS_OF_A_DAY };
};

// A stranger's addresses with a tag or dots may all lead to one mailbox.
const keyOf = (recipient: string, allowance: Allowance) =>
  allowance === "address" || allowance === "reply" ? mailboxKey(recipient) : accountKey(recipient);

/**
 * Counts an email by its recipient, for all processes at once. Throws `rate_limited` and counts nothing if the address
 * has been sent too many in the past hour or day.
 */
export async function countAccountMail(
  recipient: string,
  allowance: Allowance,
  client: Querying = { query },
): Promise<void> {
  if (env().RATE_LIMITS === "off") return;
  const { perHour, perDay } = limits(allowance);
  const key = keyOf(recipient, allowance);
  const within = (seconds: number) => Prisma.sql`at > now() - make_interval(secs => ${seconds})`;
  const ofHour = Prisma.sql`count(*) FILTER (WHERE ${within(HOUR_SECONDS)})`;
  const ofDay = Prisma.sql`count(*) FILTER (WHERE ${within(DAY_SECONDS)})`;
  // A reset link works for an hour. Another one is sent once the last has expired, however many a stranger requested.
  const isLastLinkDead = Prisma.sql`${allowance === "reset"} AND ${ofHour} = 0`;
  const counted = await client.query(Prisma.sql`
    INSERT INTO account_mail_counts AS c (recipient_hash, allowance, queued_at, expires_at)
    VALUES (${key}, ${allowance}, ARRAY[now()], now() + make_interval(secs => ${DAY_SECONDS}))
    ON CONFLICT (recipient_hash, allowance) DO UPDATE SET
      queued_at = ARRAY(SELECT at FROM unnest(c.queued_at) AS at WHERE ${within(DAY_SECONDS)}) || excluded.queued_at,
      expires_at = excluded.expires_at
    WHERE (
      SELECT ${ofHour} < ${perHour} AND (${ofDay} < ${perDay} OR ${isLastLinkDead}) FROM unnest(c.queued_at) AS at
    )
    RETURNING allowance`);
  if (counted.length === 0) throw await refusal(key, allowance, client);
}

/** Counts an email about replies to a visitor. Returns when it may be sent instead, if the address has been sent too many. */
export async function countReplyMail(recipient: string): Promise<Date | null> {
  try {
    await countAccountMail(recipient, "reply");
    return null;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "rate_limited") throw error;
    return new Date(Date.now() + (error.extras.limit?.retryAfter ?? HOUR_SECONDS) * 1000);
  }
}

async function refusal(key: string, allowance: Allowance, client: Querying): Promise<AppError> {
  const { perHour, perDay } = limits(allowance);
  const sent = await client.query<{ age: number }>(Prisma.sql`
    SELECT extract(epoch FROM now() - at)::float8 AS age
    FROM account_mail_counts c, unnest(c.queued_at) AS at
    WHERE c.recipient_hash = ${key} AND c.allowance = ${allowance} ORDER BY at DESC`);
  // The time until enough have left the window.
  const waitFor = (max: number, seconds: number) => seconds - (sent[max - 1]?.age ?? seconds);
  const hour = waitFor(perHour, HOUR_SECONDS);
  const day =
    allowance === "reset"
      ? Math.min(waitFor(perDay, DAY_SECONDS), waitFor(1, HOUR_SECONDS))
      : waitFor(perDay, DAY_SECONDS);
  const isOfHour = hour >= day;
  return new AppError("rate_limited", {
    limit: {
      policy: "account-mails",
      quota: isOfHour ? perHour : perDay,
      windowSeconds: isOfHour ? HOUR_SECONDS : DAY_SECONDS,
      retryAfter: Math.max(1, Math.ceil(Math.max(hour, day))),
    },
  });
}
