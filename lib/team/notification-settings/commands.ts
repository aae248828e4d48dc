import { db, transaction } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { AppError } from "#platform/errors.ts";
import type { OwnerScope, PersonScope } from "../../base/access/scopes.ts";
import { ownSite } from "../../base/access/where.ts";
import { storeActivity } from "../../base/activity/statements.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import { minuteOf } from "./json.ts";
import { getNotificationSettings, type NotificationSettings } from "./queries.ts";
import type { EscalationJson, UpdateNotificationSettingsBody } from "./schema.ts";
import { planEscalationsAgain } from "./statements.ts";
import { requireTimeZone } from "./time-zones.system.ts";

/** Changes the caller's notification settings. */
export async function updateNotificationSettings(
  scope: PersonScope,
  { quietHours, sound, repeatSound }: UpdateNotificationSettingsBody,
): Promise<NotificationSettings> {
  const { from = null, until = null, timeZone = null } = quietHours ?? {};
  if (timeZone !== null) await requireTimeZone(timeZone, "quietHours.timeZone");
  const data = {
    ...(quietHours !== undefined && { quietFrom: minuteOf(from), quietUntil: minuteOf(until), timeZone }),
    ...(sound !== undefined && { alertSound: sound }),
    ...(repeatSound !== undefined && { repeatsSound: repeatSound }),
  };
  if (Object.keys(data).length > 0) {
    await db().user.updateMany({ where: { id: scope.userId }, data });
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
  const data = { fields: ["escalationMinutes"] };
  await retryingConflicts(() =>
    transaction(async (tx) => {
      const where = ownSite(scope, siteId);
      const { count } = await tx.site.updateMany({ where, data: { escalationMinutes: minutes } });
      if (count === 0) throw new AppError("not_found");
      await tx.query(planEscalationsAgain(siteId));
      await tx.query(storeActivity({ scope, action: "site.changed", siteId, data }));
      tx.afterCommit(() => publishChange({ kind: "settings", workspaceId: scope.workspaceId, about: "sites", siteId }));
    }),
  );
  return { minutes };
}
