import { expect, test } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { query, scratchDatabase } from "../support/database.ts";
import { cutWithoutTitle, misfits, overlaps } from "../support/page-layout.ts";
import { startProcess } from "../support/start-process.ts";

const FOUND = `
  INSERT INTO status_checks (name, host, state, says, todo, since, checked_at, due_at)
  SELECT name, host, state, says, nullif(todo, ''), now() - interval '3 hours', now() - make_interval(mins => $1), now()
  FROM (VALUES
    ('version', 'inbox-1', 'good', 'Version 0.1.0 (4fe2a9c) is running.', ''),
    ('disk', 'inbox-1', 'warning', '9 GB free on the disk with /var/lib/site-inbox. At this rate, it''s full in 21 days.', 'Make room, or move the folder to a larger disk.'),
    ('mail', '', 'failing', 'The mail server refuses the service: 535 5.7.8 wrong.', 'Check SMTP_URL and MAIL_FROM.'),
    ('push', '', 'off', 'No device gets push messages.', '')
  ) AS found (name, host, state, says, todo)
  ON CONFLICT (name, host) DO UPDATE SET checked_at = excluded.checked_at`;

test("an operator sees what fails first, with what to do, and anyone else sees no such page", {
  tag: "@journey",
}, async ({ page }) => {
  await using database = await scratchDatabase();
  await using service = await startProcess("status", { DATABASE_URL: database.url }, { without: ["the checks"] });
  const { baseUrl } = service;
  const signUp = async (email: string) => {
    await page.goto(`${baseUrl}/signup`);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.waitForURL(/\/settings\/sites\/new/);
  };
  await signUp("first@example.com");
  await page.goto(`${baseUrl}/settings/labels`);
  await page.getByRole("link", { name: "Status" }).click();
  await expect(page.getByText("The first checks run a minute after the service starts.")).toBeVisible();

  await query(database.url, FOUND, [1]);
  await page.reload();
  await expect(page.getByText("1 check is failing.")).toBeVisible();
  const rows = page.getByRole("list", { name: "Checks" }).getByRole("listitem");
  await expect(rows).toHaveText([/^Email.*535.*Check SMTP_URL/, /^Disk.*full in 21 days/, /^Version/, /^Push/]);
  await expect(rows.first().getByRole("img", { name: "Failing" })).toBeVisible();
  await expectAccessible(page);
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await expectAccessible(page);
    for (const wrong of [misfits, cutWithoutTitle, overlaps])
      expect(await wrong(page), `${width} pixels wide`).toEqual([]);
  }

  await query(database.url, FOUND, [11]);
  await page.reload();
  await expect(page.getByText("No process checks the service now.")).toBeVisible();

  // An open dashboard would miss its session.
  await page.goto("about:blank");
  await page.context().clearCookies();
  await signUp("second@example.com");
  await page.goto(`${baseUrl}/settings/labels`);
  await expect(page.getByRole("link", { name: "Team" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Status" })).toHaveCount(0);
  await page.goto(`${baseUrl}/settings/status`);
  await expect(page.getByRole("heading", { name: "Not found" })).toBeVisible();
});
