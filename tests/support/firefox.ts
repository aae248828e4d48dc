import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { connect } from "puppeteer-core";
import type { DrivenBrowser } from "./driven-browser.ts";
import { installedProgram } from "./installed-program.ts";
import { printed, startProgram } from "./start-program.ts";

const program = installedProgram("firefox-esr", "firefox");

/** Why there's no Firefox to test with, if it's missing. */
export const whyNoFirefox = program ? undefined : "Firefox isn't installed (firefox-esr in Debian)";

type Settings = {
  /** A folder for the browser's profile. */
  profile: string;
  /** Whether a frame of another site has a process of its own, as it has for people. Input doesn't reach it then. */
  isolatesSites?: boolean;
};

/** Starts Firefox, driven over WebDriver BiDi. Each tab has cookies and storage of its own. */
export async function startFirefox({ profile, isolatesSites = false }: Settings): Promise<DrivenBrowser> {
  await using starting = new AsyncDisposableStack();
  await writeFile(
    join(profile, "user.js"),
    `user_pref("fission.webContentIsolationStrategy", ${isolatesSites ? 1 : 0});\n`,
  );
  const args = ["--headless", "--no-remote", "--remote-debugging-port=0", "--profile", profile];
  const firefox = startProgram(starting, { path: program ?? "", args, env: { HOME: profile } });
  const address = await printed(firefox.stderr, /BiDi listening on (ws:\S+)/);
  const browser = await connect({ browserWSEndpoint: `${address}/session`, protocol: "webDriverBiDi" });
  starting.defer(() => browser.close());
  const running = starting.move();
  return {
    newTab: async () => {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      return {
        goto: async (url) => void (await page.goto(url)),
        evaluate: (expression) => page.evaluate(expression),
        evaluateInChat: async (expression) => {
          const frame = page.frames().find((one) => one.url().includes("/widget/frame"));
          if (!frame) throw new Error("the page has no chat");
          return frame.evaluate(expression);
        },
        clickAt: (x, y) => page.mouse.click(x, y),
        type: async (text) => {
          for (const key of text) await page.keyboard.press(key === "\n" ? "Enter" : (key as "a"));
        },
      };
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
