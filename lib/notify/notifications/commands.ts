import { query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { wakeJobs } from "#platform/jobs/worker.ts";
import { newId } from "#platform/new-id.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownChannels } from "../../outbox/channels/statements.ts";
import { ADD_NOTIFICATION_JOB } from "../../outbox/notification-queue/statements.ts";
import { getNotification, type NotificationRow } from "./queries.ts";

/** Sends a test notification through one of the caller's channels. It's tried once. Throws `not_found`. */
export async function queueTest(scope: OwnerScope, channelId: string): Promise<NotificationRow> {
  const id = newId();
  const stored = await query(Prisma.sql`
    INSERT INTO notifications (
      id, job_id, workspace_id, user_id, channel_id, channel, name, kind, due_at, created_at, updated_at
    )
    SELECT ${id}::uuid, ${id}::uuid, ${scope.workspaceId}::uuid, h.user_id, h.id, h.kind, h.name, 'test', now(), now(), now()
    FROM channels h WHERE h.id = ${channelId}::uuid AND ${ownChannels(scope)}
    RETURNING ${ADD_NOTIFICATION_JOB}`);
  if (stored.length === 0) throw new AppError("not_found");
  wakeJobs("notification");
  return getNotification(scope, id);
}
