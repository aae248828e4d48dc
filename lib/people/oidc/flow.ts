import { createHash } from "node:crypto";
import { z } from "zod";
import { openSealed, sealText } from "#platform/crypto/sealed-text.ts";

/*
 * What the browser keeps of a login at the provider, encrypted in cookies: the checks while it's there, and afterwards who
 * came back, if they first have to log in with their password.
 */

export const FLOW_SECONDS = 600;

const Login = z.object({ kind: z.literal("log-in") });
/** Someone who is logged in, and has entered their password to link the account. */
const Link = z.object({ kind: z.literal("link"), userId: z.uuid(), sessionId: z.uuid() });
/** Someone with an invitation who has no account. */
const Join = z.object({ kind: z.literal("join"), token: z.string() });

const Flow = z.object({
  checks: z.object({ state: z.string(), nonce: z.string(), verifier: z.string() }),
  purpose: z.discriminatedUnion("kind", [Login, Link, Join]),
  /** The page to open afterwards. */
  next: z.string(),
  expiresAt: z.int(),
});
export type Flow = z.infer<typeof Flow>;

const Pending = z.object({
  issuer: z.string(),
  subject: z.string(),
  email: z.string(),
  /** Milliseconds. Only a session that's newer proves the account's password. */
  since: z.int(),
  expiresAt: z.int(),
});
/** Someone at the provider whose verified address is an account's that isn't linked. */
export type PendingLink = z.infer<typeof Pending>;

const newExpiry = () => Date.now() + FLOW_SECONDS * 1_000;

const seal = (what: string, content: object) => sealText(JSON.stringify(content), `oidc ${what}`).toString("base64url");

function open<T extends { expiresAt: number }>(what: string, schema: z.ZodType<T>, sealed: string): T | null {
  const text = openSealed(Buffer.from(sealed, "base64url"), `oidc ${what}`)?.text;
  const opened = text === undefined ? null : schema.parse(JSON.parse(text));
  return opened && opened.expiresAt > Date.now() ? opened : null;
}

export const sealFlow = (flow: Omit<Flow, "expiresAt">): string => seal("flow", { ...flow, expiresAt: newExpiry() });

/** Reads what `sealFlow` returned. Null if it's too old or not ours. */
export const openFlow = (sealed: string): Flow | null => open("flow", Flow, sealed);

export const sealPendingLink = (pending: Omit<PendingLink, "since" | "expiresAt">): string =>
  seal("link", { ...pending, since: Date.now(), expiresAt: newExpiry() });

/** Reads what `sealPendingLink` returned. Null if it's too old or not ours. */
export const openPendingLink = (sealed: string): PendingLink | null => open("link", Pending, sealed);

/** Hashes a state for storage. It's random, so one round is enough. */
export const hashOfState = ({ checks }: Flow): Buffer<ArrayBuffer> =>
  createHash("sha256").update(checks.state).digest();
