import { query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope, PersonScope } from "../../base/access/scopes.ts";
import { ownSite } from "../../base/access/statements.ts";

/** Quiet hours are minutes of the day. */
export type NotificationSettings = {
  quietFrom: number | null;
  quietUntil: number | null;
  timeZone: string | null;
  sound: string;
  repeatSound: boolean;
};

/** Of users, `u`: NotificationSettings. */
export const NOTIFICATION_SETTINGS = Prisma.sql`
  u.quiet_from::int AS "quietFrom", u.quiet_until::int AS "quietUntil", u.time_zone AS "timeZone", u.alert_sound AS sound,
  u.repeats_sound AS "repeatSound"`;

/** Returns when the caller isn't notified, and the sound of a new message. */
export async function getNotificationSettings(scope: PersonScope): Promise<NotificationSettings> {
  const [row] = await query<NotificationSettings>(Prisma.sql`
    SELECT ${NOTIFICATION_SETTINGS} FROM users u WHERE u.id = ${scope.userId}::uuid`);
  if (!row) throw new AppError("unauthenticated");
  return row;
}

/** Returns after how many minutes a site's unread conversations escalate. Throws `not_found`. */
export async function getEscalation(scope: OwnerScope, siteId: string): Promise<{ minutes: number | null }> {
  const [row] = await query<{ minutes: number | null }>(Prisma.sql`
    SELECT s.escalation_minutes AS minutes FROM sites s WHERE ${ownSite(scope, siteId)}`);
  if (!row) throw new AppError("not_found");
  return row;
}
