import { decodeJwt } from "jose";
import { headers } from "next/headers";
import { forbidden, notFound, redirect } from "next/navigation";
import { cache } from "react";
import { type OwnerScope, outranks, type PersonScope, type Role } from "#lib/base/access/scopes.ts";
import { workspacePath } from "#lib/base/access/workspace-path.ts";
import { AppError, type ErrorCode } from "#platform/errors.ts";
import { uuid } from "#platform/uuid.ts";
import { ownerOfToken, personOfToken } from "./owner-gate.ts";
import { readSessionCookie } from "./session-cookie.ts";

const pageToken = async () => (await readSessionCookie((await headers()).get("cookie"))).token;

/** Where someone finds out what a workspace requires of them. */
const PAGES: Partial<Record<ErrorCode, string>> = {
  second_factor_setup_required: "/second-factor",
  oidc_required: "/required-login",
};

const findPageScope = cache(async (workspaceId: string | null): Promise<OwnerScope | null> => {
  const token = await pageToken();
  if (!token) return null;
  try {
    return await ownerOfToken(token, workspaceId);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const page = PAGES[error.code];
    return page === undefined ? null : redirect(page);
  }
});

/** Returns the owner of this page request's cookie, in their oldest workspace, or null. Queried once per request. */
export const findPageOwner = () => findPageScope(null);

/** Returns the member of a workspace who this page request's cookie is of, or null if they aren't one. */
export async function findPageMember(workspaceId: string): Promise<OwnerScope | null> {
  const { data } = uuid.safeParse(workspaceId);
  return data === undefined ? null : findPageScope(data);
}

/** Returns who this page request's cookie is of, in a workspace or in none, or null. Queried once per request. */
export const findPagePerson = cache(async (): Promise<PersonScope | null> => {
  const token = await pageToken();
  if (!token) return null;
  try {
    return await personOfToken(token);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
});

/** Returns who opens a page outside of any workspace. Anyone else is sent to the login page, which leads back here. */
export async function requirePagePerson(path: string): Promise<PersonScope> {
  const person = await findPagePerson();
  return person ?? redirect(`/login?next=${encodeURIComponent(path)}`);
}

/** Props of a page of a workspace. */
export type WorkspacePage = { params: Promise<{ workspaceId: string }> };

/**
 * Returns the member who opens this dashboard page. Strangers are sent to the login page, which leads back here. Other
 * people get the not-found page, and roles below `least` one that says so. `path` is the page's within the workspace.
 */
export async function requirePageOwner(
  params: WorkspacePage["params"],
  path: string,
  least: Role = "agent",
): Promise<OwnerScope> {
  const { workspaceId } = await params;
  const scope = await findPageMember(workspaceId);
  if (scope) return outranks(scope.role, least) ? scope : forbidden();
  await requirePagePerson(workspacePath(workspaceId, path));
  return notFound();
}

const RENEW_AFTER_SECONDS = 86_400;

/** Reads the claims of this page request's token without checking its session in the database. */
const pageClaims = cache(async () => {
  const token = await pageToken();
  if (!token) return undefined;
  try {
    return decodeJwt(token);
  } catch {
    return undefined;
  }
});

/** Whether this page request's token is old enough to be renewed. */
export async function isSessionStale(): Promise<boolean> {
  const claims = await pageClaims();
  return claims !== undefined && Date.now() / 1000 - (claims.iat ?? 0) > RENEW_AFTER_SECONDS;
}

/** Returns the user this page request names, to keep browser storage apart. It grants no access. */
export async function namedPageUser(): Promise<string | undefined> {
  return (await pageClaims())?.sub;
}
