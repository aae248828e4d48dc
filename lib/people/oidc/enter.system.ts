import { hashOfInvitation } from "#platform/crypto/invitation-token.ts";
import { type Transaction, transaction } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { emailKey } from "#platform/email-address.ts";
import { env } from "#platform/env.ts";
import { AppError, type ErrorCode } from "#platform/errors.ts";
import { countOidc } from "#platform/metrics/count.ts";
import { completeOidc, type OidcClaims } from "#platform/oidc/provider.ts";
import { emailAddress, oneLine } from "#platform/text.ts";
import type { PersonScope } from "../../base/access/scopes.ts";
import { type OpenedSession, openSession } from "../../base/sessions/sessions.system.ts";
import { type Joined, joinByInvitation, joinWanted } from "../invitations/join.system.ts";
import { confirmAddress } from "../owners/confirm-email.system.ts";
import { insertOwner, insertUser } from "../owners/create-owner.system.ts";
import { requireSignUp } from "../owners/register.system.ts";
import { NAME_MAX } from "../owners/schema.ts";
import { openChallenge } from "../second-factor/challenges.system.ts";
import { type Flow, hashOfState, type PendingLink } from "./flow.ts";
import {
  findByAddress,
  findIdentified,
  type Identified,
  type Identity,
  linkIdentity,
  lockForLinking,
  spendState,
} from "./identities.system.ts";
import type { OidcRefusal } from "./refusals.ts";

/** The result of a login at the provider. */
export type OidcOutcome =
  | { kind: "opened"; session: OpenedSession; workspaceId: string | null }
  /** The account has a second factor. */
  | { kind: "challenge"; challenge: string }
  | { kind: "linked" }
  /** The verified address is an account's that isn't linked: its password comes first. */
  | { kind: "known"; pending: Pick<PendingLink, "issuer" | "subject" | "email"> }
  | { kind: "refused"; reason: OidcRefusal };

type Caller = {
  device: string | null;
  /** Who is logged in where the browser came back, if someone is. */
  person: PersonScope | null;
};

const refused = (reason: OidcRefusal): OidcOutcome => ({ kind: "refused", reason });

/**
 * Finishes a login with what the browser brought back from the provider, once: `search` is the callback's query. An identity is
 * an issuer and a subject. An address never leads to an account that exists.
 */
export async function enterByOidc(flow: Flow, search: string, caller: Caller): Promise<OidcOutcome> {
  const outcome = await findOutcome(flow, search, caller);
  countOidc(outcome.kind === "refused" ? outcome.reason : outcome.kind);
  return outcome;
}

async function findOutcome(flow: Flow, search: string, caller: Caller): Promise<OidcOutcome> {
  const { checks, purpose } = flow;
  if (new URLSearchParams(search).get("state") !== checks.state) return refused("expired");
  if (!(await spendState(hashOfState(flow)))) return refused("expired");
  const claims = await completeOidc(search, checks);
  if (typeof claims === "string") return refused(claims);
  if (purpose.kind === "link") return link(claims, purpose, caller.person);
  const identified = await findIdentified(claims);
  if (identified?.disabledAt) return refused("disabled");
  if (identified) {
    await confirmByProvider(identified.id, claims);
    return open(identified, claims, caller);
  }
  return enterAsNew(claims, purpose.kind === "join" ? purpose.token : null, caller);
}

async function link(
  claims: OidcClaims,
  { userId, sessionId }: { userId: string; sessionId: string },
  person: PersonScope | null,
): Promise<OidcOutcome> {
  // The password was entered in this session, and in no other.
  if (person?.userId !== userId || person.sessionId !== sessionId) return refused("expired");
  const { issuer, subject } = claims;
  const email = addressOf(claims.email);
  const done = await retryingConflicts(() =>
    transaction(async (tx): Promise<OidcRefusal | "linked"> => {
      const ownKey = await lockForLinking(tx, { userId, sessionId });
      if (ownKey === null) return "expired";
      if (!mayLink(email, ownKey, claims)) return "other_email";
      return (await linkIdentity(tx, { userId, sessionId, issuer, subject, email })) ? "linked" : "other_link";
    }),
  );
  if (done === "linked") {
    await confirmByProvider(userId, claims);
    return { kind: "linked" };
  }
  return done === "other_link" && (await findIdentified(claims))?.id === userId ? { kind: "linked" } : refused(done);
}

// At a provider that's open to everyone, a thief of the password has an account too. Some providers never say whether an address
// is verified.
const mayLink = (email: string | null, ownKey: string, { isVerified }: Pick<OidcClaims, "isVerified">) =>
  email !== null && isVerified !== false && (emailKey(email) === ownKey || isAllowedDomain(email));

async function open(
  { id, passwordHash }: Identified,
  { issuer }: Pick<Identity, "issuer">,
  { device }: Caller,
): Promise<OidcOutcome> {
  const opened = await openChallenge({ id, passwordHash }, issuer);
  if (opened) return { kind: "challenge", challenge: opened.challenge };
  const session = await openSession(id, { device, oidcIssuer: issuer });
  return { kind: "opened", session, workspaceId: null };
}

// An account whose address the provider has verified needs no link to it.
async function confirmByProvider(userId: string, { email, isVerified }: OidcClaims): Promise<void> {
  const address = isVerified ? addressOf(email) : null;
  if (address === null) return;
  await confirmAddress(userId, emailKey(address));
  await joinWanted(userId);
}

type Verified = Identity & { email: string; name: string | null };

const addressOf = (email: string | undefined) => emailAddress.safeParse(email).data ?? null;

async function enterAsNew(claims: OidcClaims, invitation: string | null, caller: Caller): Promise<OidcOutcome> {
  const { issuer, subject } = claims;
  const email = claims.isVerified ? addressOf(claims.email) : null;
  if (email === null) return refused("unverified");
  const known: OidcOutcome = { kind: "known", pending: { issuer, subject, email } };
  if (await findByAddress(emailKey(email))) return known;
  if (invitation === null && !isAllowedDomain(email)) return refused("not_allowed");
  const name = oneLine(NAME_MAX).safeParse(claims.name).data ?? null;
  try {
    const created = await createAccount({ issuer, subject, email, name }, invitation);
    const { joined, userId } = created;
    const session = await openSession(userId, { device: caller.device, oidcIssuer: issuer });
    return { kind: "opened", session, workspaceId: joined?.workspaceId ?? null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Someone was faster with the address.
    if (error.code === "email_taken") return known;
    const reason = REASONS[error.code];
    if (reason === undefined) throw error;
    return refused(reason === "not_allowed" && invitation !== null ? "other_address" : reason);
  }
}

const REASONS: Partial<Record<ErrorCode, OidcRefusal>> = {
  not_accepted: "not_allowed",
  link_gone: "gone",
  conflict: "full",
};

const isAllowedDomain = (email: string) => {
  const key = emailKey(email);
  return env().OIDC_DOMAINS.includes(key.slice(key.lastIndexOf("@") + 1));
};

type Created = { userId: string; joined: Joined | null };

function createAccount(verified: Verified, invitation: string | null): Promise<Created> {
  return retryingConflicts(() =>
    transaction(async (tx) => {
      if (invitation === null) await requireSignUp(tx);
      const userId = await insertVerified(verified, tx, { hasWorkspace: invitation === null });
      if (!(await linkIdentity(tx, { ...verified, userId }))) throw new AppError("email_taken");
      if (invitation === null) return { userId, joined: null };
      return {
        userId,
        joined: await joinByInvitation(tx, { userId, via: "session", hash: hashOfInvitation(invitation) }),
      };
    }),
  );
}

async function insertVerified(
  { email, name }: Verified,
  tx: Transaction,
  { hasWorkspace }: { hasWorkspace: boolean },
): Promise<string> {
  // No password matches the empty hash. One can be set by a link to the address.
  const owner = { email, passwordHash: "", isConfirmed: true, ...(name !== null && { name }) };
  return (await (hasWorkspace ? insertOwner(owner, tx) : insertUser(owner, tx))).id;
}
