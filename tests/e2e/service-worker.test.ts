import { newOwnerInside } from "../support/dashboard-page.ts";
import { expect, test } from "../support/page-test.ts";

test("the dashboard's service worker takes charge of every page, and is checked for a new version each time", async ({
  page,
}) => {
  await newOwnerInside(page);
  await page.goto("/inbox");
  const registration = await page.evaluate(async () => {
    const { scope, updateViaCache, active } = await navigator.serviceWorker.ready;
    return { path: new URL(scope).pathname, updateViaCache, script: active && new URL(active.scriptURL).pathname };
  });
  expect(registration).toEqual({ path: "/", updateViaCache: "none", script: "/service-worker.js" });
  const response = await page.request.get("/service-worker.js");
  expect(response.headers()["cache-control"]).toMatch(/max-age=0|no-cache/);
  // An older version, as an open tab may have.
  const scriptOf = () => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL);
  await page.evaluate(() => navigator.serviceWorker.register("/service-worker.js?before"));
  await expect.poll(scriptOf).toMatch(/\?before$/);
  await page.goto("/inbox");
  await expect.poll(scriptOf, "the new one takes over without a further reload").toMatch(/\/service-worker\.js$/);
  await page.goto("/login");
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toMatch(/\/service-worker\.js$/);
});
