import { expect, test } from "@playwright/test";
import { findStep, newSecret, setupUri } from "#lib/people/second-factor/one-time-codes.ts";

// RFC 6238 appendix B: the secret "12345678901234567890", and the last six digits of its codes for SHA-1.
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const VECTORS: [seconds: number, code: string][] = [
  [59, "287082"],
  [1111111109, "081804"],
  [1111111111, "050471"],
  [1234567890, "005924"],
  [2000000000, "279037"],
  [20000000000, "353130"],
];

test("finds the step of RFC 6238's codes", () => {
  for (const [seconds, code] of VECTORS) {
    const step = Math.floor(seconds / 30);
    expect(findStep(SECRET, code, seconds * 1_000)).toEqual({ step, secondsAhead: 0, isAccepted: true });
    expect(findStep(SECRET, code === "287082" ? "287083" : "287082", seconds * 1_000 + 86_400_000)).toBeNull();
  }
});

test("accepts a code 30 seconds off, refuses one 60 to 120 seconds off with the offset, and knows no other", () => {
  const [seconds, code] = VECTORS[3] ?? [0, ""];
  const at = (offset: number) => findStep(SECRET, code, (seconds - offset) * 1_000);
  for (const offset of [-30, 0, 30]) expect(at(offset)).toMatchObject({ secondsAhead: offset, isAccepted: true });
  for (const offset of [-120, -90, -60, 60, 90, 120]) {
    expect(at(offset)).toMatchObject({ secondsAhead: offset, isAccepted: false });
  }
  for (const offset of [-150, 150, 3_600]) expect(at(offset)).toBeNull();
});

test("a secret has 160 random bits, and the link for apps contains it with the account's email", () => {
  const secret = newSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(newSecret()).not.toBe(secret);
  const uri = new URL(setupUri(secret, "ada+work@example.com"));
  expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
    "otpauth:",
    "totp",
    "/Site Inbox:ada+work@example.com",
  ]);
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: "Site Inbox",
    secret,
    algorithm: "SHA1",
    digits: "6",
    period: "30",
  });
});
