import { z } from "zod";
import { ALGORITHMS } from "./options.ts";
import type { RelyingParty } from "./relying-party.ts";
import type { NewCredential, SignedCredential } from "./schema.ts";

/*
 * Checks what browsers send, with @simplewebauthn/server. It's loaded by the first check.
 */

const ClientData = z.object({ challenge: z.string().min(1), crossOrigin: z.boolean().optional() });

/** Returns the challenge that a browser signed, or null if it can't be read or was signed in a frame of another site. */
export function challengeIn({ response }: NewCredential | SignedCredential): string | null {
  try {
    const text = Buffer.from(response.clientDataJSON, "base64url").toString();
    const { challenge, crossOrigin } = ClientData.parse(JSON.parse(text));
    return crossOrigin ? null : challenge;
  } catch {
    return null;
  }
}

/** Runs a check of the library, which throws for everything it doesn't accept. */
async function accepted<T>(check: () => Promise<T | null>): Promise<T | null> {
  try {
    return await check();
  } catch {
    return null;
  }
}

type Created = { credentialId: Uint8Array<ArrayBuffer>; publicKey: Uint8Array<ArrayBuffer>; counter: number };

/** Returns the new credential, or null if it wasn't created by our page, for this challenge, with a PIN or biometrics. */
export function verifyNewCredential(
  credential: NewCredential,
  challenge: string,
  party: RelyingParty,
): Promise<Created | null> {
  return accepted(async () => {
    if (!(await isUnattested(credential))) return null;
    const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
    const result = await verifyRegistrationResponse({
      response: { ...credential, response: withoutTransports(credential.response), clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.host,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!result.verified || result.registrationInfo.credential.id !== credential.id) return null;
    const { id, publicKey, counter } = result.registrationInfo.credential;
    return { credentialId: new Uint8Array(Buffer.from(id, "base64url")), publicKey, counter };
  });
}

// The library has a list of their names, which grows.
const withoutTransports = ({ clientDataJSON, attestationObject }: NewCredential["response"]) => ({
  clientDataJSON,
  attestationObject,
});

// To check a certificate, the library may request addresses that it names. We ask for no certificates.
async function isUnattested({ response }: NewCredential): Promise<boolean> {
  const { decodeAttestationObject } = await import("@simplewebauthn/server/helpers");
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, "base64url")));
  const format = attestation.get("fmt");
  return format === "none" || (format === "packed" && attestation.get("attStmt").get("x5c") === undefined);
}

type Stored = { credentialId: string; publicKey: Uint8Array<ArrayBuffer> };

/** Returns the authenticator's counter, or null if the signature isn't of this passkey, challenge, page and person. */
export function verifySignature(
  credential: SignedCredential,
  challenge: string,
  party: RelyingParty,
  stored: Stored,
): Promise<number | null> {
  return accepted(async () => {
    const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.host,
      requireUserVerification: true,
      // The counter is compared in the database, so that parallel logins can't get around it.
      credential: { id: stored.credentialId, publicKey: stored.publicKey, counter: 0 },
    });
    return verified ? authenticationInfo.newCounter : null;
  });
}
