import { db, query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownSite } from "../../base/access/where.ts";
import { openCardSecret } from "./card-secret.ts";
import { type CardVisitor, cardSource, cardVisitor, newestVisitor } from "./statements.ts";

/** The address of a site's card. */
export type SiteCard = { url: string; createdAt: Date; isReadable: boolean };

/** Returns the address of a site's card, or null if it has none. Throws `not_found`. */
export async function getSiteCard(scope: OwnerScope, siteId: string): Promise<SiteCard | null> {
  const site = await db().site.findFirst({ where: ownSite(scope, siteId), select: { card: true } });
  if (!site) throw new AppError("not_found");
  const { card } = site;
  if (!card) return null;
  const { url, createdAt } = card;
  return { url, createdAt, isReadable: openCardSecret(card.secret, siteId) !== null };
}

/** Where a card comes from. */
export type CardSource = { siteId: string; url: string; secret: Buffer };

type CardRow = CardVisitor & { siteId: string; url: string | null; secret: Buffer | null };

/** Returns the visitor of a conversation, and where their card comes from, if they have one. Throws `not_found`. */
export async function getCardVisitor(scope: OwnerScope, conversationId: string): Promise<CardRow> {
  const [row] = await query<CardRow>(cardVisitor(scope, conversationId));
  if (!row) throw new AppError("not_found");
  return row;
}

/**
 * Returns where a site's card comes from, and the visitor for a test: the one who was stored last, or null. Throws `not_found`,
 * also without a card.
 */
export async function getTestedCard(
  scope: OwnerScope,
  siteId: string,
): Promise<CardSource & { visitor: CardVisitor | null }> {
  const [source] = await query<CardSource>(cardSource(scope, siteId));
  if (!source) throw new AppError("not_found");
  const [visitor = null] = await query<CardVisitor>(newestVisitor(scope, siteId));
  return { ...source, visitor };
}
