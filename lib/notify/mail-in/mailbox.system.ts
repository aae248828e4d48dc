import { createHash, createHmac } from "node:crypto";
import { linkKeys } from "#platform/crypto/keys.ts";
import { openSealed, sealText } from "#platform/crypto/sealed-text.ts";
import { query } from "#platform/database/database.ts";
import { type Env, env } from "#platform/env.ts";
import { Prisma } from "#prisma-client";

/** Why the mailbox isn't read. `failed` is the service's own failure. */
export type ReadingProblem = "login" | "oauth" | "folder" | "unreachable" | "failed";

/** Where the reader goes on. `uidValidity` is null if the mailbox is another one, or was never opened. */
export type ReadingLease = { uidValidity: string | null; nextUid: string | null; lookedAt: Date | null };

type ImapSetting = NonNullable<Env["INBOUND_IMAP_URL"]>;

const LEASE = Prisma.sql`now() + interval '40 seconds'`;
const REASON_MAX = 300;
const OWNER = "inbound";

/** Whether the service reads a mailbox. */
export const isMailboxOn = (): boolean => env().INBOUND_ADDRESS !== undefined && env().INBOUND_IMAP_URL !== undefined;

const sha256 = (text: string) => createHash("sha256").update(text).digest();

/** The hash of what a mailbox is, whatever its password. */
export const hashOfPlace = ({ host, port, user, folder }: ImapSetting): Buffer =>
  sha256(JSON.stringify([host, port, user, folder]));

// A password may be guessed from a hash that needs no key.
function hashOfSettings(): Buffer {
  const { INBOUND_IMAP_URL, INBOUND_OAUTH, INBOUND_OAUTH_CLIENT_ID, INBOUND_OAUTH_CLIENT_SECRET } = env();
  const login = [
    INBOUND_OAUTH,
    INBOUND_OAUTH_CLIENT_ID,
    INBOUND_OAUTH_CLIENT_SECRET,
    env().INBOUND_OAUTH_REFRESH_TOKEN,
  ];
  return createHmac("sha256", linkKeys()[0])
    .update(JSON.stringify([INBOUND_IMAP_URL, login]))
    .digest();
}

/**
 * Makes this process the one that reads, or lets it go on. Null while another one does, or while a pause lasts, which other settings
 * end. Of another mailbox, it isn't known what was read.
 */
export async function takeMailbox(reader: string, server: ImapSetting): Promise<ReadingLease | null> {
  const [lease] = await query<ReadingLease>(Prisma.sql`
    INSERT INTO inbound_mailboxes AS b (id, place_hash, settings_hash, reader, reads_until)
    VALUES (1, ${hashOfPlace(server)}, ${hashOfSettings()}, ${reader}::uuid, ${LEASE})
    ON CONFLICT (id) DO UPDATE SET
      place_hash = excluded.place_hash, settings_hash = excluded.settings_hash, reader = excluded.reader,
      reads_until = excluded.reads_until,
      uid_validity = CASE WHEN b.place_hash = excluded.place_hash THEN b.uid_validity END,
      next_uid = CASE WHEN b.place_hash = excluded.place_hash THEN b.next_uid END,
      left_alone = CASE WHEN b.place_hash = excluded.place_hash THEN b.left_alone ELSE 0 END,
      problem_at = CASE WHEN b.settings_hash = excluded.settings_hash THEN b.problem_at END,
      problem = CASE WHEN b.settings_hash = excluded.settings_hash THEN b.problem END,
      reason = CASE WHEN b.settings_hash = excluded.settings_hash THEN b.reason END
    WHERE b.reader = excluded.reader OR b.reads_until IS NULL OR b.reads_until < now()
      OR (b.reader IS NULL AND b.settings_hash <> excluded.settings_hash)
    RETURNING uid_validity::text AS "uidValidity", next_uid::text AS "nextUid", looked_at AS "lookedAt"`);
  return lease ?? null;
}

/** Renews this process's lease. Returns whether it still has it. */
export async function renewMailbox(reader: string): Promise<boolean> {
  const rows = await query(Prisma.sql`
    UPDATE inbound_mailboxes SET reads_until = ${LEASE} WHERE id = 1 AND reader = ${reader}::uuid RETURNING id`);
  return rows.length > 0;
}

type Progress = { uidValidity: bigint; nextUid: number; leftAlone?: number; usedPercent?: number | null };

/** Records how far the mailbox was read, and that it works. Returns whether this process still has the lease. */
export async function noteReading(
  reader: string,
  { uidValidity, nextUid, leftAlone = 0, usedPercent }: Progress,
): Promise<boolean> {
  const used = usedPercent === undefined ? Prisma.sql`used_percent` : Prisma.sql`${usedPercent}::int`;
  const rows = await query(Prisma.sql`
    UPDATE inbound_mailboxes SET
      uid_validity = ${String(uidValidity)}::bigint, next_uid = ${nextUid}::bigint, left_alone = left_alone + ${leftAlone}::int,
      used_percent = ${used}, looked_at = now(), reads_until = ${LEASE}, problem = NULL, reason = NULL, problem_at = NULL
    WHERE id = 1 AND reader = ${reader}::uuid
    RETURNING id`);
  return rows.length > 0;
}

/** Ends this process's lease, so that another one reads at once. */
export async function releaseMailbox(reader: string): Promise<void> {
  await query(Prisma.sql`
    UPDATE inbound_mailboxes SET reader = NULL, reads_until = NULL WHERE id = 1 AND reader = ${reader}::uuid`);
}

type Pause = { problem: ReadingProblem; reason: string; seconds: number };

/** Records why reading failed, and ends this process's lease. No process reads until the pause is over. */
export async function pauseReading(reader: string, { problem, reason, seconds }: Pause): Promise<void> {
  await query(Prisma.sql`
    UPDATE inbound_mailboxes SET
      reader = NULL, reads_until = now() + make_interval(secs => ${seconds}), problem = ${problem},
      reason = ${reason.toWellFormed().replaceAll("\0", "").slice(0, REASON_MAX)}, problem_at = coalesce(problem_at, now())
    WHERE id = 1 AND reader = ${reader}::uuid`);
}

/** What's known of the mailbox of the settings. Null until a process has tried to read it. */
export type MailboxState = {
  lookedSecondsAgo: number | null;
  problem: ReadingProblem | null;
  reason: string | null;
  problemSeconds: number | null;
  usedPercent: number | null;
  leftAlone: number;
};

export async function findMailboxState(): Promise<MailboxState | null> {
  const { INBOUND_IMAP_URL } = env();
  if (!INBOUND_IMAP_URL) return null;
  const [row] = await query<MailboxState>(Prisma.sql`
    SELECT extract(epoch FROM now() - looked_at)::float8 AS "lookedSecondsAgo", problem, reason,
      extract(epoch FROM now() - problem_at)::float8 AS "problemSeconds", used_percent AS "usedPercent",
      left_alone AS "leftAlone"
    FROM inbound_mailboxes WHERE id = 1 AND place_hash = ${hashOfPlace(INBOUND_IMAP_URL)}`);
  return row ?? null;
}

/** Returns the refresh tokens to try: what the provider sent in place of the setting's since that was set, and the setting's. */
export async function listRefreshTokens(): Promise<string[]> {
  const { INBOUND_OAUTH_REFRESH_TOKEN: setting = "" } = env();
  const [row] = await query<{ sealed: Buffer }>(Prisma.sql`
    SELECT refresh_token AS sealed FROM inbound_mailboxes
    WHERE id = 1 AND refresh_token IS NOT NULL AND setting_hash = ${sha256(setting)}`);
  const stored = row && openSealed(row.sealed, OWNER);
  return stored ? [stored.text, setting] : [setting];
}

/** Stores the refresh token that the provider sent last. */
export async function storeRefreshToken(token: string): Promise<void> {
  const { INBOUND_OAUTH_REFRESH_TOKEN: setting = "" } = env();
  await query(Prisma.sql`
    UPDATE inbound_mailboxes SET refresh_token = ${sealText(token, OWNER)}, setting_hash = ${sha256(setting)} WHERE id = 1`);
}

/** Whether the service sent one of these emails. */
export async function isAboutOurs(mailIds: readonly string[]): Promise<boolean> {
  if (mailIds.length === 0) return false;
  const [row] = await query<{ isOurs: boolean }>(Prisma.sql`
    SELECT EXISTS (SELECT FROM mails WHERE id = ANY(${[...mailIds]}::text[]::uuid[])) AS "isOurs"`);
  return row?.isOurs === true;
}
