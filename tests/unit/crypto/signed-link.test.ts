import { expect, test } from "@playwright/test";
import { confirmUrl, readConfirmToken } from "#lib/notify/mail/confirm-link.ts";
import { readUnsubscribeToken, unsubscribeUrl } from "#lib/notify/mail/unsubscribe-link.ts";
import { readLink, signLink } from "#platform/crypto/signed-link.ts";
import { provideSettings } from "../../support/provide-settings.ts";

const USER = "01990c5d-1c45-7a6b-8d2e-4f3a2b1c0d04";
const SITE = "01990c5e-7a10-7c3e-9f4b-3d2a6b1c8e01";

const useSecret = (AUTH_SECRET: string, AUTH_SECRET_PREVIOUS?: string) =>
  provideSettings({
    BASE_URL: "https://inbox.example.com",
    AUTH_SECRET,
    ...(AUTH_SECRET_PREVIOUS && { AUTH_SECRET_PREVIOUS }),
  });

test.beforeEach(() => useSecret("a".repeat(40)));

test("a signed link returns its content, for its purpose only", () => {
  const token = signLink("confirm", ["one", "two"]);
  expect(readLink("confirm", token)).toEqual(["one", "two"]);
  expect(readLink("unsubscribe", token)).toBeNull();
});

test("a link that was changed, cut or invented returns nothing", () => {
  const token = signLink("unsubscribe", ["owner", USER, SITE]);
  const [said = "", signature = ""] = token.split(".");
  const other = Buffer.from(`owner ${SITE} ${SITE}`).toString("base64url");
  for (const wrong of ["", ".", said, `${said}.`, `${other}.${signature}`, `${token}.x`, token.slice(0, -4), "é.é"]) {
    expect(readLink("unsubscribe", wrong), wrong).toBeNull();
    expect(readUnsubscribeToken(wrong)).toBeNull();
  }
});

test("a link is accepted in one spelling, and in no other of the same bytes", () => {
  const token = signLink("unsubscribe", ["owner", USER, SITE]);
  const [said = "", signature = ""] = token.split(".");
  const standard = Buffer.from(signature, "base64url").toString("base64");
  for (const other of [`${token}=`, `${token}==`, `${said}.${standard}`, `${token} `, `${token}\n`]) {
    expect(readLink("unsubscribe", other), other).toBeNull();
  }
});

test("links stay valid after a change of AUTH_SECRET while the previous one is set", () => {
  const token = unsubscribeUrl({ kind: "owner", userId: USER, siteId: SITE }).split("/").at(-1) ?? "";
  useSecret("b".repeat(40), "a".repeat(40));
  expect(readUnsubscribeToken(token)).toEqual({ kind: "owner", userId: USER, siteId: SITE });
  useSecret("b".repeat(40));
  expect(readUnsubscribeToken(token)).toBeNull();
});

test("a link that confirms an address confirms no other, and expires", () => {
  const token = confirmUrl({ userId: USER, email: "Ana@example.com", joins: false }).split("#")[1] ?? "";
  const link = readConfirmToken(token);
  expect([link?.userId, link?.isFor("ana@example.com"), link?.isFor("eve@example.com")]).toEqual([USER, true, false]);
  expect(readConfirmToken(signLink("confirm", [USER, "x", String(Date.now() - 1)]))).toBeNull();
  expect(readConfirmToken(signLink("confirm", [USER]))).toBeNull();
});
