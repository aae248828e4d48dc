import { randomBytes } from "node:crypto";
import { type JWTPayload, SignJWT } from "jose";
import { keyBytes, type TokenKind } from "#platform/crypto/keys.ts";
import { testEnvironment } from "./environment.ts";

export type Forgery = {
  claims: JWTPayload;
  header?: { alg?: string; typ?: string };
  key?: Uint8Array;
};

/** The key the service under test signs this kind of token with. */
export const serviceKey = (kind: TokenKind) => keyBytes(testEnvironment.authSecret, kind);

export const foreignKey = () => randomBytes(32);

/** Signs a token in which one thing is not as the service would have it. */
export function forgeToken({ claims, header, key }: Forgery): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: "HS256", ...header }).sign(key ?? foreignKey());
}

/** The claims of a token, unverified. */
export function claimsOf(token: string): JWTPayload {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
}
