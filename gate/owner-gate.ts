import {
  type Access,
  mintPersonScope,
  type OwnerScope,
  type PersonScope,
  type Unminted,
} from "#lib/base/access/scopes.ts";
import { touchSession } from "#lib/base/sessions/sessions.system.ts";
import { readUserToken } from "#lib/base/sessions/user-token.ts";
import { isApiKey } from "#lib/team/api-keys/key.ts";
import { batchLoader } from "#platform/database/batch-loader.ts";
import { queryPrepared } from "#platform/database/database.ts";
import { AppError, type ErrorCode } from "#platform/errors.ts";
import { oidcProvider } from "#platform/oidc/provider.ts";
import { processWide } from "#platform/process-wide.ts";
import { Prisma } from "#prisma-client";
import { personOfApiKey } from "./api-key.ts";
import { bearerToken } from "./credential.ts";
import { type MembershipRow, memberScope, membershipOf, wantedWorkspace } from "./membership.ts";
import { isSameOrigin } from "./same-origin.ts";
import { readSessionCookie } from "./session-cookie.ts";

type Row = MembershipRow & { userId: string; sessionId: string; wantedId: string | null; isSeenLately: boolean };

const PATIENCE_MS = 100;
const keyOf = ({ userId, sessionId, wantedId }: Pick<Row, "userId" | "sessionId" | "wantedId">) =>
  `${userId} ${sessionId} ${wantedId ?? ""}`;

async function findSessions(keys: ReadonlySet<string>): Promise<Map<string, Row>> {
  const parts = [...keys].map((key) => key.split(" "));
  const column = (at: number) => parts.map((part) => part[at] || null);
  const rows = await queryPrepared<Row>(Prisma.sql`
    SELECT s.user_id AS "userId", s.id AS "sessionId", given.workspace_id AS "wantedId",
      s.last_seen_at > now() - interval '1 hour' AS "isSeenLately", member.*
    FROM unnest(
      (SELECT ${column(0)}::uuid[]), (SELECT ${column(1)}::uuid[]), (SELECT ${column(2)}::uuid[])
    ) AS given (user_id, id, workspace_id)
    JOIN sessions s ON s.id = given.id AND s.user_id = given.user_id
    LEFT JOIN LATERAL (
      ${membershipOf(
        Prisma.sql`
        m.user_id = s.user_id AND m.workspace_id = coalesce(given.workspace_id, m.workspace_id)`,
        Prisma.sql`s.oidc_issuer = ${oidcProvider()?.issuer ?? null}`,
      )}
      ORDER BY m.created_at, m.workspace_id LIMIT 1
    ) member ON true
    WHERE s.expires_at > now()`);
  return new Map(rows.map((row) => [keyOf(row), row]));
}

// Requests that arrive while one is being admitted cost one query together. It starts after they arrived, so a session that
// was revoked before never passes.
const sessions = processWide("session lookups", () => batchLoader(findSessions, { patienceMs: PATIENCE_MS }));

type Entered = { person: Unminted<PersonScope>; membership: MembershipRow; isSeenLately: boolean };

async function enter(token: string, wantedId: string | null): Promise<Entered> {
  const { endsAt, ...claims } = await readUserToken(token);
  const key = keyOf({ ...claims, wantedId });
  const row = (await sessions()(key)).get(key);
  if (!row) throw new AppError("unauthenticated");
  const { userId, sessionId, wantedId: _, isSeenLately, ...membership } = row;
  const person = { userId, sessionId, access: "session", tokenEndsAt: endsAt, via: "session" } as const;
  return { person, membership, isSeenLately };
}

/** Accepts a user token whose session hasn't been revoked. */
export const personOfToken = async (token: string): Promise<PersonScope> =>
  mintPersonScope((await enter(token, null)).person);

/** Accepts a user token as `personOfToken` does, for a workspace of theirs, by default the oldest. Throws `not_found`. */
export async function ownerOfToken(token: string, workspaceId: string | null = null): Promise<OwnerScope> {
  const { person, membership } = await enter(token, workspaceId);
  return memberScope(person, membership, { id: workspaceId, isValid: true });
}

/**
 * Admits a request by its Authorization header, which alone decides if there is one, or by the dashboard's cookie, which
 * can't change anything from another site. The header may contain an API key with enough access.
 */
async function enterByRequest(
  request: Request,
  needed: Access,
  { clientAddress, workspaceId }: { clientAddress: string | null; workspaceId: string | null },
): Promise<Omit<Entered, "isSeenLately">> {
  const authorization = request.headers.get("authorization");
  const token = authorization === null ? await cookieToken(request) : bearerToken(authorization);
  if (authorization !== null && isApiKey(token)) return personOfApiKey(token, { needed, clientAddress, workspaceId });
  const { isSeenLately, ...entered } = await enter(token, workspaceId);
  if (authorization === null && !isSameOrigin(request)) throw new AppError("cross_site");
  if (!isSeenLately) await touchSession(entered.person.sessionId);
  return entered;
}

/** Admits a person, in a workspace or not. Throws the codes of 401, `cross_site`, `insufficient_scope` or `rate_limited`. */
export async function personOfRequest(
  request: Request,
  needed: Access,
  clientAddress: string | null,
): Promise<PersonScope> {
  const { person, membership } = await enterByRequest(request, needed, { clientAddress, workspaceId: null });
  // A key is only as good as its person's access to its workspace.
  if (person.via === "key") return memberScope(person, membership, { id: null, isValid: true });
  return mintPersonScope(person);
}

/**
 * Admits a member to the workspace that the request names, or else to the API key's, or else to the one they've been in the
 * longest. Throws the codes of `personOfRequest`, `invalid_request`, `not_found`, `second_factor_setup_required` or `oidc_required`.
 */
export async function ownerOfRequest(
  request: Request,
  needed: Access,
  clientAddress: string | null,
): Promise<OwnerScope> {
  const wanted = wantedWorkspace(request);
  const { person, membership } = await enterByRequest(request, needed, { clientAddress, workspaceId: wanted.id });
  return memberScope(person, membership, wanted);
}

/** Returns who is logged in where a page of another site may have sent the browser, or null. */
export async function findRequestPerson(request: Request): Promise<PersonScope | null> {
  try {
    return await personOfToken(await cookieToken(request));
  } catch (error) {
    if (error instanceof AppError && ENDED.has(error.code)) return null;
    throw error;
  }
}

const ENDED = new Set<ErrorCode>(["unauthenticated", "token_expired"]);

async function cookieToken(request: Request): Promise<string> {
  const { token } = await readSessionCookie(request.headers.get("cookie"));
  if (!token) throw new AppError("unauthenticated");
  return token;
}
