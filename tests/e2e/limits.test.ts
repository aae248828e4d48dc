import type { Page, Route } from "@playwright/test";
import { enterDashboard, gotoLive, newOwnerInside } from "../support/dashboard-page.ts";
import { allMessages, newConversation, newOwner, PASSWORD } from "../support/factories.ts";
import { limitedProcess } from "../support/limited-process.ts";
import { expect, test } from "../support/shop-test.ts";

test.use({ expectedErrors: [/Failed to load resource|status of (401|429)/] });

/** Responds this many times as if a limit were reached, with this Retry-After. */
async function limit(page: Page, path: RegExp, method: string, seconds: number, times = 1): Promise<void> {
  const service = await limitedProcess({ LIMIT_VISITOR: "1", LIMIT_SESSION: "1" });
  let left = times;
  await page.route(path, async (route: Route) => {
    const request = route.request();
    if (request.method() !== method || left === 0) return route.fallback();
    left -= 1;
    const url = service.baseUrl + new URL(request.url()).pathname;
    const headers = { ...(await request.allHeaders()), origin: service.baseUrl, "sec-fetch-site": "same-origin" };
    // The first uses up what is allowed; nothing comes of it, because it asks for nothing that is there.
    await fetch(`${service.baseUrl}/public/conversations`, { headers: pick(headers, "authorization") });
    await fetch(`${service.baseUrl}/account`, { headers: pick(headers, "cookie") });
    const response = await route.fetch({ url, headers });
    expect(response.status()).toBe(429);
    await route.fulfill({ response, headers: { ...response.headers(), "retry-after": String(seconds) } });
    if (left === 0) await service.stop();
  });
}

const pick = (headers: Record<string, string>, name: string) => (headers[name] ? { [name]: headers[name] } : {});

test("messages past the visitor's limit are kept, show when they will be sent, and are sent automatically in order (E1)", async ({
  page,
  shop,
}) => {
  const widget = await shop.visit(page);
  await widget.open();
  await widget.write("First");
  await widget.expectSent("First");
  await limit(page, /\/public\/conversations(\/[^/]+\/messages)?$/, "POST", 8);
  await widget.write("Second");
  await widget.write("Third");
  await expect(
    widget.frame.getByText("Too many messages at once. Yours is saved and will be sent in 8 seconds."),
  ).toBeVisible();
  await expect.poll(() => shop.bodies()).toEqual(["First"]);
  await widget.expectSent("Third");
  await expect.poll(() => shop.bodies()).toEqual(["First", "Second", "Third"]);
});

test("a reply past the owner's limit is kept, shows when it will be sent, and is sent automatically", async ({
  page,
}) => {
  const { owner, id } = await newConversation();
  await enterDashboard(page, owner);
  await gotoLive(page, `/inbox/${id}`);
  await limit(page, /\/conversations\/[^/]+\/messages$/, "POST", 4);
  const box = page.getByRole("textbox", { name: /^Reply to/ });
  await box.fill("A reply");
  await box.press("Enter");
  await expect(page.getByText("We’ll send it in 4 seconds.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Messages" }).getByTitle("Sent", { exact: true })).toBeVisible();
  await expect.poll(async () => (await allMessages(owner, id)).map(({ body }) => body)).toEqual(["Hello", "A reply"]);
});

test("an owner who saves too often sees when to try again, and the input is kept", async ({ page }) => {
  await newOwnerInside(page);
  await page.goto("/settings/account/profile");
  await limit(page, /\/account$/, "PATCH", 200);
  await page.getByLabel("Name", { exact: true }).fill("Ana");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Your input is kept. Try again in 4 minutes.")).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Ana");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
});

test("the login page says when to try again after too many wrong passwords, and keeps the input (A22)", {
  tag: "@journey",
}, async ({ page }) => {
  const { email } = await newOwner();
  await using service = await limitedProcess({ LIMIT_LOGIN: "1" });
  await page.goto(`${service.baseUrl}/login`);
  const logIn = async (password: string) => {
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Log in", exact: true }).click();
  };
  await logIn("wrong");
  await expect(page.getByText("Incorrect email or password.")).toBeVisible();
  await logIn(PASSWORD);
  await expect(page.getByText(/^Too many login attempts\. .* Try again in \d+ minutes\.$/)).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(email);
});
