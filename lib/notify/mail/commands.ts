import { db, transaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { isMailOn } from "#platform/mail/transport.ts";
import type { OwnerScope, PersonScope } from "../../base/access/scopes.ts";
import { lockSite } from "../../base/access/statements.ts";
import { ownSite } from "../../base/access/where.ts";
import { storeActivity } from "../../base/activity/statements.ts";
import { queueAccountMail } from "./queries/account-mails.system.ts";
import { queueWaitingAlerts } from "./queries/waiting-alerts.system.ts";
import { findUnconfirmedEmail, getAccountMail, getSiteMail } from "./queries.ts";
import type { AccountMailJson, SiteMailJson, UpdateAccountMailBody, UpdateSiteMailBody } from "./schema.ts";

/** Turns the caller's email alerts on or off, or tries their address again. */
export async function updateAccountMail(
  scope: PersonScope,
  { alerts, bounced }: UpdateAccountMailBody,
): Promise<AccountMailJson> {
  const unmarked = bounced === false && { bouncedEmail: null, bouncedAt: null, bounce: null };
  if (unmarked) {
    await db().user.updateMany({ where: { id: scope.userId }, data: unmarked });
    await queueWaitingAlerts(scope.userId);
  }
  if (alerts !== undefined) {
    await db().user.updateMany({ where: { id: scope.userId }, data: { alertMails: alerts } });
  }
  return getAccountMail(scope);
}

/** Changes who gets emails about one site. Throws `not_found`. */
export async function updateSiteMail(
  scope: OwnerScope,
  siteId: string,
  { alerts, visitorAnswers }: UpdateSiteMailBody,
): Promise<SiteMailJson> {
  const { userId } = scope;
  await transaction(async (tx) => {
    await lockSite(scope, siteId, tx);
    if (visitorAnswers !== undefined) {
      const data = { visitorMails: visitorAnswers };
      const { count } = await tx.site.updateMany({ where: ownSite(scope, siteId), data });
      if (count === 0) throw new AppError("not_found");
      await tx.query(storeActivity({ scope, action: "site.changed", siteId, data: { fields: ["visitorAnswers"] } }));
    }
    if (alerts === false) await tx.alertMute.createMany({ data: { userId, siteId }, skipDuplicates: true });
    if (alerts === true) await tx.alertMute.deleteMany({ where: { userId, siteId } });
  });
  return getSiteMail(scope, siteId);
}

const SEEN_EVERY_MS = 10_000;

/** Records that the caller is looking at the dashboard, so that they get no email about what they see. */
export async function recordPresence(scope: PersonScope): Promise<void> {
  const seenAt = new Date();
  const isOld = { lt: new Date(seenAt.getTime() - SEEN_EVERY_MS) };
  const where = { id: scope.userId, OR: [{ seenAt: null }, { seenAt: isOld }] };
  await db().user.updateMany({ where, data: { seenAt } });
}

/**
 * Sends the email that confirms the account's address, unless it's confirmed already. Throws `not_accepted` without a
 * mail server.
 */
export async function requestConfirmation(scope: PersonScope): Promise<void> {
  if (!isMailOn()) throw new AppError("not_accepted", { detail: "This service doesn't send email." });
  const unconfirmed = await findUnconfirmedEmail(scope);
  if (!unconfirmed) return;
  await queueAccountMail({ kind: "confirm_address", userId: scope.userId, recipient: unconfirmed.email });
}
