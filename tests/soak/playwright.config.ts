import { join } from "node:path";
import base from "../../playwright.config.ts";

process.env.TEST_SOAK = "1";

/** What takes long: the tests in this folder, and those tagged @soak with the counts that they have here. */
export default {
  ...base,
  // One after another, as one of them measures times.
  workers: 1,
  timeout: 300_000,
  projects: [
    { name: "soak", testMatch: join(import.meta.dirname, "**/*.test.ts") },
    { name: "large", testMatch: join(import.meta.dirname, "../{api,e2e}/**/*.test.ts"), grep: /@soak/ },
  ],
};
