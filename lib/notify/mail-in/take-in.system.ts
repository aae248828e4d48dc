import { createHash } from "node:crypto";
import { query } from "#platform/database/database.ts";
import { isUniqueViolation } from "#platform/database/database-failure.ts";
import { env } from "#platform/env.ts";
import { addJob } from "#platform/jobs/statements.ts";
import { wakeJobs } from "#platform/jobs/worker.ts";
import { countReceivedMail } from "#platform/metrics/count.ts";
import { newId } from "#platform/new-id.ts";
import type { TemporaryFile } from "#platform/storage/temporary-file.ts";
import { Prisma } from "#prisma-client";
import type { Draft } from "../../desk/replies/draft.ts";
import { type NewContent, storeContentRow } from "../../files/files/statements.ts";
import { storeContent } from "../../files/files/store-content.ts";
import type { ReplyAddress } from "../../outbox/reply-addresses/addresses.system.ts";
import { mayBeMailed, storeMailBack } from "./mail-back.system.ts";
import type { Envelope } from "./signature.ts";

const MEDIA_TYPE = { mediaType: "message/rfc822", width: null, height: null };

type TakenIn = { id: string; repeated: boolean };

/** How an email came: `place` is the same if it comes again. `arrivedAt` is when the mailbox got it, if that's known. */
export type Incoming = {
  source: "imap" | "post";
  place: Buffer;
  envelope: Envelope;
  arrivedAt: Date | null;
  /** Where it belongs, if that's known before it's read. */
  address: Belonging | null;
};

type Belonging = Pick<ReplyAddress, "conversationId" | "userId">;

const WAITING_MAX = 200;
const WAITING_BYTES_MAX = 500 * 1024 ** 2;

/** Whether so many emails to a reply address wait to be read that no more are stored for now. */
export async function isFull({ conversationId, userId }: Belonging): Promise<boolean> {
  const conversation =
    conversationId === null
      ? Prisma.sql`conversation_id IS NULL`
      : Prisma.sql`conversation_id = ${conversationId}::uuid`;
  const [row] = await query<{ isFull: boolean }>(Prisma.sql`
    SELECT count(*) >= ${WAITING_MAX} OR coalesce(sum(size), 0) >= ${WAITING_BYTES_MAX} AS "isFull" FROM received_mails
    WHERE status = 'pending' AND ${conversation} AND user_id IS NOT DISTINCT FROM ${userId}::uuid`);
  return row?.isFull === true;
}

/** Stores a received email as it came, with the job that reads it. The same one from the same place is stored once. */
export async function takeIn(raw: TemporaryFile, incoming: Incoming): Promise<TakenIn> {
  const { place } = incoming;
  const known = await findByPlace(place);
  if (known) return known;
  const id = newId();
  try {
    await storeContent(raw, MEDIA_TYPE, (content) => storeRow({ ...incoming, id }, content));
  } catch (error) {
    // The same email came twice at the same time.
    const other = isUniqueViolation(error) ? await findByPlace(place) : null;
    if (other) return other;
    throw error;
  }
  wakeJobs("inbound");
  return { id, repeated: false };
}

async function findByPlace(place: Buffer): Promise<TakenIn | null> {
  const [row] = await query<{ id: string }>(Prisma.sql`SELECT id FROM received_mails WHERE place_hash = ${place}`);
  return row ? { id: row.id, repeated: true } : null;
}

// No other row ever has this content, so it's removed with its row.
const ownHash = (id: string) => createHash("sha256").update(`mail ${id}`).digest("hex");

type Received = Incoming & { id: string };

async function storeRow(
  { id, source, place, envelope, arrivedAt, address }: Received,
  content: NewContent,
): Promise<{ storageKey: string }> {
  const [stored] = await query<{ storageKey: string }>(Prisma.sql`
    WITH content AS (${storeContentRow({ ...content, hash: ownHash(id) }, "none")}), mail AS (
      INSERT INTO received_mails (
        id, job_id, due_at, source, place_hash, envelope, size, raw_hash, raw_until, conversation_id, user_id, arrived_at,
        created_at, updated_at
      )
      SELECT ${id}::uuid, gen_random_uuid(), now(), ${source}, ${place}, ${JSON.stringify(envelope)}::jsonb, ${content.size},
        content.hash, now() + make_interval(days => ${env().INBOUND_KEEP_DAYS}), c.id, u.id, ${arrivedAt}::timestamptz, now(), now()
      FROM content LEFT JOIN conversations c ON c.id = ${address?.conversationId ?? null}::uuid
        LEFT JOIN users u ON u.id = ${address?.userId ?? null}::uuid
      RETURNING ${addJob("inbound", {
        jobId: Prisma.sql`job_id`,
        rowId: Prisma.sql`id`,
        due: Prisma.sql`due_at`,
      })}
    )
    SELECT storage_key AS "storageKey" FROM content, mail`);
  if (!stored) throw new Error("a received email was not stored");
  return stored;
}

const SIZE_MAX = 2 ** 31 - 1;

type NotTaken = {
  place: Buffer;
  size: number;
  arrivedAt: Date | null;
  /** Where it belongs, if that's known. A person is notified. */
  address: Pick<ReplyAddress, "conversationId" | "userId" | "seenSeq"> | null;
  isByProgram?: boolean;
};

/**
 * Notes an email that stays in the mailbox alone: it's larger than emails may be, too many wait already, or the server doesn't hand it
 * over.
 */
export async function noteNotTaken(
  { place, size, arrivedAt, address, isByProgram = false }: NotTaken,
  why: "too_large" | "full" | "unreadable",
): Promise<void> {
  const status = why === "unreadable" ? "failed" : "refused";
  const isWanted = Prisma.sql`noted.user_id IS NOT NULL AND NOT ${isByProgram}::bool AND ${mayBeMailed(Prisma.sql`noted.user_id`)}`;
  const draft: Draft | null = address?.userId ? { text: "", files: [], seenSeq: address.seenSeq } : null;
  const noted = await query<{ id: string }>(Prisma.sql`
    WITH noted AS (
      INSERT INTO received_mails (
        id, job_id, status, reason, due_at, source, place_hash, envelope, size, raw_until, conversation_id, user_id, draft,
        arrived_at, created_at, updated_at
      )
      SELECT ${newId()}::uuid, gen_random_uuid(), ${status}, ${why}, now(), 'imap', ${place}, '{}',
        ${Math.min(size, SIZE_MAX)}::int, now(), c.id, u.id, ${draft === null ? null : JSON.stringify(draft)}::jsonb,
        ${arrivedAt}::timestamptz, now(), now()
      FROM (SELECT) one LEFT JOIN conversations c ON c.id = ${address?.conversationId ?? null}::uuid
        LEFT JOIN users u ON u.id = ${address?.userId ?? null}::uuid
      ON CONFLICT (place_hash) DO NOTHING
      RETURNING id, conversation_id, user_id
    ), mailed_back AS (${storeMailBack(Prisma.sql`noted`, isWanted)})
    SELECT id FROM noted`);
  if (noted.length === 0) return;
  countReceivedMail("imap", why === "unreadable" ? status : why);
  wakeJobs("mail");
}
