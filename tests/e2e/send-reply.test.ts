import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { INBOUND, receiveAll } from "../support/inbound.ts";
import { type MailWorld, mailWorld } from "../support/mail-world.ts";
import { misfits } from "../support/page-layout.ts";
import { expect, test } from "../support/page-test.ts";
import {
  addressIn,
  joinTeam,
  letAlertsAge,
  mailBackTo,
  newAlerted,
  type Provider,
  sendByMail,
  startProvider,
  visitorsMessages,
} from "../support/persons-mail.ts";

/*
 * The page that an email about a reply leads to: what would be sent, why it wasn't, and a button.
 */
test.use({ expectedErrors: [/status of (400|410)/] });

let world: MailWorld;
let provider: Provider;
test.beforeAll(async () => {
  world = await mailWorld({ ...INBOUND, LIMIT_INBOUND: "1000" });
  provider = await startProvider();
});
test.afterAll(async () => {
  await provider?.[Symbol.asyncDispose]();
  await world.close();
});

const linkIn = (text = "") => new RegExp(`${world.baseUrl}/send-reply#\\S+`).exec(text)?.[0] ?? "";
const sendButton = (page: Page) => page.getByRole("main").getByRole("button", { name: "Send reply" });

/** A reply that isn't proven, and the link that its writer gets. */
async function asked(text: string) {
  const alerted = await newAlerted(world);
  const { owner, to } = alerted;
  const attachments = [
    { filename: "a very long name of a plan that has to wrap somewhere on a phone.txt", content: "text" },
  ];
  const mail = { from: "olga@private.example", to, text, attachments, signing: { domain: "" } };
  // What the test before sent may be read with it.
  expect(await sendByMail(world, provider, mail)).toMatch(/refused: asked$/);
  return { ...alerted, link: linkIn((await mailBackTo(world, owner))?.text) };
}

test("a person looks at what would be sent and sends it: opening the link alone sends nothing", {
  tag: "@journey",
}, async ({ page, browser }) => {
  const text = `It's back.\n\n${"Unbroken".repeat(40)}`;
  const { visitor, id, link } = await asked(text);
  const bodies = async () => (await visitorsMessages(world, visitor, id)).map(({ body }) => body);
  const scanner = await browser.newPage();
  await scanner.goto(link);
  await expect(sendButton(scanner)).toBeVisible();
  await scanner.close();
  expect(await receiveAll(world, provider)).toEqual([]);

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(link);
  const main = page.getByRole("main");
  await expect(page.getByRole("heading", { name: "Your reply by email" })).toBeVisible();
  await expect.poll(() => new URL(page.url()).hash).toBe("");
  await expect(main).toContainText("To Grace on Kiln Street");
  await expect(main).toContainText("It isn’t from the address of your account, so it isn’t sent yet.");
  await expect(main).toContainText("The email is from olga@private.example.");
  await expect(page.getByRole("region", { name: "What the visitor gets" })).toContainText("It's back.");
  await expect(main.getByRole("listitem")).toContainText("a very long name of a plan");
  expect(await misfits(page)).toEqual([]);
  await expectAccessible(page);
  await sendButton(page).press("Enter");
  await expect(page.getByRole("status")).toContainText("Your reply is on its way.");
  await expect(sendButton(page)).toHaveCount(0);
  await expectAccessible(page);
  expect(await receiveAll(world, provider)).toEqual(["stored"]);
  expect(await bodies()).toEqual(["Is it back?", text]);

  await page.goto("about:blank");
  await page.goto(link);
  await expect(main.getByRole("alert")).toContainText("This link no longer works.");
  await expect(sendButton(page)).toHaveCount(0);
});

test("a held reply shows what the teammate sent, in the dark too, and no notes", async ({ page }) => {
  const { owner, site } = await world.newOwnerWithSite({ name: "Kiln Street" });
  const bob = await joinTeam(world, owner);
  const visitor = await world.openWidget(site);
  const id = await world.write(visitor, "Is it back?", { name: "Grace" });
  await world.deliverAll();
  await letAlertsAge(world);
  await world.reply(bob, id, "Not yet, sorry.");
  await world.send("POST", `/conversations/${id}/notes`, { token: bob.token, body: { note: "canary of a note" } });
  const to = addressIn(world.mailsTo(owner).at(-1)?.mail);
  expect(await sendByMail(world, provider, { from: owner.email, to, text: "Yes, since Monday." })).toBe(
    "refused: held",
  );
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(linkIn((await mailBackTo(world, owner))?.text));
  const main = page.getByRole("main");
  await expect(main).toContainText("A teammate has replied since the email that you replied to:");
  await expect(main.getByRole("blockquote")).toContainText("Not yet, sorry.");
  await expect(main).toContainText("Yes, since Monday.");
  await expect(main).not.toContainText("canary");
  await expectAccessible(page);
  await sendButton(page).click();
  await expect(page.getByRole("status")).toContainText("Your reply is on its way.");
});

test("a link that's incomplete or gone says so, also while the page is open", async ({ page }) => {
  const alert = page.getByRole("main").getByRole("alert");
  await page.goto(`${world.baseUrl}/send-reply`);
  await expect(alert).toHaveText("This link is incomplete. Copy the whole link from the email.");
  const { link, owner } = await asked("Too late");
  // A link in the same tab is only another fragment.
  await page.goto("about:blank");
  await page.goto(link);
  await expect(sendButton(page)).toBeVisible();
  await world.sql("UPDATE one_time_links SET expires_at = now() WHERE user_id = $1", [owner.id]);
  await sendButton(page).click();
  await expect(alert).toContainText("This link no longer works.");
  await expect(sendButton(page)).toHaveCount(0);
  await expectAccessible(page);
});
