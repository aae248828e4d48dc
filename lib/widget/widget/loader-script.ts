import type { LoaderGreetings } from "../../sites/greetings/loader-greetings.system.ts";
import type { SiteAppearance } from "../../sites/sites/schema.ts";
import type { Loaders } from "./built-files.ts";
import { launcherStyle } from "./launcher-style.ts";

type SiteOfLoader = { publicKey: string; accentColor: string; appearance: SiteAppearance };

/** The script for an unknown site key. It never repeats its input. */
export const UNKNOWN_SITE_SCRIPT =
  'try{console.warn("Site Inbox: no chat is shown, because the site key in the script tag is not known.")}catch{}\n';

/**
 * Returns the built loader after the site's data, in a block of its own so that the page's globals stay untouched. A site
 * that greets has a larger one.
 */
export function loaderScript(
  { plain, greets, greetsByHours }: Loaders,
  site: SiteOfLoader,
  base: string,
  more?: LoaderGreetings,
): string {
  const { corner, theme } = site.appearance;
  const loader = more ? (more.hours ? greetsByHours : greets) : plain;
  const data = {
    key: site.publicKey,
    base,
    ...launcherStyle(site, { greets: more !== undefined }),
    ...(corner !== "auto" && { corner }),
    ...(theme !== "auto" && { theme }),
    ...(more && { greetings: more.greetings, ...more.hours }),
  };
  return `{const SITE_INBOX=${scriptJson(data)};${loader}}\n`;
}

/** Encodes JSON so that it stays data inside any script: no end of a script element, no comment, no line break. */
function scriptJson(data: unknown): string {
  return JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
