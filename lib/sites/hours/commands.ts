import { type Transaction, transaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { SiteHours } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { storeActivity } from "../../base/activity/statements.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import { clockIn, localAt, momentAt } from "./open-times.ts";
import { rulesOf, turnsAtOf } from "./rules.ts";
import type { PutHoursBody } from "./schema.ts";
import { type HoursBefore, hoursBefore, lockSite } from "./statements.ts";

/**
 * Sets a site's hours. If that closes it, it's closed since now; if it was closed and still is, since then. Throws `not_found`.
 */
export const putHours = (scope: OwnerScope, siteId: string, { closedUntil, ...hours }: PutHoursBody) =>
  changeHours(scope, siteId, async (tx, before): Promise<SiteHours> => {
    const stored = { siteId, ...hours, ...closureOf(before, closedUntil, hours.timeZone), updatedAt: before.now };
    const { open, turnsAt } = turnsAtOf(rulesOf(stored), before.now.getTime());
    const data = { ...stored, turnsAt, closedSince: open ? null : (before.closedSince ?? before.now) };
    return tx.siteHours.upsert({ where: { siteId }, create: data, update: data });
  });

/** Removes a site's hours, so that nothing is said about them. Throws `not_found`. */
export const deleteHours = (scope: OwnerScope, siteId: string): Promise<void> =>
  changeHours(scope, siteId, async (tx) => void (await tx.siteHours.deleteMany({ where: { siteId } })));

/** A closure that's over stays until the next one: reply times are measured without it. One that's taken back ends now. */
function closureOf({ now, closedFrom, closedUntil }: HoursBefore, asked: string | null, timeZone: string) {
  const isAhead = (local: string | null) => local !== null && momentAt(local, clockIn(timeZone)) > now.getTime();
  const isInForce = isAhead(closedUntil);
  if (isAhead(asked)) return { closedFrom: isInForce ? closedFrom : now, closedUntil: asked };
  return { closedFrom, closedUntil: isInForce ? localAt(now.getTime(), timeZone) : closedUntil };
}

type Change<Result> = (tx: Transaction, before: HoursBefore) => Promise<Result>;

const changeHours = <Result>(scope: OwnerScope, siteId: string, change: Change<Result>): Promise<Result> =>
  transaction(async (tx) => {
    await tx.query(lockSite(scope, siteId));
    const [before] = await tx.query<HoursBefore>(hoursBefore(scope, siteId));
    if (!before) throw new AppError("not_found");
    const result = await change(tx, before);
    // The usual reply time is counted again by the new hours.
    await tx.site.update({ where: { id: siteId }, data: { replyCountedAt: null } });
    await tx.query(storeActivity({ scope, action: "site.changed", siteId, data: { fields: ["hours"] } }));
    tx.afterCommit(() => publishChange({ kind: "settings", workspaceId: scope.workspaceId, about: "sites", siteId }));
    return result;
  });
