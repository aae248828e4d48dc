import type { Passkey, User } from "#prisma-client";
import { personName } from "../owners/person-name.ts";
import type { RelyingParty } from "./relying-party.ts";
import type { PasskeyCreationOptions, PasskeyRequestOptions } from "./schema.ts";

const TIMEOUT_MS = 300_000;

/** The signatures that are accepted, by their COSE numbers: Ed25519, ES256 and RS256. */
export const ALGORITHMS = [-8, -7, -257];

/** Returns the id that authenticators keep an account under, in base64url. */
export const userHandleOf = (userId: string): string =>
  Buffer.from(userId.replaceAll("-", ""), "hex").toString("base64url");

type Account = Pick<User, "id" | "email" | "name"> & { passkeys: Pick<Passkey, "credentialId" | "transports">[] };

/** Returns what a browser needs to create a passkey that's found without an email, and asks for a PIN or biometrics. */
export const creationOptions = (challenge: string, party: RelyingParty, account: Account): PasskeyCreationOptions => ({
  challenge,
  rp: { id: party.host, name: "Site Inbox" },
  user: { id: userHandleOf(account.id), name: account.email, displayName: personName(account) },
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
  timeout: TIMEOUT_MS,
  attestation: "none",
  authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
  excludeCredentials: account.passkeys.map(({ credentialId, transports }) => ({
    id: Buffer.from(credentialId).toString("base64url"),
    type: "public-key",
    transports,
  })),
});

/** Returns what a browser needs to log in with any of its passkeys for this service. */
export const requestOptions = (challenge: string, party: RelyingParty): PasskeyRequestOptions => ({
  challenge,
  rpId: party.host,
  timeout: TIMEOUT_MS,
  userVerification: "required",
});
