import { createHmac, timingSafeEqual } from "node:crypto";
import { isCanonicalBase64url } from "./canonical-base64url.ts";
import { linkKeys } from "./keys.ts";

/** What a link is for. A link for one purpose is invalid for another. */
export type LinkPurpose = "confirm" | "unsubscribe" | "rate" | "transcript" | "receipt" | "file";

const sign = (key: Buffer, purpose: LinkPurpose, said: string) =>
  createHmac("sha256", key).update(`${purpose} ${said}`).digest();

/** Signs a token for a link in an email, or for a push message's receipt. Nothing is stored: the token itself says what to do. */
export function signLink(purpose: LinkPurpose, parts: string[]): string {
  const said = Buffer.from(parts.join(" ")).toString("base64url");
  return `${said}.${sign(linkKeys()[0], purpose, said).toString("base64url")}`;
}

/** Signs what a link says in its own parameters. */
export const signParts = (purpose: LinkPurpose, parts: string[]): string =>
  sign(linkKeys()[0], purpose, parts.join(" ")).toString("base64url");

/** Whether a signature is that of these parts for this purpose. */
export function isSignatureOf(purpose: LinkPurpose, parts: string[], signature: string): boolean {
  if (!isCanonicalBase64url(signature)) return false;
  return isSigned(purpose, parts.join(" "), Buffer.from(signature, "base64url"));
}

function isSigned(purpose: LinkPurpose, said: string, given: Buffer): boolean {
  return linkKeys().some((key) => {
    const expected = sign(key, purpose, said);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** Reads a token of this purpose. Null if it's invalid. */
export function readLink(purpose: LinkPurpose, token: string): string[] | null {
  if (!token.split(".").every(isCanonicalBase64url)) return null;
  const [said = "", signature = "", ...more] = token.split(".");
  const isOurs = isSigned(purpose, said, Buffer.from(signature, "base64url"));
  return isOurs && more.length === 0 ? Buffer.from(said, "base64url").toString().split(" ") : null;
}
