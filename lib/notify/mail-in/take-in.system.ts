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
import { storeMailBack } from "./received.system.ts";
import type { Envelope } from "./signature.ts";

const MEDIA_TYPE = { mediaType: "message/rfc822", width: null, height: null };

type TakenIn = { id: string; repeated: boolean };

/** How an email came: `place` is the same if it comes again. `arrivedAt` is when the mailbox got it, if that's known. */
export type Incoming = { source: "imap" | "post"; place: Buffer; envelope: Envelope; arrivedAt: Date | null };

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
  { id, source, place, envelope, arrivedAt }: Received,
  content: NewContent,
): Promise<{ storageKey: string }> {
  const [stored] = await query<{ storageKey: string }>(Prisma.sql`
    WITH content AS (${storeContentRow({ ...content, hash: ownHash(id) }, "none")}), mail AS (
      INSERT INTO received_mails (
        id, job_id, due_at, source, place_hash, envelope, size, raw_hash, raw_until, arrived_at, created_at, updated_at
      )
      SELECT ${id}::uuid, gen_random_uuid(), now(), ${source}, ${place}, ${JSON.stringify(envelope)}::jsonb, ${content.size},
        content.hash, now() + make_interval(days => ${env().INBOUND_KEEP_DAYS}), ${arrivedAt}::timestamptz, now(), now()
      FROM content
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
};

/** Notes an email that stays in the mailbox alone: it's larger than emails may be, or the server doesn't hand it over. */
export async function noteNotTaken(
  { place, size, arrivedAt, address }: NotTaken,
  why: "too_large" | "unreadable",
): Promise<void> {
  const status = why === "too_large" ? "refused" : "failed";
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
    ), mailed_back AS (${storeMailBack(Prisma.sql`noted`, Prisma.sql`noted.user_id IS NOT NULL`)})
    SELECT id FROM noted`);
  if (noted.length === 0) return;
  countReceivedMail("imap", why === "too_large" ? why : status);
  wakeJobs("mail");
}
