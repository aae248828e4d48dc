import type { LoaderGreeting } from "../../sites/greetings/loader-greetings.system.ts";
import type { OpenTimes } from "../../sites/hours/schema.ts";
import type { SiteOfLoader } from "../../sites/sites/site-by-key.system.ts";
import type { Loaders } from "./built-files.ts";
import { launcherStyle } from "./launcher-style.ts";

type Shown = Pick<SiteOfLoader, "publicKey" | "accentColor" | "appearance"> &
  Partial<Pick<SiteOfLoader, "whenClosed" | "openTimes">>;

const DAY_MINUTES = 1440;
const DAY_MS = DAY_MINUTES * 60_000;
const TURNS_MAX = 15;

/** The script for an unknown site key. It never repeats its input. */
export const UNKNOWN_SITE_SCRIPT =
  'try{console.warn("Site Inbox: no chat is shown, because the site key in the script tag is not known.")}catch{}\n';

/**
 * Returns the built loader after the site's data, in a block of its own so that the page's globals stay untouched. A site
 * that greets, or hides the button while it's closed, has a larger one.
 */
export function loaderScript(
  { plain, greets, knowsHours }: Loaders,
  site: Shown,
  base: string,
  greetings?: readonly LoaderGreeting[],
): string {
  const { corner, theme } = site.appearance;
  const hides = site.whenClosed === "hide";
  const needsHours = hides || greetings?.some(({ open }) => open !== undefined);
  const times = needsHours ? site.openTimes : undefined;
  const usual = greetings ? greets : plain;
  const data = {
    key: site.publicKey,
    base,
    ...launcherStyle(site, { greets: greetings !== undefined }),
    ...(corner !== "auto" && { corner }),
    ...(theme !== "auto" && { theme }),
    ...(greetings && { greetings }),
    ...(times && { turns: nextTurns(times), day: Math.floor(Date.now() / DAY_MS), ...(hides && { hides: 1 }) }),
  };
  return `{const SITE_INBOX=${scriptJson(data)};${times ? knowsHours : usual}}\n`;
}

/** Returns the openings and closings from today on. If they're cut, the last is an opening, after which nothing is known. */
function nextTurns({ turns }: OpenTimes): number[] {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MINUTES;
  const past = turns.filter((turn) => turn < today).length;
  const first = past - (past % 2);
  return turns.slice(first, first + TURNS_MAX);
}

/** Encodes JSON so that it stays data inside any script: no end of a script element, no comment, no line break. */
function scriptJson(data: unknown): string {
  return JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
