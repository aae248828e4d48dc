import { Prisma } from "#prisma-client";
import { sitesIn } from "../../base/access/statements.ts";
import type { GivenRole } from "../../team/members/schema.ts";

export type InvitationRow = {
  id: string;
  email: string;
  role: GivenRole;
  siteIds: string[] | null;
  invitedBy: string;
  createdAt: Date;
  expiresAt: Date;
  isEmailed: boolean;
};

/** Columns of an invitation, `i`: an InvitationRow. */
export const INVITATION_COLUMNS = Prisma.sql`
  i.id, i.email, i.role, ${sitesIn(Prisma.sql`i.site_ids`)} AS "siteIds", i.invited_by AS "invitedBy", i.created_at AS "createdAt",
  i.expires_at AS "expiresAt", i.mail_id IS NOT NULL AS "isEmailed"`;

/** Matches an invitation, `i`, that was neither accepted nor revoked. It may have expired. */
export const IS_PENDING = Prisma.sql`i.accepted_at IS NULL AND i.revoked_at IS NULL`;

/** Matches an invitation, `i`, that can be accepted now. */
export const IS_OPEN = Prisma.sql`${IS_PENDING} AND i.expires_at > now()`;

/** Matches an invitation, `i`, to the address of someone who has confirmed that it's theirs. */
export const isTo = (userId: string) => Prisma.sql`i.email_key = (
  SELECT u.email_key FROM users u
  WHERE u.id = ${userId}::uuid AND u.email_confirmed_at IS NOT NULL AND u.closed_at IS NULL
)`;

/** Matches the invitation, `i`, that a token's hash is of. */
export const isOf = (hash: Buffer) => Prisma.sql`(i.link_hash = ${hash} OR i.mail_hash = ${hash})`;
