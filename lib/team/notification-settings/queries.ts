import { db } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma, type User } from "#prisma-client";
import type { OwnerScope, PersonScope } from "../../base/access/scopes.ts";
import { ownSite } from "../../base/access/where.ts";

const COLUMNS = { quietFrom: true, quietUntil: true, timeZone: true, alertSound: true, repeatsSound: true } as const;

/** Quiet hours are minutes of the day. */
export type NotificationSettings = Pick<User, keyof typeof COLUMNS>;

/** Of users, `u`: NotificationSettings. */
export const NOTIFICATION_SETTINGS = Prisma.sql`
  u.quiet_from AS "quietFrom", u.quiet_until AS "quietUntil", u.time_zone AS "timeZone", u.alert_sound AS "alertSound",
  u.repeats_sound AS "repeatsSound"`;

/** Returns when the caller isn't notified, and the sound of a new message. */
export async function getNotificationSettings(scope: PersonScope): Promise<NotificationSettings> {
  const settings = await db().user.findUnique({ where: { id: scope.userId }, select: COLUMNS });
  if (!settings) throw new AppError("unauthenticated");
  return settings;
}

/** Returns after how many minutes a site's unread conversations escalate. Throws `not_found`. */
export async function getEscalation(scope: OwnerScope, siteId: string): Promise<{ minutes: number | null }> {
  const site = await db().site.findFirst({ where: ownSite(scope, siteId), select: { escalationMinutes: true } });
  if (!site) throw new AppError("not_found");
  return { minutes: site.escalationMinutes };
}
