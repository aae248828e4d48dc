import { openSealed, sealText } from "#platform/crypto/sealed-text.ts";

const ownerOf = (siteId: string) => `card ${siteId}`;

/** Encrypts the secret of a site's card for the database. */
export const sealCardSecret = (secret: string, siteId: string) => sealText(secret, ownerOf(siteId));

/** Decrypts it. Null if AUTH_SECRET was changed. */
export const openCardSecret = (sealed: Uint8Array, siteId: string) => openSealed(sealed, ownerOf(siteId));
