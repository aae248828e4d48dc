import { expect, test } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { query, scratchDatabase } from "../support/database.ts";
import { INBOUND } from "../support/inbound.ts";
import { mailServer } from "../support/mail-server.ts";
import { cutWithoutTitle, misfits, overlaps } from "../support/page-layout.ts";
import { startProcess } from "../support/start-process.ts";

const RECEIVED = `
  INSERT INTO received_mails (id, job_id, status, reason, due_at, place_hash, envelope, size, raw_until, created_at, updated_at)
  SELECT gen_random_uuid(), gen_random_uuid(), status, reason, now(), sha256(concat(status, reason)::bytea), '{}', size, now(),
    now() - make_interval(mins => size), now()
  FROM (VALUES
    ('stored', NULL, 1), ('refused', 'machine', 2), ('refused', 'no_address', 3), ('failed', 'It took too long.', 4),
    ('bounce', 'marked', 5), ('asked', 'not_signed', 6), ('pending', NULL, 7)
  ) AS found (status, reason, size)`;

const PAGE = "/settings/status/mail";

test("an operator sees what to set up next, then whether email works, and anyone else sees no such page", {
  tag: "@journey",
}, async ({ page }) => {
  test.slow();
  await using database = await scratchDatabase();
  const signUp = async (baseUrl: string, email: string) => {
    await page.goto(`${baseUrl}/signup`);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.waitForURL(/\/settings\/sites\/new/);
  };
  const isInOrder = async () => {
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      await expectAccessible(page);
      for (const wrong of [misfits, cutWithoutTitle, overlaps])
        expect(await wrong(page), `${width} pixels wide`).toEqual([]);
    }
  };
  {
    await using bare = await startProcess("bare", { DATABASE_URL: database.url }, { without: ["the checks"] });
    await signUp(bare.baseUrl, "first@example.com");
    await page.goto(`${bare.baseUrl}/settings/status`);
    await page.getByRole("link", { name: "Does mail work?" }).click();
    await expect(page.getByRole("heading", { name: "Does mail work?" })).toBeVisible();
    await expect(page.locator("[aria-current=step]")).toContainText("Send email");
    await isInOrder();
    await page.goto("about:blank");
  }
  await using mail = await mailServer();
  const settings = {
    ...INBOUND,
    DATABASE_URL: database.url,
    SMTP_URL: mail.url,
    MAIL_FROM: "Shop <inbox@shop.example>",
  };
  await using service = await startProcess("set-up", settings, { without: ["the checks"] });
  const { baseUrl } = service;
  await page.context().clearCookies();
  await page.goto(`${baseUrl}/login`);
  await page.getByLabel("Email").fill("first@example.com");
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await page.waitForURL(/\/(?:inbox|settings)/);
  await page.goto(`${baseUrl}${PAGE}`);
  await expect(page.locator("[aria-current=step]")).toContainText("Try it");

  await query(database.url, RECEIVED);
  await page.reload();
  await expect(page.getByText("Set up email")).toHaveCount(0);
  const rows = page.getByRole("list", { name: "Last received" }).getByRole("listitem");
  await expect(rows).toHaveText([
    /^Became a message/,
    /^Refused.*A program wrote it/,
    /^Refused.*no address/,
    /^Couldn’t be read.*It took too long/,
    /^Delivery report.*doesn’t exist/,
    /^Asked.*Not signed/,
    /^Waiting/,
  ]);
  await page.getByRole("button", { name: "Send test email" }).click();
  await expect(page.getByText(/^Sent .*hasn’t come back yet/)).toBeVisible();
  await isInOrder();

  await page.goto("about:blank");
  await page.context().clearCookies();
  await signUp(baseUrl, "second@example.com");
  await page.goto(`${baseUrl}${PAGE}`);
  await expect(page.getByRole("heading", { name: "Not found" })).toBeVisible();
});
