import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownConversation, ownSite, ownSiteRows } from "../../base/access/statements.ts";
import { IS_CONFIRMED_VISITOR } from "../../outbox/mail-queue/visitor-statements.ts";
import { type AttributeRow, attributesOf } from "../attributes/statements.ts";

/*
 * SQL for what cards share with other statements: whether an address is confirmed, and attributes.
 */

/** Who a card is about. */
export type CardVisitor = {
  visitorId: string;
  externalId: string | null;
  isVerified: boolean;
  email: string | null;
  isConfirmed: boolean;
  attributes: AttributeRow[] | null;
};

const ABOUT = Prisma.sql`
  v.id AS "visitorId", v.external_id AS "externalId", v.verified AS "isVerified", v.email,
  ${IS_CONFIRMED_VISITOR} AS "isConfirmed", ${attributesOf(Prisma.sql`v.id`)} AS attributes`;

/** Whether the visitor, `v`, of a conversation, `c`, has no card: spammers and blocked ones could make the service ask. */
const IS_REFUSED = Prisma.sql`(c.is_spam OR v.blocked_at IS NOT NULL)`;

/** Whether a site's server has a card about the visitor, `v`, of a conversation, `c`. */
export const HAS_CARD = Prisma.sql`(NOT ${IS_REFUSED} AND EXISTS (SELECT FROM site_cards k WHERE k.site_id = c.site_id))`;

/** The visitor of a conversation, with the address and the secret of their site's card, or null. */
export const cardVisitor = (scope: OwnerScope, conversationId: string) => Prisma.sql`
  SELECT ${ABOUT}, c.site_id AS "siteId", k.url, k.secret
  FROM conversations c JOIN visitors v ON v.id = c.visitor_id
  LEFT JOIN site_cards k ON k.site_id = c.site_id AND NOT ${IS_REFUSED}
  WHERE ${ownConversation(scope, conversationId)}`;

/** The address and the secret of a site's card. */
export const cardSource = (scope: OwnerScope, siteId: string) => Prisma.sql`
  SELECT k.site_id AS "siteId", k.url, k.secret FROM site_cards k JOIN sites s ON s.id = k.site_id
  WHERE ${ownSite(scope, siteId)}`;

/** The visitor of a site who was stored last: a CardVisitor. */
export const newestVisitor = (scope: OwnerScope, siteId: string) => Prisma.sql`
  SELECT ${ABOUT} FROM visitors v WHERE v.site_id = ${siteId}::uuid AND ${ownSiteRows(scope, Prisma.sql`v`)}
  ORDER BY v.id DESC LIMIT 1`;
