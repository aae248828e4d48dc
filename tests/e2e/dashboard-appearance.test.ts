import type { FrameLocator, Locator } from "@playwright/test";
import { SiteResponse } from "#lib/sites/sites/schema.ts";
import { expectAccessible } from "../support/accessible.ts";
import { ask } from "../support/api-client.ts";
import { enterDashboard } from "../support/dashboard-page.ts";
import { newOwnerWithSite } from "../support/factories.ts";
import { startHostSite, widgetTag } from "../support/host-page.ts";
import { expect, test } from "../support/page-test.ts";
import { widgetOn } from "../support/widget-page.ts";

test.use({ expectedErrors: [/status of 400/] });

test("every setting of the chat shows in the preview, is stored together, and is there after a reload", {
  tag: "@journey",
}, async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  await enterDashboard(page, owner);
  await page.goto(`/settings/sites/${site.id}/appearance`);
  const preview = page.getByRole("figure", { name: "Preview of the widget" });
  const launcher = preview.locator("svg").filter({ has: page.locator("circle[r='31.5']") });
  for (const choice of ["Leaf", "Site color", "Very round", "Dark", "Envelope", "Large", "Left", "Person’s name"]) {
    await page.locator("label", { hasText: new RegExp(`^${choice}$`) }).click();
  }
  await expect(preview.getByText(site.name)).toHaveCount(1);
  await expect(launcher).toHaveCount(1);
  await expect(launcher).toHaveAttribute("width", "64");
  await page.getByLabel("Question 1").fill("Where’s my order?");
  await expect(preview.getByText("Where’s my order?")).toBeVisible();
  await page.getByRole("button", { name: "Phone" }).click();
  await expect(launcher).toHaveCount(0);
  await page.getByRole("button", { name: "Desktop" }).click();
  await page.getByLabel("Show how fast you usually reply").uncheck();
  await page.getByLabel("In your own words").fill("We reply the same day");
  await expect(preview.getByText("We reply the same day")).toHaveCount(1);
  await page.locator("label", { hasText: "Ask for a message and an email" }).click();
  const emailCard = page.getByLabel("Ask for an email");
  await expect(emailCard).toHaveAccessibleDescription(/^Email isn’t set up, so visitors aren’t asked for an address/);
  await emailCard.selectOption({ label: "If no one replies within 5 minutes" });
  await page.getByLabel("From the side").fill("300");
  const save = page.getByRole("button", { name: "Save changes" });
  await save.click();
  await expect(page.getByLabel("From the side")).toHaveAccessibleDescription(/200/);
  await page.getByLabel("From the side").fill("32");
  await expectAccessible(page);
  await save.click();
  await expect(page.getByText("Saved. Your pages update within two minutes.")).toBeVisible();
  const stored = await ask(SiteResponse, 200, "GET", `/sites/${site.id}`, { token: owner.token });
  expect(stored.site).toMatchObject({
    appearance: {
      mark: "leaf",
      header: "color",
      launcherIcon: "envelope",
      launcherSize: 64,
      corner: "left",
      offsetX: 32,
      offsetY: 20,
      radius: 24,
      theme: "dark",
    },
    replyName: "person",
    showsReplyTime: false,
    replyTimeText: "We reply the same day",
    whenClosed: "form",
    starterQuestions: ["Where’s my order?"],
    emailCardMinutes: 5,
  });
  await page.reload();
  await expect(save).toHaveCount(0);
  await expect(page.getByRole("radio", { name: "Envelope" })).toBeChecked();
  await expect(page.getByLabel("From the side")).toHaveValue("32");
  await expect(launcher).toHaveCSS("display", "block");
  const shown = { ...(await launcher.boundingBox()), fill: await launcher.locator("circle").getAttribute("fill") };
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

  await page.goto(`/demo?site=${site.publicKey}`);
  const real = widgetOn(page).launcher;
  await expect(real).toHaveCSS("background-color", "rgb(37, 99, 235)");
  expect(shown.fill).toBe("#2563eb");
  const box = await real.boundingBox();
  expect([box?.width, box?.height, box?.x]).toEqual([shown.width, shown.height, 32]);
});

const SHOPS = [
  {
    language: 'lang="de" dir="ltr"',
    site: { name: "Möbel Fjord", accentColor: "#b45309", welcomeMessage: "Hallo! Wie können wir helfen?" },
    question: "Wann kommt meine Bestellung?",
    appearance: {
      mark: "store",
      header: "color",
      launcherIcon: "question",
      launcherSize: 64,
      corner: "auto",
      offsetX: 48,
      offsetY: 32,
      radius: 24,
      theme: "light",
    },
  },
  {
    language: 'lang="ar" dir="rtl"',
    site: { name: "متجر فيورد", accentColor: "#101014", welcomeMessage: "أهلًا! كيف يمكننا مساعدتك؟" },
    question: "متى يصل طلبي؟",
    appearance: {
      mark: "letter",
      header: "plain",
      launcherIcon: "dots",
      launcherSize: 48,
      corner: "left",
      offsetX: 36,
      offsetY: 60,
      radius: 8,
      theme: "dark",
    },
  },
];

test("the preview draws the button, the header and the first words as the widget does on a German and on an Arabic page", async ({
  page,
}) => {
  for (const { language, site: words, question, appearance } of SHOPS) {
    const { owner, site } = await newOwnerWithSite(words);
    const body = { appearance, starterQuestions: [question] };
    await ask(SiteResponse, 200, "PATCH", `/sites/${site.id}`, { token: owner.token, body });
    const host = await startHostSite({ "/": { head: widgetTag(site.publicKey), htmlAttributes: language } });
    await page.goto(host.neighbor);
    const button = page.locator("[popover] .l");
    await expect(button).toBeVisible();
    const launcher = await button.evaluate((element, { corner }) => {
      const { left, right, bottom, width } = element.getBoundingClientRect();
      return {
        size: width,
        color: getComputedStyle(element).backgroundColor,
        ink: getComputedStyle(element).color,
        icon: element.querySelector("path")?.getAttribute("d"),
        side: Math.round(corner === "left" ? left : innerWidth - right),
        bottom: Math.round(innerHeight - bottom),
      };
    }, appearance);
    await button.click();
    const frame = page.frameLocator("iframe");
    await expect(frame.getByText(question)).toBeVisible();
    const radius = await page.locator("[popover] .d").evaluate((panel) => getComputedStyle(panel).borderRadius);
    const panel = await frame.locator(".header").evaluate((header) => {
      const name = header.querySelector("bdi");
      const mark = header.querySelector(".mark");
      const shown = getComputedStyle(header).backgroundColor;
      const surface = getComputedStyle(document.body).backgroundColor;
      return {
        header: shown === "rgba(0, 0, 0, 0)" ? surface : shown,
        mark: mark?.querySelector("path")?.getAttribute("d") ?? mark?.textContent,
        markColor: mark && getComputedStyle(mark).backgroundColor,
        name: name?.textContent,
        nameColor: name && getComputedStyle(name).color,
      };
    });
    const real = { launcher, radius, panel, ...(await lookOfWords(frame, words.welcomeMessage, question)) };
    await host.close();

    await enterDashboard(page, owner);
    await page.goto(`/settings/sites/${site.id}/appearance`);
    const figure = page.getByRole("figure", { name: "Preview of the widget" });
    const previewed = async () => ({
      ...(await figure.evaluate(lookOfPreview, appearance)),
      ...(await lookOfWords(figure, words.welcomeMessage, question)),
    });
    await expect.poll(previewed, language).toEqual(real);
  }
});

/** How the preview draws the button and the header. It runs in the page. */
function lookOfPreview(figure: Element, { launcherSize, mark, corner }: (typeof SHOPS)[number]["appearance"]) {
  const rgb = (color: string) => {
    const probe = new Option();
    probe.style.color = color;
    return probe.style.color;
  };
  const disc = figure.querySelector(`circle[r="${launcherSize / 2 - 0.5}"]`)?.closest("span");
  const host = disc?.parentElement?.parentElement;
  const box = disc?.getBoundingClientRect();
  const edge = host?.getBoundingClientRect();
  if (!disc || !host || !box || !edge) throw new Error("there is no button");
  const icon = disc.querySelector("path");
  const header = host.querySelector("p");
  const name = header?.querySelector("bdi");
  const panel = header?.parentElement;
  const markShape = header?.querySelector("circle");
  if (!header || !panel || !name) throw new Error("there is no header");
  const band = header.querySelector("rect")?.getAttribute("fill");
  return {
    launcher: {
      size: box.width,
      color: rgb(disc.querySelector("circle")?.getAttribute("fill") ?? ""),
      ink: rgb(icon?.closest("svg")?.getAttribute("stroke") ?? ""),
      icon: icon?.getAttribute("d"),
      // Without the border of the page that's drawn.
      side: Math.round(corner === "left" ? box.left - edge.left : edge.right - box.right) - 1,
      bottom: Math.round(edge.bottom - box.bottom) - 1,
    },
    radius: getComputedStyle(panel).borderRadius,
    panel: {
      header: band ? rgb(band) : getComputedStyle(panel).backgroundColor,
      mark:
        mark === "letter" ? header.querySelector("text")?.textContent : header.querySelector("path")?.getAttribute("d"),
      markColor: rgb(markShape?.getAttribute("fill") ?? ""),
      name: name.textContent,
      nameColor: getComputedStyle(name).color,
    },
  };
}

/** The bubble of the welcome message and a starter question: their colors, and which way their texts run. */
async function lookOfWords(place: FrameLocator | Locator, welcome: string, question: string) {
  const look = (element: Element) => {
    const { color, direction } = getComputedStyle(element);
    return { color, direction };
  };
  return {
    welcome: await place.getByText(welcome, { exact: true }).evaluate(look),
    question: await place.getByText(question, { exact: true }).evaluate(look),
  };
}
