import { expectAccessible } from "../support/accessible.ts";
import { enterDashboard } from "../support/dashboard-page.ts";
import { newOwnerWithSite, openWidget, start } from "../support/factories.ts";
import { greetingsOf, newGreeting } from "../support/greetings.ts";
import { expect, test } from "../support/page-test.ts";

// Names that are taken, and pages that can't be.
test.use({ expectedErrors: [/status of 4\d\d/] });

test("an owner writes a greeting as a sentence, with a translation, and turns it off", { tag: "@journey" }, async ({
  page,
}) => {
  const { owner, site } = await newOwnerWithSite();
  await enterDashboard(page, owner);
  await page.goto(`/settings/sites/${site.id}/greetings`);
  await page.getByRole("button", { name: "Add greeting" }).click();
  await page.getByLabel("Name", { exact: true }).fill("pricing");
  await page.getByLabel("Pages").fill("/pricing*, /plans");
  await page.getByLabel("Seconds").fill("20");
  await page.getByLabel("Text", { exact: true }).fill("Questions about our plans?");
  await page.getByRole("button", { name: "Deutsch" }).click();
  await expect(page.getByLabel("Text, Deutsch")).toHaveAttribute("placeholder", "Questions about our plans?");
  await page.getByLabel("Text, Deutsch").fill("Fragen zu unseren Tarifen?");
  const shown = page.getByRole("region", { name: "How it looks to visitors" });
  await expect(shown.getByText("Questions about our plans?")).toHaveCount(2);
  await shown.getByLabel("Visitor’s language").selectOption("Deutsch");
  await expect(shown.getByText("Fragen zu unseren Tarifen?")).toHaveCount(2);
  await page.getByLabel("Hours").selectOption("while you’re closed");
  await expect(shown.getByText("Not shown at this time.")).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved. Your pages update within two minutes.")).toBeVisible();
  expect(await greetingsOf(owner, site)).toMatchObject([
    {
      name: "pricing",
      text: "Questions about our plans?",
      texts: { de: "Fragen zu unseren Tarifen?" },
      pages: ["/pricing*", "/plans"],
      afterSeconds: 20,
      hours: "closed",
      active: true,
    },
  ]);
  await page.getByLabel("Show pricing").uncheck();
  await expect.poll(async () => (await greetingsOf(owner, site))[0]?.active).toBe(false);
  await expectAccessible(page);
});

test("greetings are moved, changed and deleted, and an error is shown at its field and in its language", async ({
  page,
}) => {
  const { owner, site } = await newOwnerWithSite();
  for (const name of ["one", "two"]) await newGreeting(owner, site, { name, texts: { fr: "Bonjour" } });
  await enterDashboard(page, owner);
  await page.goto(`/settings/sites/${site.id}/greetings`);
  const names = async () => (await greetingsOf(owner, site)).map(({ name }) => name);
  await page.getByRole("button", { name: "Move two up" }).click();
  await expect.poll(names).toEqual(["two", "one"]);
  await expect(page.getByRole("button", { name: "Move two up" })).toBeHidden();
  await page.getByRole("button", { name: "Edit one" }).click();
  await page.getByLabel("Name", { exact: true }).fill("two");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Another greeting has this name.")).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("three");
  await page.getByLabel("Pages").fill("/pricing?plan=pro");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByLabel("Pages")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Pages").fill("");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect.poll(names).toEqual(["two", "three"]);
  await page.getByRole("button", { name: "Delete three" }).click();
  await page.getByRole("button", { name: "Delete greeting" }).click();
  await expect.poll(names).toEqual(["two"]);
});

test("a name and paths that can be corrected are, and a missing text is named while the form keeps the rest", async ({
  page,
}) => {
  const { owner, site } = await newOwnerWithSite({ domain: "shop.example" });
  await enterDashboard(page, owner);
  await page.goto(`/settings/sites/${site.id}/greetings`);
  await page.getByRole("button", { name: "Add greeting" }).click();
  const name = page.getByLabel("Name", { exact: true });
  const pages = page.getByLabel("Pages");
  await page.getByLabel("Seconds").fill("7");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(name).toHaveAccessibleDescription(/Enter a name\./);
  await name.fill("Pricing page");
  await pages.fill("pricing, https://www.shop.example/plans/?from=mail, shop.example/blog*");
  await pages.press("Tab");
  await page.getByLabel("Language", { exact: true }).selectOption("fr");
  await expect(name).toHaveValue("pricing-page");
  await expect(pages).toHaveValue("/pricing, /plans/, /blog*");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Write what the greeting says.")).toBeVisible();
  await page.getByRole("button", { name: "Français" }).click();
  await page.getByLabel("Text, Français").fill("Bonjour");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText(/^Write what the greeting says in other languages\./)).toBeVisible();
  await expect(name).toHaveValue("pricing-page");
  await expect(pages).toHaveValue("/pricing, /plans/, /blog*");
  await expect(page.getByLabel("Seconds")).toHaveValue("7");
  await expect(page.getByLabel("Language", { exact: true })).toHaveValue("fr");
  await page.getByLabel("Text", { exact: true }).fill("Hello");
  await name.fill("Pricing  page!");
  await name.press("Enter");
  await expect
    .poll(() => greetingsOf(owner, site))
    .toMatchObject([
      {
        name: "pricing-page",
        text: "Hello",
        texts: { fr: "Bonjour" },
        pages: ["/pricing", "/plans/", "/blog*"],
        afterSeconds: 7,
        languages: ["fr"],
      },
    ]);
});

test("the inbox shows the greeting that a visitor replied to", async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  await newGreeting(owner, site, { text: "Questions about our plans?" });
  const { conversationId } = await start(await openWidget(site), "Yes", { greeting: "Questions about our plans?" });
  await enterDashboard(page, owner);
  await page.goto(`/inbox/${conversationId}`);
  await expect(
    page.getByText("The visitor replied to the greeting “Questions about our plans?”", { exact: true }),
  ).toBeVisible();
  await expectAccessible(page);
});
