import { query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { isMailOn } from "#platform/mail/transport.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope, PersonScope } from "../../base/access/scopes.ts";
import { ownSite } from "../../base/access/statements.ts";
import { toBounceJson } from "../../outbox/mail-queue/bounce.ts";
import type { AccountMailJson, SiteMailJson } from "./schema.ts";

// The links work for 7 days.
export const IS_LINK_SENT = Prisma.sql`EXISTS (
  SELECT FROM mails m WHERE m.user_id = u.id AND m.kind = 'confirm_address' AND m.created_at > now() - interval '7 days')`;

/** Returns the caller's email settings. */
export async function getAccountMail(scope: PersonScope): Promise<AccountMailJson> {
  type Row = Omit<AccountMailJson, "available" | "bounced"> & { bouncedAt: Date | null; bounce: string | null };
  const [row] = await query<Row>(Prisma.sql`
    SELECT u.email_confirmed_at IS NOT NULL AS confirmed, ${IS_LINK_SENT} AS "confirmationSent", u.alert_mails AS alerts,
      CASE WHEN u.bounced_email = u.email THEN u.bounced_at END AS "bouncedAt", u.bounce
    FROM users u WHERE u.id = ${scope.userId}::uuid`);
  if (!row) throw new AppError("unauthenticated");
  const { bouncedAt: at, bounce, ...settings } = row;
  return { available: isMailOn(), ...settings, ...(at && { bounced: toBounceJson({ at, bounce }) }) };
}

export type UnconfirmedEmail = { email: string; isLinkSent: boolean };

/** The email of the person behind the scope if they have to confirm it before emails reach it, otherwise null. */
export async function findUnconfirmedEmail(scope: PersonScope): Promise<UnconfirmedEmail | null> {
  if (!isMailOn()) return null;
  const [row] = await query<UnconfirmedEmail>(Prisma.sql`
    SELECT u.email, ${IS_LINK_SENT} AS "isLinkSent" FROM users u
    WHERE u.id = ${scope.userId}::uuid AND u.email_confirmed_at IS NULL AND u.closed_at IS NULL`);
  return row ?? null;
}

/** Returns the email settings of one site. Throws `not_found`. */
export async function getSiteMail(scope: OwnerScope, siteId: string): Promise<SiteMailJson> {
  const [row] = await query<{ alerts: boolean; visitorAnswers: boolean; isConfirmed: boolean }>(Prisma.sql`
    SELECT s.visitor_mails AS "visitorAnswers", EXISTS (
        SELECT FROM workspaces w JOIN users u ON u.id = w.owner_id
        WHERE w.id = s.workspace_id AND u.email_confirmed_at IS NOT NULL
      ) AS "isConfirmed",
      NOT EXISTS (SELECT FROM alert_mutes WHERE site_id = s.id AND user_id = ${scope.userId}::uuid) AS alerts
    FROM sites s WHERE ${ownSite(scope, siteId)}`);
  if (!row) throw new AppError("not_found");
  const { alerts, visitorAnswers } = row;
  const needs = needsOf(row);
  return { available: isMailOn(), alerts, visitorAnswers, ...(needs && { visitorMailsNeed: needs }) };
}

function needsOf(site: { visitorAnswers: boolean; isConfirmed: boolean }): SiteMailJson["visitorMailsNeed"] {
  if (!isMailOn()) return "mail_server";
  if (!site.visitorAnswers) return "visitor_answers";
  return site.isConfirmed ? undefined : "owner_confirmation";
}
