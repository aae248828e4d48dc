import { jwtVerify, SignJWT } from "jose";
import { signingKey } from "#lib/auth/keys.ts";

type Kind = "user" | "widget" | "visitor";

const AUDIENCE = { user: "owner", widget: "widget", visitor: "visitor" };

/** The same check that the service makes: one algorithm, its type, its audience, not expired. Throws for any other token. */
export async function verify(kind: Kind, token: string): Promise<Record<string, unknown>> {
  const { payload } = await jwtVerify(token, signingKey(kind), {
    algorithms: ["HS256"],
    typ: `${kind}+jwt`,
    audience: AUDIENCE[kind],
    clockTolerance: 60,
    requiredClaims: ["sub", "exp"],
  });
  return payload;
}

export function sign(kind: Kind, claims: Record<string, unknown>, expiresAt: Date): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256", typ: `${kind}+jwt` })
    .setAudience(AUDIENCE[kind])
    .setIssuedAt()
    .setExpirationTime(expiresAt)
    .sign(signingKey(kind));
}

/** The bearer token of a request; "" for none. */
export const bearer = (authorization: string | undefined) => authorization?.replace(/^Bearer /, "") ?? "";
