import { expectAccessible } from "../support/accessible.ts";
import { enterDashboard, gotoLive } from "../support/dashboard-page.ts";
import { newOwnerWithSite, openWidget, start } from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";
import { sql } from "../support/stored-rows.ts";
import { newTeam } from "../support/team.ts";

test.use({ expectedErrors: [/status of 400 \(Bad Request\)/] });

test("round robin is turned on for a site, whose page shows who's available, and its conversations say whose turn it is", {
  tag: "@journey",
}, async ({ page }) => {
  const { owner, admin, agent, limitedAdmin, sites } = await newTeam();
  const [site] = sites;
  if (!site) throw new Error("no site");
  await sql("UPDATE users SET name = 'Ada' WHERE id = $1", [owner.user.id]);
  await sql("UPDATE members SET is_available = false WHERE user_id = ANY ($1::uuid[])", [
    [admin, agent, limitedAdmin].map(({ user }) => user.id),
  ]);
  await enterDashboard(page, owner);
  await page.goto(`/settings/sites/${site.id}`);
  await page.getByRole("main").getByRole("link", { name: "Assignment" }).click();
  const people = page.getByRole("region", { name: "Who gets conversations" });
  const minutes = page.getByLabel("Minutes without a reply");
  await expect(minutes).toBeHidden();
  await page.getByRole("radio", { name: "Round robin" }).check();
  await expect(people.getByRole("listitem")).toHaveText([/Ada.*Available$/, /Away$/, /Away$/, /Away$/]);
  await expect(people).toContainText("If no one is available");
  await expect(minutes).toHaveValue("10");
  await minutes.fill("0");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Enter a number from 1 to 1,440.")).toBeVisible();
  await minutes.fill("30");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
  await expectAccessible(page);

  const { conversationId: id } = await start(await openWidget(site), "Hello");
  await gotoLive(page, `/inbox/${id}`);
  await expect(page.getByRole("button", { name: "Assigned to Ada" })).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText(/^By round robin\. Reply by .+ to keep it\.$/)).toBeVisible();
  await expectAccessible(page);
});

test("someone who works alone sees nothing of assignment in a site's settings", async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  await enterDashboard(page, owner);
  await page.goto(`/settings/sites/${site.id}`);
  await expect(page.getByRole("main").getByRole("link", { name: "Install" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Assignment" })).toHaveCount(0);
});
