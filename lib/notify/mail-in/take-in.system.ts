import { createHash } from "node:crypto";
import { query } from "#platform/database/database.ts";
import { isUniqueViolation } from "#platform/database/database-failure.ts";
import { env } from "#platform/env.ts";
import { addJob } from "#platform/jobs/statements.ts";
import { wakeJobs } from "#platform/jobs/worker.ts";
import { newId } from "#platform/new-id.ts";
import type { TemporaryFile } from "#platform/storage/temporary-file.ts";
import { Prisma } from "#prisma-client";
import { type NewContent, storeContentRow } from "../../files/files/statements.ts";
import { storeContent } from "../../files/files/store-content.ts";
import type { Envelope } from "./signature.ts";

const MEDIA_TYPE = { mediaType: "message/rfc822", width: null, height: null };

type TakenIn = { id: string; repeated: boolean };

/** Stores a received email as it came, with the job that reads it. The same one to the same recipients is stored once. */
export async function takeIn(raw: TemporaryFile, envelope: Envelope): Promise<TakenIn> {
  const place = createHash("sha256")
    .update(JSON.stringify([envelope.from, envelope.to, raw.hash]))
    .digest();
  const known = await findByPlace(place);
  if (known) return known;
  const id = newId();
  try {
    await storeContent(raw, MEDIA_TYPE, (content) => storeRow({ id, place, envelope }, content));
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

type Received = { id: string; place: Buffer; envelope: Envelope };

async function storeRow({ id, place, envelope }: Received, content: NewContent): Promise<{ storageKey: string }> {
  const [stored] = await query<{ storageKey: string }>(Prisma.sql`
    WITH content AS (${storeContentRow({ ...content, hash: ownHash(id) }, "none")}), mail AS (
      INSERT INTO received_mails (
        id, job_id, due_at, place_hash, envelope, size, raw_hash, raw_until, created_at, updated_at
      )
      SELECT ${id}::uuid, gen_random_uuid(), now(), ${place}, ${JSON.stringify(envelope)}::jsonb, ${content.size},
        content.hash, now() + make_interval(days => ${env().INBOUND_KEEP_DAYS}), now(), now()
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
