import type { Page } from "@playwright/test";
import { SiteResponse } from "#lib/sites/sites/schema.ts";
import { expectAccessible } from "../support/accessible.ts";
import { ask } from "../support/api-client.ts";
import { enterDashboard, inside, newOwnerInside } from "../support/dashboard-page.ts";
import { newSite } from "../support/factories.ts";
import { recordNotifications } from "../support/notifications.ts";
import { expect, test } from "../support/page-test.ts";
import { sql } from "../support/stored-rows.ts";
import { newTeam } from "../support/team.ts";

const checklist = (page: Page) => page.getByRole("region", { name: "Get started" });
// The service under test runs on localhost.
const ONLY_HERE =
  "This address works only on this computer. Set BASE_URL to your public address in .env, then restart the service.";
const step = (page: Page, name: string) => checklist(page).getByRole("listitem").filter({ hasText: name });

test("the checklist follows the first steps live, can be hidden, and comes back from the profile", {
  tag: "@journey",
}, async ({ page, context }) => {
  await recordNotifications(context, "granted");
  const owner = await newOwnerInside(page);
  await page.goto("/inbox");
  await expect(checklist(page)).toContainText("0 of 5 done");
  await expect(step(page, "Invite a teammate").getByRole("link")).toHaveAttribute("href", inside("/settings/team"));
  await expect(step(page, "Add your first site").getByRole("link")).toHaveAttribute(
    "href",
    inside("/settings/sites/new"),
  );
  await expectAccessible(page);
  const site = await newSite(owner, { domain: "fjord.example" });
  await page.reload();
  await expect(checklist(page)).toContainText("1 of 5 done");
  await expect(page.getByText(ONLY_HERE)).toBeVisible();
  await expect(step(page, "Install the chat")).toContainText("We haven’t seen your tag yet.");

  const seenOn = async (host: string) => {
    await sql("UPDATE sites SET tag_seen_at = now(), tag_seen_host = $2 WHERE id = $1", [site.id, host]);
    // Announces a change of the site, as the tag's first page does.
    await ask(SiteResponse, 200, "PATCH", `/sites/${site.id}`, { token: owner.token, body: { name: host } });
  };
  await seenOn("shop.example");
  await expect(step(page, "Install the chat")).toContainText("We saw your tag on shop.example, but");
  await expect(step(page, "Install the chat").getByRole("link", { name: "Change domain" })).toBeVisible();
  await seenOn("fjord.example");
  await expect(step(page, "Install the chat")).toContainText("We saw your tag on fjord.example just now.");
  await expect(checklist(page).getByRole("status").filter({ hasText: "Done: Install the chat" })).toHaveCount(1);
  await step(page, "Turn on notifications").getByRole("button").click();
  await expect(checklist(page)).toContainText("3 of 5 done");
  await expectAccessible(page);

  await page.goto(`/settings/sites/${site.id}/install`);
  await expect(page.getByRole("main")).toContainText("Tag seen on fjord.example just now");
  await expect(page.getByText(ONLY_HERE)).toBeVisible();
  await page.goto("/inbox");
  await checklist(page).getByRole("button", { name: "Hide checklist" }).click();
  await expect(checklist(page)).toHaveCount(0);
  await page.goto("/settings/account/profile");
  await page.getByRole("checkbox", { name: "Show checklist" }).check();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.goto("/inbox");
  await step(page, "Get your first message").getByRole("button", { name: "Send test message" }).click();
  await expect(page.getByRole("region", { name: "Inbox" }).getByRole("listitem")).toHaveCount(1);

  // A phone shows the list alone, with the checklist as a line at its end.
  await seenOn("shop.example");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/inbox");
  await expect(step(page, "Install the chat")).toHaveCount(0);
  await checklist(page).getByText("3 of 5 done").click();
  await expect(step(page, "Install the chat")).toContainText("We saw your tag on shop.example, but");
  await expectAccessible(page);
});

test("before the first message, an agent sees only what an agent can do", async ({ page, context }) => {
  await recordNotifications(context, "granted");
  const { agent } = await newTeam();
  await enterDashboard(page, agent);
  await page.goto("/inbox");
  await expect(page.getByText(/^Messages from visitors of .+ appear here\.$/)).toBeVisible();
  await expect(page.getByRole("heading", { name: /Add the chat|test message/ })).toHaveCount(0);
  await expect(checklist(page)).toContainText("0 of 1 done");
  await expect(checklist(page).getByRole("listitem")).toHaveText([/^Turn on notifications/]);
  await expectAccessible(page);
  await step(page, "Turn on notifications").getByRole("button").click();
  await expect(checklist(page)).toContainText("1 of 1 done");
  await page.reload();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await expect(checklist(page)).toHaveCount(0);
});
