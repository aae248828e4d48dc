import { signToken, verifyToken } from "#platform/crypto/token.ts";

/** The very check that the service makes: the signature, the type, the audience, not expired. Throws for any other token. */
export const verify = verifyToken;
export const sign = signToken;

/** The bearer token of a request; "" for none. */
export const bearer = (authorization: string | undefined) => authorization?.replace(/^Bearer /, "") ?? "";
