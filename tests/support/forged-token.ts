import { createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import { type JWTPayload, SignJWT } from "jose";
import { signingKey, type TokenKind } from "#lib/auth/keys.ts";
import { provideEnv, readSettings } from "#lib/env.ts";
import { testEnvironment } from "./environment.ts";

export type Forgery = {
  claims: JWTPayload;
  header?: { alg?: string; typ?: string };
  key?: KeyObject;
};

/** The key by which the service under test signs this kind of token. */
export function serviceKey(kind: TokenKind): KeyObject {
  provideEnv({
    ...readSettings({}),
    DATABASE_URL: testEnvironment.databaseUrl,
    AUTH_SECRET: testEnvironment.authSecret,
  });
  return signingKey(kind);
}

export const foreignKey = () => createSecretKey(randomBytes(32));

/** Signs a token in which one thing is not as the service would have it. */
export function forgeToken({ claims, header, key }: Forgery): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: "HS256", ...header }).sign(key ?? foreignKey());
}

/** The claims of a token, unverified. */
export function claimsOf(token: string): JWTPayload {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
}
