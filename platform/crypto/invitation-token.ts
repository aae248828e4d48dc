import { createHmac } from "node:crypto";
import { isCanonicalBase64url } from "./canonical-base64url.ts";
import { linkKeys } from "./keys.ts";
import { hashOfToken } from "./one-time-token.ts";

/** How an invitation's link reached the person who opens it: copied by its sender, or in an email to the address. */
export type InvitationWay = "link" | "mail";

/** Derives the token of an invitation's link. Only its hash is stored. */
export const invitationToken = (linkId: string, way: InvitationWay): string =>
  createHmac("sha256", linkKeys()[0]).update(`invitation ${way} ${linkId}`).digest("base64url");

/** Returns what's stored of a token. A text that isn't exactly a token has the hash of none. */
export const hashOfInvitation = (token: string): Buffer<ArrayBuffer> =>
  isCanonicalBase64url(token) ? hashOfToken(token) : Buffer.alloc(0);
