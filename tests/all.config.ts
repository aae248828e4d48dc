import { join } from "node:path";
import base from "../playwright.config.ts";

process.env.TEST_SET = "all";
const all = (base.projects ?? []).map(({ testIgnore: _, grep: _journeys, grepInvert: _all, ...project }) => project);
const from = (path: string) => join(import.meta.dirname, path);

/** Every test, but for those of npm run soak. */
export default {
  ...base,
  projects: [
    ...all,
    // The main way through each capability, while a page translator changes each text.
    {
      name: "translated",
      testMatch: from("e2e/**/*.test.ts"),
      // One translates what it needs itself, and one is about a page that nothing changes.
      testIgnore: [from("e2e/translated-pages.test.ts"), from("e2e/widget-host-page.test.ts")],
      grep: /@journey/,
      use: { isTranslated: true },
      teardown: "log",
    },
  ],
};
