import { AppError } from "#platform/errors.ts";

declare const minted: unique symbol;

/** What a credential may do, from least to most: each may do what those before it may, and a session everything. */
export const ACCESS = ["read", "write", "manage", "session"] as const;
export type Access = (typeof ACCESS)[number];

/** Whether who may do this may do that. */
export const allows = (held: Access, needed: Access): boolean => ACCESS.indexOf(held) >= ACCESS.indexOf(needed);

/**
 * Proof that the gate has let an owner in, and what the owner may touch: the rows of one workspace. Every owner query and
 * command takes one first and puts it into its `where`. Only the gate makes them.
 */
export type OwnerScope = {
  readonly userId: string;
  readonly workspaceId: string;
  /** The workspace's owner, which is `ownerId` in spec.md section 2.1. */
  readonly ownerId: string;
  /** The session that the request came with, or the API key. */
  readonly sessionId: string;
  readonly access: Access;
  /** When the token that was shown is no longer accepted; null for an API key, which lasts until it is revoked. */
  readonly tokenEndsAt: Date | null;
  readonly [minted]: "owner";
};

/** Proof that a visitor is known: one visitor of one site. The visitor's row may not be written yet. */
export type VisitorScope = {
  readonly siteId: string;
  readonly visitorId: string;
  /** The site's public key, for requests that name it again. */
  readonly siteKey: string;
  /** The host site's own name for the visitor; unless they are verified a label, not proof (contract.md section 4). */
  readonly externalId: string | null;
  /** Whether the host site's server has vouched for them. */
  readonly isVerified: boolean;
  /** When the token that was shown is no longer accepted; null where none was. */
  readonly tokenEndsAt: Date | null;
  readonly [minted]: "visitor";
};

type Unminted<S> = Omit<S, typeof minted>;

export const mintOwnerScope = (scope: Unminted<OwnerScope>) => scope as OwnerScope;
export const mintVisitorScope = (scope: Unminted<VisitorScope>) => scope as VisitorScope;

/** Asks for more than the route does, where what was sent makes it more. Throws `insufficient_scope`. */
export function requireAccess({ access }: OwnerScope, needed: Access): void {
  if (!allows(access, needed)) throw new AppError("insufficient_scope");
}
