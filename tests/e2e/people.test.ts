import { expectAccessible } from "../support/accessible.ts";
import { send } from "../support/api-client.ts";
import { enterDashboard, inside, pathInside } from "../support/dashboard-page.ts";
import { type Owner, patchConversation, reply } from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";
import { groupsOf, merge, newCrowd, newWriter, personOf } from "../support/people.ts";
import { sql } from "../support/stored-rows.ts";

// Without a workspace, the address is the API's.
const pathOf = async (owner: Owner, path: string) => (await pathInside(owner, "/waiting")).replace("/waiting", path);

test("an owner finds a person, merges them with someone, and undoes it", { tag: "@journey" }, async ({ page }) => {
  const { owner, writer } = await newCrowd("Ann Archer", "Ben");
  await enterDashboard(page, owner);
  await page.goto("/waiting");
  await page.getByRole("link", { name: "People", exact: true }).click();
  const list = page.getByRole("list", { name: "People" });
  await expect(list.locator("> li")).toHaveText([/Ben.*1 conversation/, /Ann Archer.*1 conversation/]);
  await expectAccessible(page);
  await page.getByLabel("Search people").fill("archer");
  await expect(list.locator("> li")).toHaveText([/Ann Archer/]);
  await expect(page).toHaveURL(inside("/people?q=archer"));
  await page.getByRole("link", { name: "Ann Archer" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ann Archer");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Merge with someone" }).click();
  await page.getByRole("combobox", { name: "Find who they are" }).fill("ben");
  await page.getByRole("option", { name: /Ben/ }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Merge Ben into Ann Archer?");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Merge" }).click();
  const conversations = page.getByRole("region", { name: "Conversations" });
  await expect(conversations.getByRole("listitem")).toHaveText([/I am Ben/, /I am Ann Archer/]);
  expect((await groupsOf([writer(1).visitorId])).get(writer(1).visitorId)?.mergedInto).toBe(writer(0).visitorId);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Undo the merge of Ben" }).click();
  await expect(conversations.getByRole("listitem")).toHaveText([/I am Ann Archer/]);
  expect((await groupsOf([writer(1).visitorId])).get(writer(1).visitorId)?.mergedInto).toBeNull();
});

test("people who confirmed the same email are suggested, and the toast undoes their merge", async ({ page }) => {
  const { owner, site } = await newCrowd();
  const about = { email: "ann@example.com" };
  const [ann, again] = [await newWriter(site, "Ann", about), await newWriter(site, "Ann at work", about)];
  await sql("UPDATE visitors SET confirmed_email = email WHERE site_id = $1", [site.id]);
  await enterDashboard(page, owner);
  await page.goto(await pathOf(owner, `/people/${ann.visitorId}`));
  const suggestions = page.getByRole("region", { name: "May be the same person" });
  await expect(suggestions).toContainText("Ann at work confirmed the same email address, ann@example.com.");
  await suggestions.getByRole("button", { name: "Merge" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Merge" }).click();
  await expect(suggestions).toHaveCount(0);
  await page.getByRole("status").getByRole("button", { name: /Undo/ }).click();
  await expect(suggestions).toBeVisible();
  expect((await groupsOf([again.visitorId])).get(again.visitorId)?.mergedInto).toBeNull();
});

test("what a server says about someone leads to the conversations with it", async ({ page }) => {
  const { owner, writer } = await newCrowd("Ann");
  const { visitorId } = writer(0);
  await send("PUT", `/visitors/${visitorId}/attributes`, { token: owner.token, body: { attributes: { plan: "pro" } } });
  await enterDashboard(page, owner);
  await page.goto(await pathOf(owner, `/people/${visitorId}`));
  const said = page.getByRole("region", { name: "Your server says" });
  await expect(said).toContainText("plan");
  await expectAccessible(page);
  await said.getByRole("link", { name: "pro" }).click();
  await expect(page).toHaveURL(/attribute=plan/);
});

test("the team's note about a person is saved, and a blocked person says so", async ({ page }) => {
  const { owner, writer } = await newCrowd("Ann");
  await enterDashboard(page, owner);
  await page.goto(await pathOf(owner, `/people/${writer(0).visitorId}`));
  await page.getByLabel("About this person").fill("Buys for three schools");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("About this person")).toHaveValue("Buys for three schools");
  await page.locator("header summary").click();
  await page.getByRole("button", { name: "Block person" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Block person" }).click();
  await expect(page.getByText("Blocked", { exact: true })).toBeVisible();
});

test.describe("an erasure that's out of date", () => {
  test.use({ expectedErrors: [/status of 409 \(Conflict\)/] });

  test("erasing a merged person says how many it's about, and leads back to the list", async ({ page }) => {
    const { owner, writer } = await newCrowd("Ann", "Ben", "Cay", "Dan");
    await merge(owner, writer(1).visitorId, writer(0).visitorId);
    await enterDashboard(page, owner);
    await page.goto(await pathOf(owner, `/people/${writer(0).visitorId}`));
    await page.locator("header summary").click();
    await page.getByRole("button", { name: "Erase person" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("the 1 other visitor merged with them");
    await dialog.getByLabel(/Type/).fill("erase");
    // A colleague merges someone else meanwhile, which the dialog doesn't show yet.
    const { person } = await merge(owner, writer(2).visitorId, writer(0).visitorId);
    await dialog.getByRole("button", { name: "Erase person" }).click();
    await expect(dialog).toContainText("Nothing was erased");
    await expect(dialog).toContainText("the 2 other visitors merged with them");
    expect((await personOf(owner, person.id)).person.conversationCount).toBe(3);
    await dialog.getByRole("button", { name: "Erase person" }).click();
    await expect(page).toHaveURL(inside("/people"));
    await expect(page.getByRole("list", { name: "People" }).locator("> li")).toHaveText([/Dan/]);
  });
});

test("a conversation leads to its person, and says if the person has another open one", async ({ page }) => {
  await page.setViewportSize({ width: 1400, height: 900 });
  const { owner, writer } = await newCrowd("Ann", "Ben");
  await reply(owner, writer(0).id, "Hello");
  await merge(owner, writer(0).visitorId, writer(1).visitorId);
  await enterDashboard(page, owner);
  await page.goto(`/inbox/${writer(0).id}`);
  const panel = page.getByRole("complementary", { name: "Visitor" });
  await expect(panel).toContainText("This person has another open conversation.");
  await panel.getByRole("link", { name: "Open it" }).click();
  await expect(page).toHaveURL(inside(`/inbox/${writer(1).id}`));
  await patchConversation(owner, writer(0).id, { status: "closed" });
  await panel.getByRole("link", { name: "Show everything about this person" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ben");
});

test("on a phone, the list and a person's page fit the screen", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const { owner, writer } = await newCrowd("Ann-Katrin von und zu Langenburg-Hohenstein the Third", "Ben");
  await enterDashboard(page, owner);
  for (const path of ["/people", `/people/${writer(0).visitorId}`]) {
    await page.goto(await pathOf(owner, path));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await expectAccessible(page);
  }
});
