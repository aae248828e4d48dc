import { query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { isMailOn } from "#platform/mail/transport.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../access/scopes.ts";
import type { AccountMailJson, SiteMailJson } from "./schema.ts";

/** Whether, and of what, the person behind the scope is told by mail. */
export async function getAccountMail(scope: OwnerScope): Promise<AccountMailJson> {
  const [row] = await query<{ confirmed: boolean; alerts: boolean }>(Prisma.sql`
    SELECT email_confirmed_at IS NOT NULL AS confirmed, alert_mails AS alerts FROM users WHERE id = ${scope.userId}::uuid`);
  if (!row) throw new AppError("unauthenticated");
  return { available: isMailOn(), ...row };
}

/** The e-mail of the person behind the scope, where it has to be confirmed before mails reach it; else null. */
export async function findUnconfirmedEmail(scope: OwnerScope): Promise<string | null> {
  if (!isMailOn()) return null;
  const [row] = await query<{ email: string }>(Prisma.sql`
    SELECT email FROM users WHERE id = ${scope.userId}::uuid AND email_confirmed_at IS NULL AND closed_at IS NULL`);
  return row?.email ?? null;
}

/** The same for one site. Throws `not_found`. */
export async function getSiteMail(scope: OwnerScope, siteId: string): Promise<SiteMailJson> {
  const [row] = await query<{ alerts: boolean; visitorAnswers: boolean }>(Prisma.sql`
    SELECT s.visitor_mails AS "visitorAnswers",
      NOT EXISTS (SELECT FROM alert_mutes WHERE site_id = s.id AND user_id = ${scope.userId}::uuid) AS alerts
    FROM sites s WHERE s.id = ${siteId}::uuid AND s.workspace_id = ${scope.workspaceId}::uuid`);
  if (!row) throw new AppError("not_found");
  return { available: isMailOn(), ...row };
}
