import { useSyncExternalStore } from "react";
import type { ApiResult } from "#components/api/call-api.ts";
import { passkeysCopy } from "#components/catalogs/passkeys.tsx";
import type { PasskeyCreationOptions, PasskeyRequestOptions } from "#lib/people/passkeys/schema.ts";

/*
 * The browser's part of passkeys. What talks to it is loaded by the first click.
 */

const never = () => () => undefined;

/** Whether this browser can use passkeys on this page, as far as is known before it has run. */
export const useHasPasskeys = (): boolean =>
  useSyncExternalStore(
    never,
    () => "PublicKeyCredential" in window,
    () => true,
  );

/** Whether this page is at an address, as far as is known before the browser has run. */
export const useIsAt = (origin: string): boolean =>
  useSyncExternalStore(
    never,
    () => location.origin === origin,
    () => true,
  );

/** The code of a problem that means that the person changed their mind, or took too long. */
export const CANCELED = "passkey_canceled";

/** Asks the person to create a passkey. */
export const createPasskey = (optionsJSON: PasskeyCreationOptions) =>
  ask(async () => (await import("@simplewebauthn/browser")).startRegistration({ optionsJSON }));

/** Asks the person to use a passkey. */
export const signWithPasskey = (optionsJSON: PasskeyRequestOptions) =>
  ask(async () => (await import("@simplewebauthn/browser")).startAuthentication({ optionsJSON }));

async function ask<T>(run: () => Promise<T>): Promise<ApiResult<T>> {
  try {
    return { ok: true, value: await run() };
  } catch (error) {
    const name = error instanceof Error ? error.name : "";
    const isCanceled = name === "NotAllowedError" || name === "AbortError";
    const problem = {
      status: 0,
      code: isCanceled ? CANCELED : "passkey_failed",
      words: WORDS[name] ?? passkeysCopy.failed,
    };
    return { ok: false, problem: { ...problem, fields: {}, retryAfter: 0 } };
  }
}

// The names of what browsers throw: WebAuthn level 3, sections 5.1.3 and 5.1.4.
const WORDS: Record<string, string> = {
  InvalidStateError: passkeysCopy.known,
  ConstraintError: passkeysCopy.noPin,
  SecurityError: passkeysCopy.notAllowed,
};
