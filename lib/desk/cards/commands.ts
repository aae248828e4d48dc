import { transaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { lockSite } from "../../base/access/statements.ts";
import { storeActivity } from "../../base/activity/statements.ts";
import { newWebhookSecret } from "../../outbox/webhooks/signature.ts";
import { openCardSecret, sealCardSecret } from "./card-secret.ts";
import type { SiteCard } from "./queries.ts";

/** A site's card, with its secret if this created one. */
export type NewSiteCard = { card: SiteCard; secret: string | null };

/** Sets the address of a site's card. The first one comes with a secret, which is returned this once. Throws `not_found`. */
export function putCard(scope: OwnerScope, siteId: string, url: string): Promise<NewSiteCard> {
  return transaction(async (tx) => {
    await lockSite(scope, siteId, tx);
    const known = await tx.siteCard.findUnique({ where: { siteId } });
    const now = new Date();
    if (known) {
      if (known.url !== url) {
        await tx.siteCard.update({ where: { siteId }, data: { url, updatedAt: now } });
        await tx.query(storeActivity({ scope, action: "card.changed", siteId }));
      }
      const isReadable = openCardSecret(known.secret, siteId) !== null;
      return { card: { url, createdAt: known.createdAt, isReadable }, secret: null };
    }
    const secret = newWebhookSecret();
    const sealed = sealCardSecret(secret, siteId);
    await tx.siteCard.create({ data: { siteId, url, secret: sealed, createdAt: now, updatedAt: now } });
    await tx.query(storeActivity({ scope, action: "card.created", siteId }));
    return { card: { url, createdAt: now, isReadable: true }, secret };
  });
}

/**
 * Replaces the secret of a site's card with one that is returned this once. The previous one doesn't sign from then on. Throws
 * `not_found`, also without a card.
 */
export function replaceCardSecret(scope: OwnerScope, siteId: string): Promise<NewSiteCard> {
  const secret = newWebhookSecret();
  return transaction(async (tx) => {
    await lockSite(scope, siteId, tx);
    const known = await tx.siteCard.findUnique({ where: { siteId } });
    if (!known) throw new AppError("not_found");
    const now = new Date();
    const data = { secret: sealCardSecret(secret, siteId), createdAt: now, updatedAt: now };
    const { url } = await tx.siteCard.update({ where: { siteId }, data });
    await tx.query(storeActivity({ scope, action: "card.secret_replaced", siteId }));
    return { card: { url, createdAt: now, isReadable: true }, secret };
  });
}

/** Removes a site's card and its secret. Throws `not_found` for the site. */
export function deleteCard(scope: OwnerScope, siteId: string): Promise<void> {
  return transaction(async (tx) => {
    await lockSite(scope, siteId, tx);
    const { count } = await tx.siteCard.deleteMany({ where: { siteId } });
    if (count > 0) await tx.query(storeActivity({ scope, action: "card.deleted", siteId }));
  });
}
