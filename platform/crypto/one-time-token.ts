import { createHash, createHmac } from "node:crypto";
import { linkKeys } from "./keys.ts";

/** The token of the one link that a mail carries: the same in every try to send it, and in no table. */
export const tokenOfMail = (mailId: string): string =>
  createHmac("sha256", linkKeys()[0]).update(`once ${mailId}`).digest("base64url");

/** What is stored of a token. It is as long as a key, so one round of hashing is enough. */
export const hashOfToken = (token: string): Buffer<ArrayBuffer> => createHash("sha256").update(token).digest();
