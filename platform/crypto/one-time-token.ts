import { createHash, createHmac } from "node:crypto";
import { linkKeys } from "./keys.ts";

/** Derives the token of an email's link. It's the same in every attempt to send the email, and in no table. */
export const tokenOfMail = (mailId: string): string =>
  createHmac("sha256", linkKeys()[0]).update(`once ${mailId}`).digest("base64url");

/** Hashes a token for storage. It's as long as a key, so one round is enough. */
export const hashOfToken = (token: string): Buffer<ArrayBuffer> => createHash("sha256").update(token).digest();
