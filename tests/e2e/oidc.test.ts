import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { NewInvitationResponse } from "#lib/people/invitations/schema.ts";
import { expectAccessible } from "../support/accessible.ts";
import { ask } from "../support/api-client.ts";
import { SESSION_COOKIE } from "../support/cookie-jar.ts";
import { logIn, newEmail, newOwner, type Owner, PASSWORD } from "../support/factories.ts";
import { startOidcProvider } from "../support/oidc-provider.ts";
import { expect, test } from "../support/page-test.ts";
import { codeOf, forgetUsedCodes, turnOnSecondFactor } from "../support/second-factor.ts";
import { startProcess } from "../support/start-process.ts";
import { sql } from "../support/stored-rows.ts";
import { addMember } from "../support/team.ts";

test.use({ viewport: { width: 390, height: 844 } });

let provider: Awaited<ReturnType<typeof startOidcProvider>>;
let service: Awaited<ReturnType<typeof startProcess>>;

test.beforeAll(async () => {
  provider = await startOidcProvider();
  const settings = { OIDC_NAME: "Example SSO", OIDC_DOMAINS: "crew.example", JOBS: "off" };
  service = await startProcess("oidc", { ...provider.settings, ...settings });
});
test.afterEach(() => provider.fails());
test.afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

const BUTTON = "Continue with Example SSO";
const SECURITY = "/settings/account/security";

async function enter(page: Page, owner: Owner): Promise<void> {
  const { token } = await logIn(owner, { baseUrl: service.baseUrl });
  await page.context().addCookies([{ name: SESSION_COOKIE, value: token, url: service.baseUrl }]);
}

const newSomeone = (email = `${randomUUID()}@crew.example`) => {
  const someone = { sub: randomUUID(), email, email_verified: true };
  provider.logsIn(someone);
  return someone;
};

test("the login page creates an account through the provider and logs in to it again, with the keyboard only", {
  tag: "@journey",
}, async ({ page }) => {
  const { email } = newSomeone();
  await page.goto(`${service.baseUrl}/signup`);
  await expect(page.getByRole("button", { name: BUTTON })).toBeVisible();
  await page.goto(`${service.baseUrl}/login?next=${encodeURIComponent(SECURITY)}`);
  await expectAccessible(page);
  await page.getByRole("button", { name: BUTTON }).focus();
  await page.keyboard.press("Enter");
  const section = page.getByRole("region", { name: "Log in with Example SSO" });
  await expect(section).toContainText(`as ${email}`);
  await expect(section).toContainText("Set a password before you unlink your account.");
  await expect(page.getByRole("region", { name: "Password" })).toContainText("Your account has no password yet.");
  await expectAccessible(page);
  // An open dashboard would miss its session.
  await page.goto("about:blank");
  await page.context().clearCookies();
  await page.goto(`${service.baseUrl}/login?next=${encodeURIComponent(SECURITY)}`);
  await page.getByRole("button", { name: BUTTON }).click();
  await expect(section).toContainText("Last used");
});

test("an account is linked from its page, asks for its second factor, and is unlinked", async ({ page }) => {
  const owner = await newOwner();
  const { email } = newSomeone();
  await enter(page, owner);
  await page.goto(`${service.baseUrl}${SECURITY}`);
  const section = page.getByRole("region", { name: "Log in with Example SSO" });
  await expect(section).toContainText("Not linked");
  await section.getByRole("button", { name: "Link account" }).click();
  const dialog = page.getByRole("dialog");
  await expectAccessible(page);
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(section.getByRole("status")).toContainText("Your account is linked with Example SSO.");
  await expect(section).toContainText(`as ${email}`);
  await expectAccessible(page);

  const { secret } = await turnOnSecondFactor(owner);
  await forgetUsedCodes(owner);
  // An open dashboard would miss its session.
  await page.goto("about:blank");
  await page.context().clearCookies();
  await page.goto(`${service.baseUrl}/login?next=${encodeURIComponent(SECURITY)}`);
  await page.getByRole("button", { name: BUTTON }).click();
  const code = page.getByLabel("Code", { exact: true });
  await expect(code).toBeFocused();
  expect(page.url()).not.toContain("challenge");
  await code.fill(codeOf(secret));
  await page.keyboard.press("Enter");
  await expect(section).toContainText("Last used");

  await section.getByRole("button", { name: "Unlink account" }).click();
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(section.getByRole("status")).toContainText("Your account is no longer linked.");
  await expect(section).toBeVisible();
  await expect(section.getByRole("button", { name: "Link account" })).toBeVisible();
});

test("someone whose address has an account logs in with the password once, and then links it with one click", async ({
  page,
}) => {
  const owner = await newOwner();
  newSomeone(owner.email);
  await page.goto(`${service.baseUrl}/login?next=${encodeURIComponent(SECURITY)}`);
  await page.getByRole("button", { name: BUTTON }).click();
  await expect(
    page.getByRole("alert").filter({ hasText: "There’s already an account with your email address." }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Email").fill(owner.email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Link your account with Example SSO?" })).toBeVisible();
  await expect(page.getByText(owner.email)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Link account" }).click();
  await expect(page.getByRole("region", { name: "Log in with Example SSO" })).toContainText("Linked since");
});

test.describe("what goes wrong", () => {
  test.use({ expectedErrors: [/status of 503/] });

  test("is said in a sentence, and the password still works", async ({ page }) => {
    const owner = await newOwner();
    newSomeone();
    const login = `${service.baseUrl}/login?next=${encodeURIComponent(SECURITY)}`;
    await page.goto(login);
    provider.fails({ error: "access_denied" });
    await page.getByRole("button", { name: BUTTON }).click();
    await expect(page.getByText("You canceled the login at Example SSO. Nothing was changed.")).toBeVisible();
    await expectAccessible(page);
    provider.fails({ error: "temporarily_unavailable" });
    await page.getByRole("button", { name: BUTTON }).click();
    await expect(page.getByText("Example SSO can’t be reached at the moment.")).toBeVisible();
    provider.fails();
    newSomeone(`${randomUUID()}@elsewhere.example`);
    await page.getByRole("button", { name: BUTTON }).click();
    await expect(page.getByText("Ask your administrator for an invitation.")).toBeVisible();
    await page.getByLabel("Email").fill(owner.email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("region", { name: "Log in with Example SSO" })).toContainText("Not linked");
  });
});

test("an invited person joins through the provider, and one with another address stays outside", async ({ page }) => {
  const owner = await newOwner();
  const email = newEmail();
  const { baseUrl } = service;
  const call = { baseUrl, token: owner.token, body: { email, role: "agent" } };
  const { link } = await ask(NewInvitationResponse, 201, "POST", "/invitations", call);
  newSomeone();
  await page.goto(link);
  await page.getByRole("button", { name: BUTTON }).click();
  await expect(page.getByText("This invitation isn’t for your email address")).toBeVisible();
  await expectAccessible(page);
  newSomeone(email);
  await page.getByRole("button", { name: BUTTON }).click();
  await expect(page).toHaveURL(/\/w\/[\w-]+\/inbox$/);
});

test("an owner requires the provider from a day on, a member is reminded, and then links and logs in to get in", async ({
  page,
}) => {
  const owner = await newOwner();
  newSomeone();
  await enter(page, owner);
  await page.goto(`${service.baseUrl}/settings/security`);
  const policy = page.getByRole("region", { name: "Log in with Example SSO" });
  await expect(policy).toContainText("Log in with Example SSO yourself first.");
  await expectAccessible(page);
  await policy.getByRole("link", { name: "Link account" }).click();
  const link = page.getByRole("region", { name: "Log in with Example SSO" });
  await link.getByRole("button", { name: "Link account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(link).toContainText("Linked since");
  await page.goto(`${service.baseUrl}/settings/security`);
  await policy.getByRole("button", { name: "Require Example SSO" }).click();
  await expectAccessible(page);
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Require Example SSO" }).click();
  await expect(policy.getByRole("status")).toContainText("Logging in with Example SSO will be required.");
  await expect(policy).toContainText("Everyone has linked their account.");
  await expectAccessible(page);

  const [workspace] = await sql("SELECT id FROM workspaces WHERE owner_id = $1", [owner.user.id]);
  const member = await addMember(String(workspace?.id));
  newSomeone();
  // An open dashboard would miss its session.
  await page.goto("about:blank");
  await page.context().clearCookies();
  await enter(page, member);
  await page.goto(`${service.baseUrl}/inbox`);
  const banner = page.getByRole("complementary", { name: "Login provider" });
  await expect(banner).toContainText(/ requires logging in with Example SSO from .+\./);
  await expectAccessible(page);
  // An open dashboard would go there too.
  await page.goto("about:blank");
  await sql("UPDATE workspaces SET oidc_from = now() WHERE id = $1", [workspace?.id]);
  await page.goto(`${service.baseUrl}/inbox`);
  await expect(page).toHaveURL(/\/required-login$/);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Link account" }).click();
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/w\/[\w-]+\/inbox$/);

  // The next login with the password alone isn't enough.
  // An open dashboard would miss its session.
  await page.goto("about:blank");
  await page.context().clearCookies();
  await enter(page, member);
  await page.goto(`${service.baseUrl}/inbox`);
  await expect(page.getByText("You’re logged in, but not with Example SSO.")).toBeVisible();
  await expectAccessible(page);
  provider.fails({ error: "access_denied" });
  await page.getByRole("button", { name: BUTTON }).click();
  await expect(page.getByText("You canceled the login at Example SSO. Nothing was changed.")).toBeVisible();
  await expectAccessible(page);
  provider.fails();
  await page.getByRole("button", { name: BUTTON }).click();
  await expect(page).toHaveURL(/\/w\/[\w-]+\/inbox$/);

  // Also with a second factor: its code comes before the session that opens the workspace.
  await page.goto("about:blank");
  await page.context().clearCookies();
  await enter(page, member);
  const { secret } = await turnOnSecondFactor(member);
  await forgetUsedCodes(member);
  await page.goto(`${service.baseUrl}/inbox`);
  await page.getByRole("button", { name: BUTTON }).click();
  await page.getByLabel("Code", { exact: true }).fill(codeOf(secret));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/w\/[\w-]+\/inbox$/);
});
