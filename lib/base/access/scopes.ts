import { AppError } from "#platform/errors.ts";

declare const minted: unique symbol;

/** What a credential may do, from least to most. Each level includes those before it. */
export const ACCESS = ["read", "write", "manage", "session"] as const;
export type Access = (typeof ACCESS)[number];

/** Whether a credential at level `held` may do what requires `needed`. */
export const allows = (held: Access, needed: Access): boolean => ACCESS.indexOf(held) >= ACCESS.indexOf(needed);

/** What a member may do, from least to most. */
export const ROLES = ["agent", "admin", "owner"] as const;
export type Role = (typeof ROLES)[number];

/** Whether a member in the role `held` may do what requires `needed`. */
export const outranks = (held: Role, needed: Role): boolean => ROLES.indexOf(held) >= ROLES.indexOf(needed);

type Person = {
  readonly userId: string;
  /** The session, the API key, the channel or the received email of the request. A new id for the operator, who has none. */
  readonly sessionId: string;
  readonly access: Access;
  /** When the token expires. Null for an API key, which is valid until it's revoked. */
  readonly tokenEndsAt: Date | null;
  /** With "operator", `userId` is the owner whose access a command of the host uses. They did nothing. */
  readonly via: "session" | "key" | "telegram" | "email" | "operator";
};

type Member = Person & {
  readonly workspaceId: string;
  /** The workspace's owner: `ownerId` in spec.md section 2.1. */
  readonly ownerId: string;
  readonly role: Role;
  /** The sites they may touch. Null for all, those to come included. */
  readonly siteIds: readonly string[] | null;
  /** Of the member's row: it changes with the role, the sites and the standing. */
  readonly version: number;
  /** Whether the workspace has ever had a second person. */
  readonly isShared: boolean;
  /** Whether the first reply to a conversation that no one has assigns it to them. */
  readonly claims: boolean;
  readonly joinedAt: Date;
};

/** Proof that the gate knows who is calling, in whatever workspace or in none. */
export type PersonScope = Person & { readonly [minted]: "person" | "owner" };

/**
 * Proof that the gate admitted a member, and what they may touch: the rows of one workspace, or of some of its sites, as
 * their row said when the request came. Every query and command of the dashboard takes one first and puts it into its
 * `where`. Only the gate creates them.
 */
export type OwnerScope = Member & { readonly [minted]: "owner" };

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

export const mintPersonScope = (scope: Unminted<PersonScope>) => scope as PersonScope;
export const mintOwnerScope = (scope: Unminted<OwnerScope>) => scope as OwnerScope;
export const mintVisitorScope = (scope: Unminted<VisitorScope>) => scope as VisitorScope;

/** Requires access, of the route or of what the request asks for. Throws `insufficient_scope`. */
export function requireAccess({ access }: Pick<PersonScope, "access">, needed: Access): void {
  if (allows(access, needed)) return;
  const detail =
    needed === "session"
      ? "No API key can do this. It requires a session."
      : `This key's scope is "${access}". This requires "${needed}" or a session.`;
  throw new AppError("insufficient_scope", { detail });
}

/** Whether someone may add sites: with chosen sites, they couldn't use a new one. */
export const mayAddSites = ({ role, siteIds }: Pick<OwnerScope, "role" | "siteIds">): boolean =>
  outranks(role, "admin") && siteIds === null;
