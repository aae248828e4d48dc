import { expectAccessible } from "../support/accessible.ts";
import { enterDashboard, listRows, newOwnerInside } from "../support/dashboard-page.ts";
import { logIn, newConversation, patchConversation, reply } from "../support/factories.ts";
import { newLabel } from "../support/labels.ts";
import { expect, test } from "../support/page-test.ts";

for (const path of [
  "/login",
  "/signup",
  "/forgot-password",
  "/reset-password",
  "/confirm-email",
  "/unsubscribe",
  "/send-reply",
  "/chat",
]) {
  test(`axe finds nothing on ${path}`, async ({ page }) => {
    await page.goto(path);
    await expectAccessible(page);
  });
}

for (const path of [
  "/inbox",
  "/reports",
  "/settings/sites",
  "/settings/sites/new",
  "/settings/labels",
  "/settings/team",
  "/settings/activity",
  "/settings/account",
  "/settings/deliveries",
]) {
  test(`axe finds nothing on ${path} of a new account`, async ({ page }) => {
    await newOwnerInside(page);
    await page.goto(path);
    await expectAccessible(page);
  });
}

for (const path of ["/inbox", "/inbox?status=closed", "/settings/sites"]) {
  test(`axe finds nothing on ${path} of an account with a conversation`, {
    tag: ["@journey", "@accessibility"],
  }, async ({ page }) => {
    const { owner } = await newConversation();
    await enterDashboard(page, owner);
    await page.goto(path);
    await expectAccessible(page);
  });
}

test("axe finds nothing in a conversation with a reply", { tag: ["@journey", "@accessibility"] }, async ({ page }) => {
  const { owner, id } = await newConversation();
  await reply(owner, id, "Hello too");
  await enterDashboard(page, owner);
  await page.goto(`/inbox/${id}`);
  await expectAccessible(page);
});

test("axe finds nothing in a site's page and its dialog", { tag: ["@journey", "@accessibility"] }, async ({ page }) => {
  const { owner, site } = await newConversation();
  await enterDashboard(page, owner);
  await page.goto(`/settings/sites/${site.id}/danger`);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Delete site" }).click();
  await expectAccessible(page);
});

test("axe finds nothing on the page After a chat, off and on", { tag: ["@journey", "@all"] }, async ({ page }) => {
  const { owner, site } = await newConversation();
  await enterDashboard(page, owner);
  await page.goto(`/settings/sites/${site.id}/closing`);
  await expectAccessible(page);
  await page.getByLabel("Close conversations that are over").check();
  await expect(page.getByText("None would close now.").first()).toBeVisible();
  await expectAccessible(page);
});

test("axe finds nothing in an account with other sessions, and in its dialogs", { tag: ["@journey", "@all"] }, async ({
  page,
}) => {
  const owner = await newOwnerInside(page);
  await logIn(owner);
  for (const [path, name] of [
    ["sessions", "Revoke all other sessions"],
    ["security", "Delete account"],
  ] as const) {
    await page.goto(`/settings/account/${path}`);
    await page.getByRole("button", { name }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
  }
});

test("where the system forces colors, what's chosen has an outline and what isn't has none, and labels keep their colors", async ({
  page,
}) => {
  const { owner, site, id } = await newConversation();
  const label = await newLabel(owner, { name: "Refund", color: "red" });
  await patchConversation(owner, id, { labels: { add: [label.id] } });
  await enterDashboard(page, owner);
  await page.emulateMedia({ forcedColors: "active" });
  const outlines = (selector: string) =>
    page.locator(selector).evaluateAll((all) => all.map((one) => getComputedStyle(one).outlineStyle));
  for (const [path, chosen, other] of [
    [`/inbox/${id}`, "[data-row][aria-current]", "[data-row]:not([aria-current])"],
    [`/inbox/${id}`, "nav a[aria-current]", "nav a:not([aria-current])"],
    [`/inbox/${id}`, "[aria-pressed=true]", "[aria-pressed=false]"],
    [`/settings/sites/${site.id}/install`, "[role=tab][aria-selected=true]", "[role=tab][aria-selected=false]"],
    ["/settings/account/profile", "label:has(> :checked)", "label:has(> :not(:checked))"],
  ] as const) {
    await page.goto(path);
    await expect(page.locator(chosen).first()).toBeVisible();
    expect(new Set(await outlines(chosen)), `${chosen} on ${path}`).toEqual(new Set(["solid"]));
    for (const style of await outlines(other)) expect(style, `${other} on ${path}`).toBe("none");
  }
  await page.goto("/inbox");
  const dot = listRows(page).locator("[title=Refund] > [aria-hidden]").first();
  await expect(dot).toHaveCSS("forced-color-adjust", "none");
});

test("the keyboard alone leads past the navigation, into the list and to a conversation", { tag: "@journey" }, async ({
  page,
}) => {
  const { owner } = await newConversation();
  await enterDashboard(page, owner);
  await page.goto("/inbox");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Find a conversation or an action" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.locator("summary", { hasText: "Views" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.locator("summary", { hasText: "Filter and sort" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Select conversations" })).toBeFocused();
  for (const name of ["Open 1 new", "Snoozed", "Closed", "All"]) {
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name, exact: true })).toBeFocused();
  }
  await page.keyboard.press("Tab");
  await expect(listRows(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Messages" })).toContainText("Hello");
  await expect(listRows(page)).toBeFocused();
});
