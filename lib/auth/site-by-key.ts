import { db } from "../db.ts";

/** What the public may know of a site, and the domain that it is meant for. */
export type PublicSite = {
  id: string;
  publicKey: string;
  name: string;
  accentColor: string;
  welcomeMessage: string;
  domain: string | null;
};

// A key's own form, so that nothing else is ever asked of the database.
const PUBLIC_KEY = /^[\w-]{1,100}$/;

/** The site behind a public key; null for whatever is none. */
export async function findSiteByPublicKey(publicKey: string): Promise<PublicSite | null> {
  if (!PUBLIC_KEY.test(publicKey)) return null;
  return db().site.findUnique({
    where: { publicKey },
    select: { id: true, publicKey: true, name: true, accentColor: true, welcomeMessage: true, domain: true },
  });
}
