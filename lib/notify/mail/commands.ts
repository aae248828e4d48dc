import { query, transaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { isMailOn } from "#platform/mail/transport.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope, PersonScope } from "../../base/access/scopes.ts";
import { ownSite } from "../../base/access/statements.ts";
import { storeActivity } from "../../base/activity/statements.ts";
import { queueAccountMail } from "./queries/account-mails.system.ts";
import { findUnconfirmedEmail, getAccountMail, getSiteMail } from "./queries.ts";
import type { AccountMailJson, SiteMailJson, UpdateAccountMailBody, UpdateSiteMailBody } from "./schema.ts";

/** Turns the caller's email alerts on or off. */
export async function updateAccountMail(
  scope: PersonScope,
  { alerts }: UpdateAccountMailBody,
): Promise<AccountMailJson> {
  if (alerts !== undefined) {
    await query(Prisma.sql`UPDATE users SET alert_mails = ${alerts} WHERE id = ${scope.userId}::uuid`);
  }
  return getAccountMail(scope);
}

/** Changes who gets emails about one site. Throws `not_found`. */
export async function updateSiteMail(
  scope: OwnerScope,
  siteId: string,
  { alerts, visitorAnswers }: UpdateSiteMailBody,
): Promise<SiteMailJson> {
  await transaction(async (tx) => {
    const found = await tx.query(Prisma.sql`
      UPDATE sites s SET visitor_mails = coalesce(${visitorAnswers ?? null}, s.visitor_mails)
      WHERE ${ownSite(scope, siteId)} RETURNING s.id`);
    if (found.length === 0) throw new AppError("not_found");
    if (visitorAnswers !== undefined) {
      await tx.query(storeActivity({ scope, action: "site.changed", siteId, data: { fields: ["visitorAnswers"] } }));
    }
    if (alerts === false) {
      await tx.query(Prisma.sql`
        INSERT INTO alert_mutes (user_id, site_id) VALUES (${scope.userId}::uuid, ${siteId}::uuid) ON CONFLICT DO NOTHING`);
    }
    if (alerts === true) {
      await tx.query(Prisma.sql`
        DELETE FROM alert_mutes WHERE user_id = ${scope.userId}::uuid AND site_id = ${siteId}::uuid`);
    }
  });
  return getSiteMail(scope, siteId);
}

/** Records that the caller is looking at the dashboard, so that they get no email about what they see. */
export async function recordPresence(scope: PersonScope): Promise<void> {
  await query(Prisma.sql`
    UPDATE users SET seen_at = now()
    WHERE id = ${scope.userId}::uuid AND (seen_at IS NULL OR seen_at < now() - interval '10 seconds')`);
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
