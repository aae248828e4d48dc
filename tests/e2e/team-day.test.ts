import type { Browser, BrowserContext, BrowserContextOptions, Page, Route } from "@playwright/test";
import { OwnershipOfferResponse, WorkspaceResponse } from "#lib/people/workspaces/schema.ts";
import { MembershipResponse } from "#lib/team/members/schema.ts";
import { ask } from "../support/api-client.ts";
import { enterDashboard, gotoLive, inside, listRows, newOwnerInside, replyBox } from "../support/dashboard-page.ts";
import { newEmail, newPerson, newSite, type Owner, PASSWORD, reply } from "../support/factories.ts";
import { startHostSite } from "../support/host-page.ts";
import { expect, test } from "../support/page-test.ts";
import { sql } from "../support/stored-rows.ts";
import { widgetOn } from "../support/widget-page.ts";

const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

// A reply that crossed another, a conversation of a lost site, and the session that ends with the last workspace.
test.use({ ...DESKTOP, expectedErrors: [/status of (401|404|409)/] });

const rename = ({ user }: Owner, name: string) => sql("UPDATE users SET name = $2 WHERE id = $1", [user.id, name]);

async function openContext(browser: Browser, options: BrowserContextOptions): Promise<[BrowserContext, Page]> {
  const context = await browser.newContext(options);
  return [context, await context.newPage()];
}

const thread = (page: Page) => page.getByRole("region", { name: "Messages" });
const row = (page: Page, name: string) => listRows(page).filter({ hasText: name });
const said = (page: Page, words: string) => page.getByRole("status").filter({ hasText: words });
const noteBox = (page: Page) => page.getByRole("textbox", { name: /^Note about/ });
const views = (page: Page) => page.getByRole("navigation", { name: "Assigned to" });
const members = (page: Page) => page.getByRole("list", { name: "Team" }).getByRole("listitem");

/** Invites someone to all sites, and returns the link to pass on. */
async function invite(page: Page, email: string, role: "Admin" | "Agent"): Promise<string> {
  await page.getByRole("button", { name: "Invite teammate" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByRole("radio", { name: role }).check();
  await dialog.getByRole("button", { name: "Create invitation" }).click();
  const link = await dialog.getByLabel("Invitation link").inputValue();
  await dialog.getByRole("button", { name: "Done" }).click();
  return link;
}

/** Chooses what to do with a teammate in the list of the team. */
async function choose(page: Page, email: string, action: string) {
  const member = members(page).filter({ hasText: email });
  await member.locator("summary").click();
  await member.getByRole("button", { name: action }).click();
}

test("an owner, an admin and an agent on a phone work through a day of conversations", async ({ browser, page }) => {
  const owner = await newOwnerInside(page);
  const admin = await newPerson();
  await rename(owner, "Ada Lovelace");
  await rename(admin, "Grace Hopper");
  const agentEmail = newEmail();
  const [adminContext, desk] = await openContext(browser, DESKTOP);
  await using _desk = adminContext;
  const [agentContext, phone] = await openContext(browser, PHONE);
  await using _phone = agentContext;

  // The owner creates a site and invites both.
  await page.goto("/settings/sites/new");
  await page.getByLabel("Name").fill("Kiln Street");
  await page.getByRole("button", { name: "Create site" }).click();
  const tag = await page.getByLabel("Script tag").inputValue();
  const second = await newSite(owner, { name: "Second shop" });
  await page.goto("/settings/team");
  const links = [await invite(page, admin.email, "Admin"), await invite(page, agentEmail, "Agent")] as const;

  // One has an account, and one hasn't.
  await enterDashboard(desk, admin);
  await desk.goto(links[0]);
  await desk.getByRole("button", { name: /^Join / }).click();
  await expect(desk).toHaveURL(inside("/inbox"));
  await phone.goto(links[1]);
  await phone.getByLabel("Name").fill("Ned Stark");
  await phone.getByLabel("Password").fill(PASSWORD);
  await phone.getByRole("button", { name: "Create account and join" }).tap();
  await expect(phone).toHaveURL(inside("/inbox"));
  await expect(members(page)).toHaveText([/Ada Lovelace.*Owner/, /Grace Hopper.*Admin/, /Ned Stark.*Agent/]);

  // A visitor's message is no one's until the admin takes it.
  await Promise.all([page, desk, phone].map((one) => gotoLive(one, "/inbox")));
  const host = await startHostSite({ "/": { head: tag } });
  await using closing = new AsyncDisposableStack();
  closing.defer(host.close);
  const [visitorContext, shop] = await openContext(browser, DESKTOP);
  await using _shop = visitorContext;
  await shop.goto(host.neighbor);
  const widget = widgetOn(shop);
  await widget.open();
  await widget.write("Does the blue one come in oak?");
  await widget.expectSent("Does the blue one come in oak?");
  for (const one of [page, desk, phone]) {
    await expect(row(one, "Does the blue one come in oak?")).toBeVisible();
    await expect(listRows(one).getByText(/^Assigned to/)).toHaveCount(0);
  }
  for (const one of [page, desk]) await expect(views(one)).toContainText("Unassigned1 waiting");
  await row(desk, "oak").click();
  await expect(desk.getByRole("button", { name: "Unassigned" })).toBeVisible();
  await desk.keyboard.press("t");
  await expect(desk.getByRole("button", { name: "Assigned to Grace Hopper" })).toBeVisible();
  await expect(row(phone, "oak")).toContainText("Assigned to Grace Hopper.");

  // Each sees who looks, and who types.
  await row(phone, "oak").tap();
  await expect(said(phone, "Grace Hopper is viewing this")).toBeVisible();
  await expect(said(desk, "Ned Stark is viewing this")).toBeVisible();
  await replyBox(desk).pressSequentially("It");
  await expect(said(phone, "Grace Hopper is typing a reply")).toBeVisible();
  await expect(widget.frame.getByText("Kiln Street is typing")).toBeAttached();

  // The admin's reply is stored while the owner's is on its way.
  await row(page, "oak").click();
  await expect(thread(page)).toBeVisible();
  await expect(page).toHaveURL(/\/inbox\/[\w-]+/);
  const [, conversationId = ""] = /\/inbox\/([\w-]+)/.exec(page.url()) ?? [];
  const answering = async (route: Route) => {
    await reply(admin, conversationId, "It does, in oak and ash.");
    await route.continue();
  };
  await page.route(`**/conversations/${conversationId}/messages`, answering, { times: 1 });
  await replyBox(page).fill("Sorry, only in beech.");
  await replyBox(page).press("Enter");
  await expect(thread(page).getByRole("alert")).toContainText("Not sent. Grace Hopper replied while you were writing.");
  await expect(widget.log).toContainText("It does, in oak and ash.");
  await expect(widget.log).not.toContainText("beech");
  await replyBox(page).press("Control+Enter");
  await expect(thread(page).getByRole("alert")).toHaveCount(0);
  await expect(widget.log).toContainText("Sorry, only in beech.");

  // A note with a mention is the team's alone, and new in the agent's list.
  await phone.getByRole("link", { name: "Back to inbox" }).tap();
  await expect(row(phone, "beech")).not.toContainText("Unread");
  await replyBox(page).press("Control+e");
  await noteBox(page).pressSequentially("Ask the mill, @ne");
  await noteBox(page).press("Enter");
  await expect(noteBox(page)).toHaveValue("Ask the mill, @Ned Stark ");
  await noteBox(page).press("Enter");
  await expect(thread(desk).getByText("Ada Lovelace · note")).toBeVisible();
  await expect(row(phone, "mentioned you")).toContainText("Unread");

  // The owner assigns it to the agent, who replies on the phone.
  await page.keyboard.press("Escape");
  await page.keyboard.press("a");
  const dialog = page.getByRole("dialog", { name: "Assign to" });
  await dialog.getByRole("combobox").fill("ned");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Assigned to Ned Stark" })).toBeVisible();
  await expect(row(phone, "mentioned you")).toContainText("Assigned to Ned Stark.");
  await row(phone, "mentioned you").tap();
  await expect(thread(phone).getByText("Ask the mill, @Ned Stark")).toBeVisible();
  await replyBox(phone).fill("The mill has oak again on Friday.");
  await phone.getByRole("button", { name: "Send", exact: true }).tap();
  await expect(widget.log).toContainText("The mill has oak again on Friday.");
  await expect(widget.log).not.toContainText("Ask the mill");
  await expect(thread(page)).toContainText(/Ned Stark.*The mill has oak again on Friday\./);

  // Away, the agent is marked so where conversations are assigned.
  const { token } = { token: await tokenOf(agentContext) };
  await ask(MembershipResponse, 200, "PATCH", "/account/membership", { token, body: { available: false } });
  await expect(async () => {
    await page.keyboard.press("a");
    await expect(dialog.getByRole("option", { name: "Ned Stark" })).toContainText("Away", { timeout: 1_000 });
  }).toPass();
  await page.keyboard.press("Escape");

  // The owner narrows the agent's sites, and then removes them, while their page is open.
  await page.goto("/settings/team");
  await choose(page, agentEmail, "Change role and sites");
  const access = page.getByRole("dialog");
  await access.getByRole("radio", { name: "Chosen sites" }).check();
  await access.locator(`input[value="${second.id}"]`).check();
  await access.getByRole("button", { name: "Save" }).click();
  await expect(phone.getByText(/no longer have access/)).toBeVisible();
  await expect(desk.getByRole("button", { name: "Unassigned" })).toBeVisible();
  await gotoLive(phone, "/inbox");
  await expect(listRows(phone)).toHaveCount(0);
  await choose(page, agentEmail, "Remove");
  await access.getByRole("button", { name: "Remove Ned Stark" }).click();
  await expect(phone.getByText(/no longer have access/)).toBeVisible();
  await expect(members(page)).toHaveCount(2);

  // The admin becomes the owner, and the owner an admin.
  const offer = { memberId: admin.user.id, currentPassword: PASSWORD };
  await ask(OwnershipOfferResponse, 201, "POST", "/workspace/ownership-offer", { token: owner.token, body: offer });
  const accept = { token: admin.token, body: { currentPassword: PASSWORD } };
  await ask(WorkspaceResponse, 200, "POST", "/workspace/ownership-offer/accept", accept);
  await expect(members(page)).toHaveText([/Ada Lovelace.*Admin/, /Grace Hopper.*Owner/]);
});

async function tokenOf(context: BrowserContext): Promise<string> {
  const cookie = (await context.cookies()).find(({ name }) => name === "next-auth.session-token");
  return cookie?.value ?? "";
}
