import { expect, test } from "@playwright/test";
import { openSealed, sealText } from "#platform/crypto/sealed-text.ts";
import { provideSettings } from "../../support/provide-settings.ts";

const ONE = "one secret that is long enough for a test";
const TWO = "two secret that is long enough for a test";

function startWith(AUTH_SECRET: string, AUTH_SECRET_PREVIOUS?: string): void {
  provideSettings({ AUTH_SECRET, ...(AUTH_SECRET_PREVIOUS && { AUTH_SECRET_PREVIOUS }) });
}

test.beforeEach(() => startWith(ONE));

test("decrypts what it encrypted, in any script", () => {
  for (const text of ["", "plain", "Анна 👩‍👩‍👧", "x".repeat(10_000)]) {
    expect(openSealed(sealText(text, "site"), "site")).toEqual({ text, isCurrent: true });
  }
});

test("encrypts the same text differently every time, so that equal ones can't be recognized", () => {
  expect(sealText("same", "site").equals(sealText("same", "site"))).toBe(false);
});

test("doesn't decrypt what was stored for another owner", () => {
  expect(openSealed(sealText("text", "one"), "other")).toBeNull();
});

test("decrypts nothing with a changed bit or a missing part", () => {
  const sealed = sealText("text", "site");
  for (const at of sealed.keys()) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(openSealed(changed, "site"), `byte ${at}`).toBeNull();
    expect(openSealed(sealed.subarray(0, at), "site"), `${at} bytes`).toBeNull();
  }
});

test("decrypts with the previous secret, and reports that", () => {
  const sealed = sealText("text", "site");
  startWith(TWO, ONE);
  expect(openSealed(sealed, "site")).toEqual({ text: "text", isCurrent: false });
  expect(openSealed(sealText("text", "site"), "site")).toEqual({ text: "text", isCurrent: true });
  startWith(TWO);
  expect(openSealed(sealed, "site")).toBeNull();
});
