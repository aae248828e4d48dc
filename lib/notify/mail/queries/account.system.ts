import { query } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import { PERSON_NAME, WORKSPACE_NAME } from "../../../base/access/statements.ts";
import type { StopReason } from "../../../outbox/webhooks/schema.ts";
import type { MailRow } from "./mail-row.system.ts";

/** The recipient of an email about an account. */
export type MailedUser = { userId: string; email: string; isConfirmed: boolean };

/** Returns the recipient of an email, or null if the account is closed or disabled. */
export async function findMailedUser(mail: Pick<MailRow, "userId" | "workspaceId">): Promise<MailedUser | null> {
  const [row] = await query<MailedUser>(Prisma.sql`
    SELECT u.id AS "userId", u.email, u.email_confirmed_at IS NOT NULL AS "isConfirmed"
    FROM users u
    WHERE u.id = coalesce(${mail.userId}::uuid, (SELECT owner_id FROM workspaces WHERE id = ${mail.workspaceId}::uuid))
      AND u.closed_at IS NULL AND u.disabled_at IS NULL`);
  return row ?? null;
}

export type StoppedEndpoint = { id: string; siteName: string; url: string; reason: StopReason };

/** Returns the endpoint whose stop caused an email, or null if it's active again. */
export async function findStoppedEndpoint(siteId: string, mailId: string): Promise<StoppedEndpoint | null> {
  const [row] = await query<Omit<StoppedEndpoint, "reason"> & { reason: StopReason | null }>(Prisma.sql`
    SELECT e.id, s.name AS "siteName", e.url, e.stop_reason AS reason
    FROM mails m JOIN webhook_endpoints e ON e.stopped_at = m.created_at JOIN sites s ON s.id = e.site_id
    WHERE m.id = ${mailId}::uuid AND e.site_id = ${siteId}::uuid AND e.stop_reason <> 'owner'`);
  return row?.reason ? { ...row, reason: row.reason } : null;
}

/** The workspace that requires a second factor from someone who has none, and the date from which it does. */
type Requirement = { workspaceName: string; from: Date; timeZone: string | null };

/** Returns the requirement that an email is about, or null if it no longer applies to the person or they have a second factor. */
export async function findRequirement(mailId: string): Promise<Requirement | null> {
  const [row] = await query<Requirement>(Prisma.sql`
    SELECT ${WORKSPACE_NAME} AS "workspaceName", w.second_factor_from AS "from", u.time_zone AS "timeZone"
    FROM mails r JOIN workspaces w ON w.id = r.workspace_id AND w.closed_at IS NULL AND w.second_factor_from IS NOT NULL
      JOIN members m ON m.workspace_id = w.id AND m.user_id = r.user_id AND m.standing = 'active'
      JOIN users u ON u.id = m.user_id
    WHERE r.id = ${mailId}::uuid
      AND NOT EXISTS (SELECT FROM second_factors f WHERE f.user_id = r.user_id AND f.confirmed_at IS NOT NULL)`);
  return row ?? null;
}

/** Who offers someone ownership, of what. */
export type OfferedOwnership = { workspaceName: string; giver: string };

/** Returns the offer that an email is about, or null if it has ended. */
export async function findOfferedOwnership(mailId: string): Promise<OfferedOwnership | null> {
  const [row] = await query<OfferedOwnership>(Prisma.sql`
    SELECT ${WORKSPACE_NAME} AS "workspaceName", ${PERSON_NAME} AS giver
    FROM mails r JOIN workspaces w ON w.id = r.workspace_id AND w.closed_at IS NULL
      JOIN ownership_offers f ON f.workspace_id = w.id AND f.to_id = r.user_id AND f.expires_at > now()
      JOIN users u ON u.id = f.from_id
    WHERE r.id = ${mailId}::uuid`);
  return row ?? null;
}

/** Returns the names of a user's devices that lapse within 7 days. */
export async function listLapsingDevices(userId: string): Promise<string[]> {
  const rows = await query<{ name: string }>(Prisma.sql`
    SELECT name FROM channels
    WHERE user_id = ${userId}::uuid AND lapses_at < now() + interval '7 days' AND stopped_at IS NULL ORDER BY lapses_at`);
  return rows.map(({ name }) => name);
}
