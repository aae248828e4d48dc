import { expect, test } from "@playwright/test";
import { hashOfRecoveryCode, newRecoveryCodes } from "#lib/people/second-factor/recovery-codes.ts";

test("ten recovery codes of 80 bits, without letters that look like others", () => {
  const codes = [...newRecoveryCodes(), ...newRecoveryCodes()];
  expect(new Set(codes).size).toBe(20);
  for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
});

test("a code has one hash however it's typed, and another one for another account", () => {
  const code = "01ab-cdef-ghjk-mnpq";
  const hash = hashOfRecoveryCode("ada", code);
  for (const typed of ["01ABCDEFGHJKMNPQ", " oiab cdef ghjk mnpq ", "0lab-cdefghjk-mnpq", "01ab–cdef—ghjk‐mnpq"]) {
    expect(hashOfRecoveryCode("ada", typed)).toEqual(hash);
  }
  expect(hashOfRecoveryCode("bob", code)).not.toEqual(hash);
  expect(hashOfRecoveryCode("ada", "01ab-cdef-ghjk-mnpr")).not.toEqual(hash);
});
