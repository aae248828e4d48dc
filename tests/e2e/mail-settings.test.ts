import { AccountMailResponse, SiteMailResponse } from "#lib/notify/mail/schema.ts";
import { ask } from "../support/api-client.ts";
import { enterDashboard } from "../support/dashboard-page.ts";
import { newOwnerWithSite } from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";

// The service under test has no mail server.

test("without a mail server the settings name what's missing, and keep the choices for later", async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  await enterDashboard(page, owner);
  const mail = page.getByRole("main");
  const { token } = owner;

  await page.goto("/settings/account/notifications");
  await expect(mail).toContainText(
    "Email isn’t set up. Ask your administrator to set SMTP_URL and MAIL_FROM in .env and restart the service",
  );
  await mail.getByRole("checkbox", { name: "Email me about unread messages" }).uncheck();
  await mail.getByRole("button", { name: "Save changes" }).click();
  const account = async () => (await ask(AccountMailResponse, 200, "GET", "/account/mail", { token })).mail;
  await expect.poll(account).toEqual({
    available: false,
    confirmed: false,
    confirmationSent: false,
    alerts: false,
  });

  await page.goto(`/settings/sites/${site.id}/notifications`);
  await expect(mail).toContainText("SMTP_URL");
  await mail.getByRole("checkbox", { name: "Email visitors my replies" }).uncheck();
  await mail.getByRole("button", { name: "Save changes" }).click();
  const ofSite = async () => (await ask(SiteMailResponse, 200, "GET", `/sites/${site.id}/mail`, { token })).mail;
  await expect.poll(ofSite).toEqual({
    available: false,
    alerts: true,
    visitorAnswers: false,
    visitorMailsNeed: "mail_server",
  });
  await page.reload();
  await expect(mail.getByRole("checkbox", { name: "Email visitors my replies" })).not.toBeChecked();
});

test("without a mail server, “Forgot your password?” says who can set a new one, and how", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page.getByRole("main")).toContainText("npm run owner -- reset EMAIL");
  await expect(page.getByRole("button")).toHaveCount(0);
});

test("a link of an email that was copied without its end is called incomplete, not expired", async ({ page }) => {
  for (const path of ["/confirm-email", "/reset-password", "/unsubscribe"]) {
    await page.goto(path);
    await expect(page.getByRole("alert").filter({ hasText: /./ }), path).toHaveText(
      "This link is incomplete. Copy the whole link from the email.",
    );
  }
});
