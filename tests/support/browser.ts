import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";
import { runCommand } from "./command.ts";
import { canInstallPackages, installPackage } from "./debian-package.ts";

// The headless shell has no windows to draw, and takes a quarter to half less CPU than a full browser.
const HEADLESS_SHELL = "chromium-headless-shell";
const NAMES = [HEADLESS_SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const DOWNLOAD_LIMIT_MS = 180_000;
const DEBIAN_PACKAGES = [HEADLESS_SHELL, "chromium"];

const isRoot = process.getuid?.() === 0;

/*
 * Chromium takes the last list of what is off, so this one says again what Playwright has in its own. The popups of the
 * address bar come on top: nobody sees them here, and each window loads two of them, which takes more than most tests.
 */
const FEATURES_OFF = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "msForceBrowserSignIn",
  "msEdgeUpdateLaunchServicesPreferredVersion",
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
];

/*
 * A test's pages don't live long enough for V8 to earn back what its optimizing compilers take. Without them the browser
 * needs a tenth less CPU.
 */
const NO_OPTIMIZING = "--js-flags=--no-opt --no-maglev";

/** How a browser is started whose pages compute for long. */
export const OPTIMIZING_BROWSER_ARGUMENTS = [
  `--disable-features=${FEATURES_OFF.join(",")}`,
  ...(isRoot ? ["--no-sandbox"] : []),
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
  "--no-first-run",
];

/** How the browser is started: quiet, and as root without the sandbox, which root cannot have. */
export const BROWSER_ARGUMENTS = [NO_OPTIMIZING, ...OPTIMIZING_BROWSER_ARGUMENTS];

/** Finds a browser that starts, or installs one. Returns its path, "" for Playwright's own, undefined without one. */
export async function findBrowser(signal: AbortSignal): Promise<string | undefined> {
  const there = (await firstThatStarts(onPath())) ?? (await ownThatStarts());
  if (there !== undefined) return there;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(DOWNLOAD_LIMIT_MS)]);
  await runCommand(process.execPath, ["node_modules/@playwright/test/cli.js", "install", "chromium"], {
    signal: limit,
  });
  const downloaded = await ownThatStarts();
  if (downloaded !== undefined || !canInstallPackages) return downloaded;
  for (const name of DEBIAN_PACKAGES) {
    await installPackage(name, signal);
    const installed = await firstThatStarts(onPath());
    if (installed !== undefined) return installed;
  }
  return undefined;
}

/** Finds a browser that has what Chromium's headless shell lacks, such as installing apps. */
export const findFullBrowser = () => firstThatStarts(onPath(NAMES.filter((name) => name !== HEADLESS_SHELL)));

function onPath(names = NAMES): string[] {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).filter((path) => existsSync(path));
}

async function firstThatStarts(paths: string[]): Promise<string | undefined> {
  for (const path of paths) if (await starts({ executablePath: path })) return path;
  return undefined;
}

async function ownThatStarts(): Promise<string | undefined> {
  return (await starts({})) ? "" : undefined;
}

async function starts(options: { executablePath?: string }): Promise<boolean> {
  try {
    const browser = await chromium.launch({ ...options, args: BROWSER_ARGUMENTS });
    await browser.close();
    return true;
  } catch {
    return false;
  }
}
