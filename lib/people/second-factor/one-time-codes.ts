import { Secret, TOTP } from "otpauth";
import { withAsciiDigits } from "#platform/characters.ts";

/*
 * Codes of authenticator apps: RFC 6238 with what all apps support (SHA-1, six digits, 30 seconds).
 */

const STEP_SECONDS = 30;
const DIGITS = 6;
const SECRET_BYTES = 20;
// How many steps a code may be off. RFC 6238 section 5.2 recommends one, for the time it takes to type.
const ACCEPTED_STEPS = 1;
// A code that's up to this far off is refused, but shows that the device's clock is wrong.
const EXPLAINED_STEPS = 4;

const totpOf = (secret: string, label = "") =>
  new TOTP({
    issuer: "Site Inbox",
    label,
    secret: Secret.fromBase32(secret),
    algorithm: "SHA1",
    digits: DIGITS,
    period: STEP_SECONDS,
  });

/** Returns a new secret, in base32. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** Returns what the QR code contains: a link that adds the account to an authenticator app. */
export const setupUri = (secret: string, email: string): string => totpOf(secret, email).toString();

/** Returns a code as it's compared: without spaces, dashes and invisible characters, and with ASCII digits. */
export const plainCode = (given: string): string => withAsciiDigits(given).replace(/[\s\p{Dash}\p{Cf}]/gu, "");

/** Whether a text is a code of an app, and not a recovery code. */
export const isOneTimeCode = (code: string): boolean => /^\d{6}$/.test(code);

/** The 30-second step that a code is for, and by how many seconds the clock that showed it is ahead. */
export type FoundStep = { step: number; secondsAhead: number; isAccepted: boolean };

/** Returns the step that a code is for, if it's near `at` (milliseconds). Null for any other code. */
export function findStep(secret: string, code: string, at: number): FoundStep | null {
  if (!isOneTimeCode(code)) return null;
  const delta = totpOf(secret).validate({ token: code, timestamp: at, window: EXPLAINED_STEPS });
  if (delta === null) return null;
  const step = Math.floor(at / 1_000 / STEP_SECONDS) + delta;
  return { step, secondsAhead: delta * STEP_SECONDS, isAccepted: Math.abs(delta) <= ACCEPTED_STEPS };
}
