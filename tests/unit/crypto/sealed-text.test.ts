import { expect, test } from "@playwright/test";
import { openSealed, sealText } from "#platform/crypto/sealed-text.ts";
import { provideSettings } from "../../support/provide-settings.ts";

const ONE = "one secret that is long enough for a test";
const TWO = "two secret that is long enough for a test";

function startWith(AUTH_SECRET: string, AUTH_SECRET_PREVIOUS?: string): void {
  provideSettings({ AUTH_SECRET, ...(AUTH_SECRET_PREVIOUS && { AUTH_SECRET_PREVIOUS }) });
}

test.beforeEach(() => startWith(ONE));

test("opens what it has sealed, in whatever letters", () => {
  for (const text of ["", "plain", "Анна 👩‍👩‍👧", "x".repeat(10_000)]) {
    expect(openSealed(sealText(text, "site"), "site")).toEqual({ text, isCurrent: true });
  }
});

test("encrypts the same text differently every time, so that equal ones can't be recognized", () => {
  expect(sealText("same", "site").equals(sealText("same", "site"))).toBe(false);
});

test("opens nothing that was stored for another owner", () => {
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

test("opens with the secret before a change, and says that it was that", () => {
  const sealed = sealText("text", "site");
  startWith(TWO, ONE);
  expect(openSealed(sealed, "site")).toEqual({ text: "text", isCurrent: false });
  expect(openSealed(sealText("text", "site"), "site")).toEqual({ text: "text", isCurrent: true });
  startWith(TWO);
  expect(openSealed(sealed, "site")).toBeNull();
});
