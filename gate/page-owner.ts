import { decodeJwt } from "jose";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import type { OwnerScope } from "#lib/access/scopes.ts";
import { AppError } from "#platform/errors.ts";
import { ownerOfToken } from "./owner-gate.ts";
import { readSessionCookie } from "./session-cookie.ts";

const pageToken = async () => readSessionCookie((await headers()).get("cookie")).token;

/** The owner whose cookie came with this page's request, null for nobody. Asked once a request. */
export const findPageOwner = cache(async (): Promise<OwnerScope | null> => {
  const token = await pageToken();
  if (!token) return null;
  try {
    return await ownerOfToken(token);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
});

/** The owner of the dashboard page at this path; anybody else goes to the log-in page and comes back to it. */
export async function requirePageOwner(path: string): Promise<OwnerScope> {
  const scope = await findPageOwner();
  return scope ?? redirect(`/login?next=${encodeURIComponent(path)}`);
}

const RENEW_AFTER_SECONDS = 86_400;

/** What the token that came with this page's request says. That it is good is not asked here, so the database is not. */
const pageClaims = cache(async () => {
  const token = await pageToken();
  if (!token) return undefined;
  try {
    return decodeJwt(token);
  } catch {
    return undefined;
  }
});

/** Whether the token that came with this page's request is old enough to be renewed. */
export async function isSessionStale(): Promise<boolean> {
  const claims = await pageClaims();
  return claims !== undefined && Date.now() / 1000 - (claims.iat ?? 0) > RENEW_AFTER_SECONDS;
}

/** The user this page's request names, to keep browser storage apart. It grants no access. */
export async function namedPageUser(): Promise<string | undefined> {
  return (await pageClaims())?.sub;
}
