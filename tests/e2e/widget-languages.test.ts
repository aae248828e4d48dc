import { violationsOn } from "../support/accessible.ts";
import { startHostSite, widgetTag } from "../support/host-page.ts";
import { expect, test } from "../support/page-test.ts";
import { createSiteOfOwner } from "../support/site-of-owner.ts";
import { LANGUAGES, readWords } from "../support/widget-languages.ts";

const RIGHT_TO_LEFT = new Set(["ar"]);

for (const language of LANGUAGES) {
  test(`a page in ${language} gets the widget in ${language} from the first render, and no other language is loaded`, async ({
    page,
  }) => {
    const { loaderWords, dialogWords, panelWords } = await readWords(language);
    const { site } = await createSiteOfOwner({ welcomeMessage: "Bonjour, שלום!" });
    const direction = RIGHT_TO_LEFT.has(language) ? "rtl" : "ltr";
    const host = await startHostSite({
      "/": {
        head: widgetTag(site.publicKey),
        htmlAttributes: `lang="${language}" dir="${direction}"`,
        body: "<main><h1>1</h1></main>",
      },
    });
    const words: string[] = [];
    page.on("request", (request) => void (request.url().includes("/widget/words-") && words.push(request.url())));
    const document = page.waitForResponse("**/widget/frame?**");
    await page.goto(host.origin);
    await page.getByRole("button", { name: loaderWords.open, exact: true }).click();
    const frame = page.frameLocator(`iframe[title="${dialogWords.title}"]`);
    await expect(frame.getByLabel(panelWords.compose, { exact: true })).toBeFocused();

    expect(await (await document).text()).toContain(`<html lang="${language}" dir="${direction}">`);
    expect(words).toHaveLength(1);
    expect(words[0]).toContain(`/widget/words-${language}-`);
    await expect(frame.getByText("Bonjour, שלום!")).toBeVisible();
    await expect(frame.getByPlaceholder(panelWords.placeholder)).toBeVisible();
    await expect(page.getByRole("dialog", { name: dialogWords.title })).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);

    await frame.getByLabel(panelWords.compose, { exact: true }).fill("a".repeat(4001));
    const one =
      typeof panelWords.tooLong === "string"
        ? panelWords.tooLong
        : (panelWords.tooLong.one ?? panelWords.tooLong.other);
    await expect(frame.locator("#count")).toHaveText(one.replace("{count}", "1"));
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: loaderWords.open, exact: true })).toBeFocused();
    await host.close();
  });
}

test("the widget is mirrored in Arabic, whatever the page's direction", { tag: "@journey" }, async ({ page }) => {
  const { site } = await createSiteOfOwner();
  const host = await startHostSite({ "/": { head: widgetTag(site.publicKey, 'data-language="ar"') } });
  const { loaderWords, panelWords } = await readWords("ar");
  await page.goto(host.origin);
  await page.getByRole("button", { name: loaderWords.open }).click();
  const frame = page.frameLocator("iframe");
  const middle = async (name: string) => {
    const box = await frame.getByRole("button", { name }).boundingBox();
    return box ? box.x + box.width / 2 : 0;
  };
  await expect(frame.getByRole("button", { name: panelWords.send })).toBeVisible();
  const panel = await page.getByRole("dialog").boundingBox();
  const centre = (panel?.x ?? 0) + (panel?.width ?? 0) / 2;
  expect(await middle(panelWords.close)).toBeLessThan(centre);
  expect(await middle(panelWords.send)).toBeLessThan(centre);
  // The page's own side is where the button stays.
  expect(panel?.x).toBeGreaterThan(640);
  await host.close();
});

test.describe("a visitor whose browser speaks Japanese", () => {
  test.use({ locale: "ja-JP" });

  for (const [what, tag, htmlAttributes, language] of [
    ["the tag's language before all", 'data-language="de"', 'lang="fr"', "de"],
    ["the tag's language with its region", 'data-language="pt-BR"', 'lang="fr"', "pt"],
    ["the page's language before the browser's", "", 'lang="fr-CA"', "fr"],
    ["the browser's where the page's is not spoken", "", 'lang="nl"', "ja"],
    ["the browser's where the page says none", "", "", "ja"],
    ["the page's where the tag's does not exist", 'data-language="xx"', 'lang="es"', "es"],
    ["the page's where the tag's is the name of something else", 'data-language="constructor"', 'lang="es"', "es"],
  ] as const) {
    test(`sees the widget in ${what}`, async ({ page }) => {
      const { site } = await createSiteOfOwner();
      const host = await startHostSite({ "/": { head: widgetTag(site.publicKey, tag), htmlAttributes } });
      await page.goto(host.origin);
      const { loaderWords } = await readWords(language);
      await expect(page.getByRole("button", { name: loaderWords.open, exact: true })).toBeVisible();
      await host.close();
    });
  }
});

test.describe("a visitor whose browser speaks none of the languages", () => {
  test.use({ locale: "fi-FI" });

  test("sees the widget in English", async ({ page }) => {
    const { site } = await createSiteOfOwner();
    const host = await startHostSite({ "/": { head: widgetTag(site.publicKey), htmlAttributes: 'lang="fi"' } });
    await page.goto(host.origin);
    await expect(page.getByRole("button", { name: "Open chat", exact: true })).toBeVisible();
    await host.close();
  });
});
