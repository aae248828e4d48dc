import { openSealed } from "#platform/crypto/sealed-text.ts";
import { db, query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownConversation, ownSite as ownSiteSql } from "../../base/access/statements.ts";
import { ownSite } from "../../base/access/where.ts";
import { IS_CONFIRMED_VISITOR } from "../../outbox/mail-queue/visitor-statements.ts";
import { type AttributeRow, attributesOf } from "../attributes/statements.ts";

/** What a secret of a card is sealed for. */
export const sealedFor = (siteId: string) => `card ${siteId}`;

/** The address of a site's card. */
export type SiteCard = { url: string; createdAt: Date; isReadable: boolean };

/** Returns the address of a site's card, or null if it has none. Throws `not_found`. */
export async function getSiteCard(scope: OwnerScope, siteId: string): Promise<SiteCard | null> {
  const site = await db().site.findFirst({ where: ownSite(scope, siteId), select: { card: true } });
  if (!site) throw new AppError("not_found");
  const { card } = site;
  if (!card) return null;
  const { url, createdAt } = card;
  return { url, createdAt, isReadable: openSealed(card.secret, sealedFor(siteId)) !== null };
}

/** Where a card comes from. */
export type CardSource = { siteId: string; url: string; secret: Buffer };

/** Who a card is about. */
export type CardVisitor = {
  visitorId: string;
  externalId: string | null;
  isVerified: boolean;
  email: string | null;
  isConfirmed: boolean;
  attributes: AttributeRow[] | null;
};

// SQL for what its parts share with other statements: whether an address is confirmed, and attributes.
const ABOUT = Prisma.sql`
  v.id AS "visitorId", v.external_id AS "externalId", v.verified AS "isVerified", v.email,
  ${IS_CONFIRMED_VISITOR} AS "isConfirmed", ${attributesOf(Prisma.sql`v.id`)} AS attributes`;

type CardRow = CardVisitor & { siteId: string; url: string | null; secret: Buffer | null };

/**
 * Returns the visitor of a conversation, and where their site's card comes from, if it has one. Spammers and blocked visitors have
 * none, so that they can't make the service ask. Throws `not_found`.
 */
export async function getCardVisitor(scope: OwnerScope, conversationId: string): Promise<CardRow> {
  const [row] = await query<CardRow>(Prisma.sql`
    SELECT ${ABOUT}, c.site_id AS "siteId", k.url, k.secret
    FROM conversations c JOIN visitors v ON v.id = c.visitor_id
    LEFT JOIN site_cards k ON k.site_id = c.site_id AND NOT c.is_spam AND v.blocked_at IS NULL
    WHERE ${ownConversation(scope, conversationId)}`);
  if (!row) throw new AppError("not_found");
  return row;
}

/**
 * Returns where a site's card comes from, and the visitor for a test: the one who was stored last, or null. Throws
 * `not_found`, also without a card.
 */
export async function getTestedCard(
  scope: OwnerScope,
  siteId: string,
): Promise<CardSource & { visitor: CardVisitor | null }> {
  const [source] = await query<CardSource>(Prisma.sql`
    SELECT k.site_id AS "siteId", k.url, k.secret FROM site_cards k JOIN sites s ON s.id = k.site_id
    WHERE ${ownSiteSql(scope, siteId)}`);
  if (!source) throw new AppError("not_found");
  const [visitor = null] = await query<CardVisitor>(Prisma.sql`
    SELECT ${ABOUT} FROM visitors v WHERE v.site_id = ${siteId}::uuid AND v.workspace_id = ${scope.workspaceId}::uuid
    ORDER BY v.id DESC LIMIT 1`);
  return { ...source, visitor };
}
