import { Prisma } from "#prisma-client";

/** Whether a visitor, `v`, of a site, `s`, gets emails. Unsubscribing is by address. A spammer isn't told that nothing is sent. */
export const IS_EMAILED = Prisma.sql`(
  s.visitor_mails AND NOT EXISTS (
    SELECT FROM visitors o WHERE o.site_id = v.site_id AND o.mails_stopped_at IS NOT NULL
      AND (o.id = v.id OR lower(o.email) = lower(v.email))
  ) AND v.blocked_at IS NULL)`;

/** Whether emails to the address of a visitor, `v`, come back. */
export const IS_BOUNCED = Prisma.sql`coalesce(v.bounced_email = v.email, false)`;

/** Whether a visitor, `v`, has used a link that was emailed to exactly their address, or their site vouches for it as their id. */
export const IS_CONFIRMED_VISITOR = Prisma.sql`coalesce(
  v.confirmed_email = v.email OR v.verified AND lower(v.external_id) = lower(v.email), false)`;

/** Part of an UPDATE of a visitor or an account, whose address works: its owner has used a link, or someone wants to try it again. */
export const UNMARKED = Prisma.sql`bounced_email = NULL, bounced_at = NULL, bounce = NULL`;

/** The hash of an address, for a link that was emailed there. */
export const hashOfAddress = (email: string | Prisma.Sql) => Prisma.sql`sha256(convert_to(${email}, 'UTF8'))`;

/** Matches a visitor, `v`, if their address is the one of a hash. */
export const isHashOf = (hash: Prisma.Sql) => Prisma.sql`sha256(convert_to(v.email, 'UTF8')) = ${hash}`;
