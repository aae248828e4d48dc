import { query } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { mayRelease, type Release, whyStopped } from "../messages/release-statements.ts";
import type { StopReason } from "./stop-reasons.ts";

/** A scheduled reply isn't sent. Without a reason, it was sent, taken back or put off meanwhile, or it's gone. */
export class NotReleased extends Error {
  override readonly name = "NotReleased";
  readonly reason: StopReason | null;

  constructor(reason: StopReason | null) {
    super(reason ?? "gone");
    this.reason = reason;
  }
}

/** Throws `NotReleased` if a scheduled reply of the caller's isn't to be sent now. */
export async function refuseRelease(scope: OwnerScope, conversationId: string, release: Release): Promise<void> {
  const { knew } = release;
  const why = knew ? whyStopped(scope, Prisma.sql`r.conversation_id`, knew) : Prisma.sql`NULL::text`;
  const [row] = await query<{ reason: StopReason | null }>(Prisma.sql`
    SELECT ${why} AS reason FROM scheduled_replies r
    WHERE ${mayRelease(scope, release)} AND r.conversation_id = ${conversationId}::uuid`);
  if (!row) throw new NotReleased(null);
  if (row.reason) throw new NotReleased(row.reason);
}
