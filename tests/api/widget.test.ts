import { gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import type { LoaderGreeting } from "#lib/sites/greetings/loader-greetings.system.ts";
import { SiteAppearance, SiteResponse } from "#lib/sites/sites/schema.ts";
import type { SiteOfLoader } from "#lib/sites/sites/site-by-key.system.ts";
import { builtWidget } from "#lib/widget/widget/built-files.ts";
import { launcherStyle } from "#lib/widget/widget/launcher-style.ts";
import { loaderScript } from "#lib/widget/widget/loader-script.ts";
import { ask } from "../support/api-client.ts";
import { testEnvironment } from "../support/environment.ts";
import { newOwnerWithSite } from "../support/factories.ts";
import { createSiteOfOwner } from "../support/site-of-owner.ts";

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(testEnvironment.baseUrl + path, { headers: { "Accept-Encoding": "identity", ...headers } });

const LOADER_MAX_BYTES = 2_500;
/** With two greetings in one language. */
const LOADER_GREETS_MAX_BYTES = 3_000;
/** Of a site that hides the button while it's closed, or greets by its hours. */
const LOADER_HOURS_MAX_BYTES = 3_350;
const PANEL_MAX_BYTES = 17_350;
/** What a visitor who writes loads as well, anyone who opens the form for their name and email, or has more to see. */
const PART_MAX_BYTES = {
  card: 1200,
  conversation: 6400,
  live: 5000,
  contact: 1000,
  // With the buttons for emoji and files, and what's pasted or dropped.
  details: 3350,
  // With its texts in all languages.
  copy: 2450,
  takeback: 1900,
  transcript: 800,
  // With the texts about hours in all languages.
  presence: 3650,
  form: 2500,
  translated: 850,
  files: 1500,
  viewer: 1700,
  // Uploads, and their texts in all languages: they're only needed together.
  attach: 5100,
  emoji: 3000,
  // It loads with a message that has formatting, and has the table of emoji codes.
  formatted: 4900,
  // It shows a reply without the marks of its formatting, whose code it loads.
  preview: 1400,
};
/** They have their texts in one language. */
const SPOKEN_PART_MAX_BYTES = { rating: 1900, asks: 2100 };
const LONGEST_LOOK = {
  mark: "store",
  header: "color",
  launcherSize: 48,
  corner: "right",
  offsetX: 123,
  offsetY: 197,
  radius: 24,
  theme: "light",
} as const;

const TWO_GREETINGS = [
  { name: "pricing", text: "Questions about our plans?", pages: "^/pricing", after: 20 },
  { name: "cart", text: "Can we help?", pages: "^/cart/?(#|$)", after: 60 },
];
const byHours = (greetings: LoaderGreeting[]): LoaderGreeting[] => greetings.map((one) => ({ ...one, open: 1 }));
const TODAY = Math.floor(Date.now() / 86_400_000) * 1440;
const TURNS = Array.from({ length: 72 }, (_, at) => TODAY + at * 360 + (at % 5) * 15);

test("GET /widget.js contains the site's key and button, works on any origin and is cached for minutes", async () => {
  const { site } = await newOwnerWithSite({ accentColor: "#ffd400" });
  const response = await get(`/widget.js?site=${site.publicKey}`);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=120",
    "cross-origin-resource-policy": "cross-origin",
    "access-control-allow-origin": "*",
    "x-content-type-options": "nosniff",
  });
  const data = { key: site.publicKey, base: testEnvironment.baseUrl, ...launcherStyle(site) };
  expect(data.css).toContain("background:#ffd400;color:#000000");
  expect(await response.text()).toContain(`{const SITE_INBOX=${JSON.stringify(data)};`);
});

test("GET /widget.js returns 304 to a caller who has it, and is compressed if the caller accepts that", async () => {
  const { site } = await createSiteOfOwner();
  const path = `/widget.js?site=${site.publicKey}`;
  const first = await get(path, { "Accept-Encoding": "gzip, br" });
  const packed = await get(path, { "Accept-Encoding": "br;q=0, gzip" });
  expect([first, packed].map(({ headers }) => headers.get("content-encoding"))).toEqual(["br", "gzip"]);
  const plain = await (await get(path, { "Accept-Encoding": "gzip;q=0" })).text();
  expect([await first.text(), await packed.text()]).toEqual([plain, plain]);
  const again = await get(path, { "If-None-Match": first.headers.get("etag") ?? "" });
  expect(again.status).toBe(304);
  expect(await again.text()).toBe("");
});

test("GET /widget.js never repeats its query", async () => {
  const hostile = encodeURIComponent("</script><script>alert(1)</script>\u2028");
  const unknown = await (await get("/widget.js?site=unknown")).text();
  for (const query of ["", "?site=", `?site=${hostile}`, `?callback=${hostile}`, `?site=${"a".repeat(9000)}`]) {
    const response = await get(`/widget.js${query}`);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(unknown);
  }
});

test("GET /widget/frame allows only our own files, and returns 404 for an unknown key", async () => {
  const { site } = await createSiteOfOwner();
  const response = await get(`/widget/frame?site=${site.publicKey}`);
  expect(response.status).toBe(200);
  const own = `'self' ${testEnvironment.baseUrl}`;
  expect(response.headers.get("content-security-policy")).toBe(
    `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src ${own}; media-src ${own}; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'`,
  );
  expect(response.headers.get("x-frame-options")).toBeNull();
  expect(response.headers.get("set-cookie")).toBeNull();
  const unknown = await get("/widget/frame?site=unknown");
  expect(unknown.status).toBe(404);
  expect(await unknown.text()).toContain("This chat is no longer available.");
});

test("GET /widget/{file} serves the panel's files with unlimited caching, and no others", async () => {
  const { site } = await createSiteOfOwner();
  const files = await firstFiles(site.publicKey);
  expect(files).toHaveLength(3);
  const parts = await lateParts(files);
  expect(parts).toHaveLength(18);
  for (const file of [...files, ...parts]) {
    const response = await get(file);
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  }
  for (const name of ["panel-000000000000.js", "package.json", "__proto__"]) {
    expect((await get(`/widget/${name}`)).status, name).toBe(404);
  }
  expect((await get("/widget/..%2F..%2Fpackage.json")).status).toBe(400);
});

test("GET /widget/dialog.js is cached forever under its version, and serves pages loaded before an update", async () => {
  const { site } = await createSiteOfOwner();
  const loader = await (await get(`/widget.js?site=${site.publicKey}`)).text();
  const [path = ""] = loader.match(/\/widget\/dialog\.js\?v=[0-9a-f]{12}/) ?? [];
  const present = await get(path);
  expect(Object.fromEntries(present.headers)).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable",
    "cross-origin-resource-policy": "cross-origin",
    "access-control-allow-origin": "*",
  });
  const former = await get("/widget/dialog.js?v=000000000000");
  expect(former.headers.get("cache-control")).toBe("no-cache");
  expect(await former.text()).toBe(await present.text());
});

/** What the frame's document asks for. */
async function firstFiles(siteKey: string): Promise<string[]> {
  const text = await (await get(`/widget/frame?site=${siteKey}`)).text();
  return text.match(/\/widget\/[a-z]+-[^"]+/g) ?? [];
}

/** The parts that the panel loads later, which its files name. */
async function lateParts(files: string[]): Promise<string[]> {
  const texts = await Promise.all(files.map(async (file) => (await get(file)).text()));
  const parts = [...new Set(texts.join().match(/\/widget\/[a-z]+-[0-9a-f]{12}\.js/g))];
  return parts.length > 0 ? [...new Set([...parts, ...(await lateParts(parts))])] : [];
}

test("the loader and the panel stay within their size limits", async () => {
  const { site } = await newOwnerWithSite();
  const size = async (path: string) => gzipSync(await (await get(path)).text(), { level: 9 }).length;
  expect(await size(`/widget.js?site=${site.publicKey}`)).toBeLessThan(LOADER_MAX_BYTES);
  for (const launcherIcon of SiteAppearance.shape.launcherIcon.options) {
    const look = { ...site, appearance: { ...LONGEST_LOOK, launcherIcon } };
    const loaderSize = (more: Partial<SiteOfLoader>, greetings?: LoaderGreeting[]) => {
      const shown = { ...look, ...more };
      const script = loaderScript(builtWidget().loaders, shown, "https://chat.a-longer-name.example", greetings);
      return gzipSync(script, { level: 9 }).length;
    };
    const closing = { whenClosed: "hide" as const, openTimes: { turns: TURNS, offsets: [] } };
    expect(loaderSize({}), launcherIcon).toBeLessThan(LOADER_MAX_BYTES);
    expect(loaderSize({}, TWO_GREETINGS), launcherIcon).toBeLessThan(LOADER_GREETS_MAX_BYTES);
    expect(loaderSize(closing, byHours(TWO_GREETINGS)), launcherIcon).toBeLessThan(LOADER_HOURS_MAX_BYTES);
  }
  // Script, styles and one language; the document around them is no part of it.
  const files = await firstFiles(site.publicKey);
  const sizes = await Promise.all(files.map(size));
  expect(sizes.reduce((sum, one) => sum + one, 0)).toBeLessThan(PANEL_MAX_BYTES);
  const parts = await lateParts(files);
  for (const [name, most] of Object.entries(PART_MAX_BYTES)) {
    const path = parts.find((part) => part.startsWith(`/widget/${name}-`)) ?? "";
    expect(await size(path), name).toBeLessThan(most);
  }
  for (const [name, most] of Object.entries(SPOKEN_PART_MAX_BYTES)) {
    const file = [...builtWidget().panelFiles.keys()].find((one) => one.startsWith(`${name}-en-`));
    expect(await size(`/widget/${file}`), name).toBeLessThan(most);
  }
});

test("GET /widget/frame is fetched again after the site's domain changed, so the old policy ends", async () => {
  const { owner, site } = await newOwnerWithSite();
  const path = `/widget/frame?site=${site.publicKey}`;
  const etag = (await get(path)).headers.get("etag") ?? "";
  expect((await get(path, { "If-None-Match": etag })).status).toBe(304);
  const change = { token: owner.token, body: { domain: "shop.example" } };
  await ask(SiteResponse, 200, "PATCH", `/sites/${site.id}`, change);
  const response = await get(path, { "If-None-Match": etag });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-security-policy")).toContain("http://shop.example:*");
});
