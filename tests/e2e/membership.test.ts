import { MembershipResponse } from "#lib/team/members/schema.ts";
import { expectAccessible } from "../support/accessible.ts";
import { ask } from "../support/api-client.ts";
import { enterDashboard, openAccountMenu } from "../support/dashboard-page.ts";
import { newOwner, openWidget, start } from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";
import { newTeam } from "../support/team.ts";

const DAY_MS = 86_400_000;

test("a member chooses what notifies them, their hours and the name visitors see, and goes away in their own menu, which colleagues see", {
  tag: "@journey",
}, async ({ page }) => {
  const { owner, admin, sites, workspaceId } = await newTeam();
  const membership = async () =>
    (await ask(MembershipResponse, 200, "GET", "/account/membership", { token: admin.token })).membership;
  await enterDashboard(page, admin);
  await page.goto(`/w/${workspaceId}/settings/account/notifications`);
  const about = page.getByRole("region", { name: "Notify me about" });
  await about.getByRole("radio", { name: "Only those assigned to me" }).check();
  await about.getByRole("button", { name: "Save changes" }).click();
  await expect(about.getByText("Saved.")).toBeVisible();

  const availability = page.getByRole("region", { name: "Availability" });
  await availability.getByLabel("Working hours").check();
  await availability.getByRole("checkbox", { name: "Monday" }).uncheck();
  await availability.getByRole("button", { name: "Add hours on Tuesday" }).click();
  await availability.getByLabel("Tuesday, to").last().fill("12:00");
  await availability.getByLabel("Time zone").fill("Asia/Kathmandu");
  await availability.getByRole("button", { name: "Save changes" }).click();
  await expect(availability.getByRole("alert").first()).toContainText("The hours on Tuesday end before they begin.");
  await expectAccessible(page);
  await availability.getByLabel("Tuesday, to").last().fill("00:00");
  await availability.getByRole("button", { name: "Save changes" }).click();
  await expect(availability.getByText("Saved.")).toBeVisible();
  const office = { from: 540, until: 1_020 };
  expect(await membership()).toMatchObject({
    notifyAbout: "mine",
    available: true,
    schedule: {
      timeZone: "Asia/Kathmandu",
      windows: [
        { day: 2, ...office },
        { day: 2, from: 1_020, until: 1_440 },
        { day: 3, ...office },
        { day: 4, ...office },
        { day: 5, ...office },
      ],
    },
  });

  await page.goto(`/w/${workspaceId}/settings/account/profile`);
  await page.getByLabel("Name visitors see").fill("Bob from support");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  expect((await membership()).visitorName).toBe("Bob from support");

  const menu = page.getByRole("navigation", { name: "Main" }).locator("details");
  await menu.locator("summary").click();
  await expectAccessible(page);
  await menu.getByRole("button", { name: "Set as away" }).click();
  await expect(menu.locator("summary")).toContainText("Away");
  await expect(page.getByText("You’re away.")).toBeVisible();
  expect(await membership()).toMatchObject({ available: false, availableNow: false });

  // Back at another day's hours, which end the absence.
  const day = new Date(Date.now() + 3 * DAY_MS).getUTCDay() || 7;
  const schedule = { timeZone: "UTC", windows: [{ day, ...office }] };
  const body = { available: true, schedule };
  await ask(MembershipResponse, 200, "PATCH", "/account/membership", { token: admin.token, body });
  await expect(menu.locator("summary")).toContainText("Away until");

  const [site] = sites;
  if (!site) throw new Error("The team has no site");
  const { conversationId } = await start(await openWidget(site), "Hello?");
  await enterDashboard(page, owner);
  await page.goto(`/w/${workspaceId}/settings/team`);
  await expect(page.getByRole("listitem").filter({ hasText: admin.user.email })).toContainText("Away until");
  await page.goto(`/w/${workspaceId}/inbox/${conversationId}`);
  await page.getByRole("button", { name: "Unassigned" }).click();
  const away = page.getByRole("option", { name: /Away until/ });
  await expect(away).toHaveCount(1);
  await away.click();
  await expect(page.getByRole("button", { name: /^Assigned to / })).toBeVisible();
});

test("someone alone in their workspace sees no settings of a team", async ({ page }) => {
  await enterDashboard(page, await newOwner());
  await page.goto("/settings/account/notifications");
  await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText("This device");
  const menu = await openAccountMenu(page);
  await expect(menu.getByRole("link")).toHaveText(["Account settings"]);
  await expect(menu.getByRole("button")).toHaveText(["Switch theme", "Help", "Log out"]);
  await page.goto("/settings/account/profile");
  await expect(page.getByLabel("Name visitors see")).toHaveCount(0);
});
