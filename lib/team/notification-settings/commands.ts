import { query } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope, PersonScope } from "../../base/access/scopes.ts";
import { ownSite } from "../../base/access/statements.ts";
import { storeActivity } from "../../base/activity/statements.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import { minuteOf } from "./json.ts";
import { getNotificationSettings, type NotificationSettings } from "./queries.ts";
import type { EscalationJson, UpdateNotificationSettingsBody } from "./schema.ts";
import { requireTimeZone } from "./time-zones.system.ts";

/** Changes the caller's notification settings. */
export async function updateNotificationSettings(
  scope: PersonScope,
  { quietHours, sound, repeatSound }: UpdateNotificationSettingsBody,
): Promise<NotificationSettings> {
  const { from = null, until = null, timeZone = null } = quietHours ?? {};
  if (timeZone !== null) await requireTimeZone(timeZone, "quietHours.timeZone");
  const changes = [
    quietHours !== undefined &&
      Prisma.sql`quiet_from = ${minuteOf(from)}, quiet_until = ${minuteOf(until)}, time_zone = ${timeZone}`,
    sound !== undefined && Prisma.sql`alert_sound = ${sound}`,
    repeatSound !== undefined && Prisma.sql`repeats_sound = ${repeatSound}`,
  ].filter((change) => change !== false);
  if (changes.length > 0) {
    await query(Prisma.sql`UPDATE users SET ${Prisma.join(changes)} WHERE id = ${scope.userId}::uuid`);
    publishChange({ kind: "account", userId: scope.userId });
  }
  return getNotificationSettings(scope);
}

/**
 * Changes after how many minutes a site's unread conversations escalate. That also holds for those that haven't escalated
 * to everyone yet: they're planned again at once. Throws `not_found`.
 */
export async function updateEscalation(
  scope: OwnerScope,
  siteId: string,
  { minutes }: EscalationJson,
): Promise<EscalationJson> {
  // An open burst is planned within two minutes anyway. After eight hours, the longest minutes would be over too.
  const change = Prisma.sql`
    WITH site AS (
      UPDATE sites s SET escalation_minutes = ${minutes} WHERE ${ownSite(scope, siteId)}
      RETURNING s.id, s.escalation_minutes AS minutes
    ), alert AS (
      UPDATE alerts a SET due_at = now() FROM site JOIN conversations c ON c.site_id = site.id
      WHERE a.conversation_id = c.id AND c.is_unread AND c.alert_id IS NULL
        AND c.last_message_at > now() - interval '8 hours' AND a.since > now() - interval '8 hours'
        AND a.ended_at IS NULL AND a.level < 2
    ), noted AS (${storeActivity(
      { scope, action: "site.changed", siteId, data: { fields: ["escalationMinutes"] } },
      Prisma.sql`site`,
    )})
    SELECT minutes FROM site`;
  const [row] = await retryingConflicts(() => query<{ minutes: number | null }>(change));
  if (!row) throw new AppError("not_found");
  publishChange({ kind: "settings", workspaceId: scope.workspaceId, about: "sites", siteId });
  return row;
}
