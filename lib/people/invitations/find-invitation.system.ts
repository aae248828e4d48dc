import { type Querying, query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import { PERSON_NAME, WORKSPACE_NAME } from "../../base/access/statements.ts";
import type { GivenRole } from "../../team/members/schema.ts";
import { IS_OPEN, isOf } from "./statements.ts";

/*
 * SQL, because names are expressions, and a list of sites may be null.
 */

export type InvitationPreview = {
  workspaceName: string;
  email: string;
  role: GivenRole;
  siteNames: string[] | null;
  invitedBy: string | null;
  expiresAt: Date;
  hasAccount: boolean;
  isProof: boolean;
};

/** Returns what a person who opens an invitation's link needs to know. Throws `link_gone`. */
export async function previewInvitation(hash: Buffer): Promise<InvitationPreview> {
  const [row] = await query<InvitationPreview>(Prisma.sql`
    SELECT ${WORKSPACE_NAME} AS "workspaceName", i.email, i.role, i.expires_at AS "expiresAt", i.mail_hash = ${hash} AS "isProof",
      CASE WHEN i.site_ids IS NOT NULL THEN ARRAY(
        SELECT s.name FROM sites s WHERE s.workspace_id = i.workspace_id AND s.id = ANY (i.site_ids) ORDER BY s.created_at, s.id
      ) END AS "siteNames",
      (SELECT ${PERSON_NAME} FROM users u WHERE u.id = i.invited_by) AS "invitedBy",
      EXISTS (SELECT FROM users u WHERE u.email_key = i.email_key AND u.closed_at IS NULL) AS "hasAccount"
    FROM invitations i JOIN workspaces w ON w.id = i.workspace_id AND w.closed_at IS NULL
    WHERE ${isOf(hash)} AND ${IS_OPEN}`);
  return row ?? refuseGone(hash);
}

const NAMES = new Intl.ListFormat("en", { type: "disjunction" });
const ENDED = "This invitation was used, revoked or replaced by a newer link, or it has expired.";

/** Throws `link_gone`, and names who can invite again if there was such an invitation. */
export async function refuseGone(hash: Buffer, client: Querying = { query }): Promise<never> {
  const owners = await client.query<{ name: string }>(Prisma.sql`
    SELECT ${PERSON_NAME} AS name
    FROM invitations i JOIN workspaces w ON w.id = i.workspace_id AND w.closed_at IS NULL
      JOIN members m ON m.workspace_id = w.id AND m.role = 'owner' JOIN users u ON u.id = m.user_id
    WHERE ${isOf(hash)} ORDER BY m.created_at, m.user_id`);
  const who = NAMES.format(owners.map(({ name }) => name)) || "the person who invited you";
  throw new AppError("link_gone", { detail: `${ENDED} Ask ${who} for a new one.` });
}
