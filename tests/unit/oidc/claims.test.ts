import { expect, test } from "@playwright/test";
import { provideEnv, readSettings } from "#platform/env.ts";
import { beginOidc, completeOidc } from "#platform/oidc/provider.ts";
import { startOidcProvider } from "../../support/oidc-provider.ts";

const SETTINGS = { BASE_URL: "http://127.0.0.1:3000", DATABASE_URL: "postgresql://127.0.0.1/none" };

test("an address counts as verified only where the provider says both, in the ID token or in UserInfo", async () => {
  await using provider = await startOidcProvider();
  const AUTH_SECRET = "a secret of at least 32 bytes, for a test";
  provideEnv({ ...readSettings(provider.settings), ...SETTINGS, AUTH_SECRET });
  const claimsOf = async (userInfo: object, idToken: object) => {
    provider.logsIn({ sub: "someone" });
    provider.fails({ userInfo, claims: (claims) => ({ ...claims, ...idToken }) });
    const { url, checks } = await beginOidc();
    const { headers } = await fetch(url, { redirect: "manual" });
    return completeOidc(new URL(headers.get("location") ?? "").search, checks);
  };
  const [one, other] = ["ada@example.com", "other@example.com"];
  const verified = { email_verified: true };
  expect(await claimsOf({ email: one, ...verified }, {})).toMatchObject({ email: one, isVerified: true });
  expect(await claimsOf({ email: other }, { email: one, ...verified })).toMatchObject({ email: one, isVerified: true });
  expect(await claimsOf({ email: other, ...verified }, { email: one })).toMatchObject({
    email: other,
    isVerified: true,
  });
  expect(await claimsOf(verified, { email: one })).toMatchObject({ email: one, isVerified: null });
  expect(await claimsOf({ email: one }, verified)).toMatchObject({ email: one, isVerified: null });
});
