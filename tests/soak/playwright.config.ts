import base from "../../playwright.config.ts";

process.env.TEST_SOAK = "1";

/** What takes long: the tests in this folder, and those tagged @soak with the counts that they have here. */
export default {
  ...base,
  // One after another, as one of them measures times.
  workers: 1,
  timeout: 300_000,
  projects: [
    { name: "soak", testMatch: "soak/**/*.test.ts" },
    { name: "large", testMatch: "{api,e2e}/**/*.test.ts", grep: /@soak/ },
  ],
};
