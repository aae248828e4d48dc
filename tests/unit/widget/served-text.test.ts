import { expect, test } from "@playwright/test";
import type { LoaderGreeting } from "#lib/sites/greetings/loader-greetings.system.ts";
import type { SiteAppearance } from "#lib/sites/sites/schema.ts";
import { frameDocument, framePolicy, readFrameOptions } from "#lib/widget/widget/frame-document.ts";
import { loaderScript, UNKNOWN_SITE_SCRIPT } from "#lib/widget/widget/loader-script.ts";
import { provideSettings } from "../../support/provide-settings.ts";

test.beforeAll(() => void provideSettings());

const FILES = {
  script: "/widget/panel-1.js",
  style: "/widget/panel-1.css",
  words: new Map([
    ["en", "/widget/words-en-1.js"],
    ["ar", "/widget/words-ar-1.js"],
  ]),
  parts: new Map([
    ["details", "/widget/details-1.js"],
    ["presence", "/widget/presence-1.js"],
    ["form", "/widget/form-1.js"],
  ]),
};
const loaders = (text: string) => ({ plain: text, greets: text, knowsHours: text });
const ENGLISH = { language: "en", theme: undefined };
const UNSAID = {
  logoHash: null,
  personName: null,
  replyMinutes: null,
  replyTimeText: null,
  openTimes: null,
  whenClosed: "show" as const,
  starterQuestions: [],
};
const LOOKS: SiteAppearance = {
  mark: "letter",
  header: "plain",
  launcherIcon: "bubble",
  launcherSize: 56,
  corner: "auto",
  offsetX: 20,
  offsetY: 20,
  radius: 16,
  theme: "auto",
};
const HOSTILE = `"'><img src=x onerror=alert(1)></main><script>alert(1)</script>&lt;\r\n`;

test("puts the site's data before the loader, and leaves no global behind", () => {
  const run = new Function(
    "seen",
    `${loaderScript(loaders("seen(SITE_INBOX)"), site("#ffd400"), "https://inbox.example")}
    return typeof SITE_INBOX;`,
  );
  const seen: unknown[] = [];
  expect(run((data: unknown) => seen.push(data))).toBe("undefined");
  const button = {
    css: expect.stringContaining("background:#ffd400;color:#000000"),
    icon: expect.stringMatching(/^M/),
  };
  expect(seen).toEqual([{ key: "key", base: "https://inbox.example", ...button }]);
});

test("keeps the loader's data as data, whatever it contains", () => {
  const script = loaderScript(
    loaders(""),
    { ...site("#000000"), publicKey: "</script><!--\u2028" },
    "https://inbox.example",
  );
  expect(script).not.toMatch(/[<>\u2028]/);
});

test("logs a fixed warning if the key names no site", () => {
  const warnings: string[] = [];
  new Function("console", UNKNOWN_SITE_SCRIPT)({ warn: (words: string) => warnings.push(words) });
  expect(warnings).toEqual(["Site Inbox: no chat is shown, because the site key in the script tag is not known."]);
});

test("preloads what says when someone is there, and the form of a site that has one", () => {
  const preloaded = (changes: object) =>
    [
      ...frameDocument(FILES, { ...site("#000000"), ...changes }, ENGLISH).matchAll(/modulepreload" href="([^"]+)/g),
    ].map(([, path]) => path);
  const openTimes = { turns: [1], offsets: [0] };
  expect(preloaded({ whenClosed: "form" })).toEqual([]);
  expect(preloaded({ openTimes })).toEqual(["/widget/details-1.js", "/widget/presence-1.js"]);
  expect(preloaded({ openTimes, whenClosed: "form" }).at(-1)).toBe("/widget/form-1.js");
});

test("a site that greets, or needs its hours on the page, has another loader, with what it needs", () => {
  const loaders = { plain: "plain()", greets: "greets()", knowsHours: "hours()" };
  const today = Math.floor(Date.now() / 86_400_000) * 1440;
  const turns = Array.from({ length: 40 }, (_, at) => today - 2000 + at * 480);
  const openTimes = { turns, offsets: [60] };
  const scriptOf = (changes: object, greetings?: LoaderGreeting[]) =>
    loaderScript(loaders, { ...site("#000000"), ...changes }, "https://inbox.example", greetings);
  const hours = `"turns":[${turns.slice(4, 19)}],"day":${today / 1440}`;
  const [any, open] = [[{ name: "any" }], [{ name: "open", open: 1 as const }]];
  const hides = { openTimes, whenClosed: "hide" };
  expect(scriptOf(hides)).toContain(`${hours},"hides":1};hours()`);
  expect(scriptOf(hides, any)).toContain(`"greetings":[{"name":"any"}],${hours},"hides":1};hours()`);
  expect(scriptOf({ openTimes }, open)).toContain(`${hours}};hours()`);
  for (const changes of [{ openTimes }, { whenClosed: "hide", openTimes: null }]) {
    expect(scriptOf(changes)).toMatch(/^(?!.*turns).*plain\(\)/);
    expect(scriptOf(changes, any)).toMatch(/^(?!.*turns).*"greetings".*greets\(\)/);
  }
  expect(scriptOf({ openTimes: null }, open)).toMatch(/^(?!.*turns).*greets\(\)/);
});

test("escapes everything an owner wrote in the frame's document", () => {
  const html = frameDocument(FILES, { ...site("#000000"), name: HOSTILE, welcomeMessage: HOSTILE }, ENGLISH);
  expect(html).not.toContain("<img");
  expect(html).not.toContain("<script>");
  expect(html).toContain("\\&quot;&#39;&gt;&lt;img src=x onerror=alert(1)&gt;&lt;/main&gt;");
  expect(html).toContain("&amp;lt;\\r\\n");
});

test("the frame has the language and theme that its URL asks for, if they exist, else the site's theme", () => {
  const draw = (query: string) =>
    frameDocument(FILES, site("#000000"), readFrameOptions(FILES, new URLSearchParams(query)));
  expect(draw("lang=ar&theme=dark")).toContain('<html lang="ar" dir="rtl" data-theme="dark">');
  expect(draw("lang=ar")).toContain('<script src="/widget/words-ar-1.js" defer>');
  const dark = { ...site("#000000"), appearance: { ...LOOKS, theme: "dark" as const } };
  const drawDark = (query: string) => frameDocument(FILES, dark, readFrameOptions(FILES, new URLSearchParams(query)));
  expect(drawDark("")).toContain('data-theme="dark"');
  expect(drawDark("theme=light")).toContain('data-theme="light"');
  expect(drawDark("theme=auto")).not.toContain("data-theme");
  for (const query of ["", "lang=xx", "lang=__proto__", "lang=EN", 'lang=en"><script>', "theme=auto", "theme=blue"]) {
    expect(draw(query)).toContain('<html lang="en" dir="ltr">');
    expect(draw(query)).toContain('<script src="/widget/words-en-1.js" defer>');
  }
});

test("the frame allows only our own files", () => {
  const policy = framePolicy("shop.example");
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain("unsafe");
  expect(policy.split("; ").filter((part) => part.startsWith("frame-ancestors"))).toEqual([
    "frame-ancestors 'self' http://shop.example:* https://shop.example:* http://*.shop.example:* https://*.shop.example:*",
  ]);
});

function site(accentColor: string) {
  return { publicKey: "key", name: "Shop", accentColor, welcomeMessage: "Hello", appearance: LOOKS, ...UNSAID };
}
