import { AppError } from "#platform/errors.ts";

declare const minted: unique symbol;

/** What a credential may do, from least to most. Each level includes those before it. */
export const ACCESS = ["read", "write", "manage", "session"] as const;
export type Access = (typeof ACCESS)[number];

/** Whether a credential at level `held` may do what requires `needed`. */
export const allows = (held: Access, needed: Access): boolean => ACCESS.indexOf(held) >= ACCESS.indexOf(needed);

/**
 * Proof that the gate admitted an owner, and what they may touch: the rows of one workspace. Every owner query and
 * command takes one first and puts it into its `where`. Only the gate creates them.
 */
export type OwnerScope = {
  readonly userId: string;
  readonly workspaceId: string;
  /** The workspace's owner: `ownerId` in spec.md section 2.1. */
  readonly ownerId: string;
  /** The session or the API key of the request. */
  readonly sessionId: string;
  readonly access: Access;
  /** When the token expires. Null for an API key, which is valid until it's revoked. */
  readonly tokenEndsAt: Date | null;
  readonly [minted]: "owner";
};

/** Proof that a visitor is known: one visitor of one site. The visitor's row may not exist yet. */
export type VisitorScope = {
  readonly siteId: string;
  readonly visitorId: string;
  /** The site's public key, for requests that name it again. */
  readonly siteKey: string;
  /**
   * The host site's name for the visitor. Unless they're verified it's a label, not proof (contract.md section 4).
   */
  readonly externalId: string | null;
  /** Whether the host site's server has vouched for them. */
  readonly isVerified: boolean;
  /** When the token expires. Null if there was none. */
  readonly tokenEndsAt: Date | null;
  readonly [minted]: "visitor";
};

/** The content of a scope, before the gate makes one of it. */
export type Unminted<S> = Omit<S, typeof minted>;

export const mintOwnerScope = (scope: Unminted<OwnerScope>) => scope as OwnerScope;
export const mintVisitorScope = (scope: Unminted<VisitorScope>) => scope as VisitorScope;

/** Requires more access than the route itself, depending on the request. Throws `insufficient_scope`. */
export function requireAccess({ access }: OwnerScope, needed: Access): void {
  if (!allows(access, needed)) throw new AppError("insufficient_scope");
}
