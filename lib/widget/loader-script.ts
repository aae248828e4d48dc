import { textColorOn } from "../sites/contrast.ts";

type SiteOfLoader = { publicKey: string; accentColor: string };

/** What a page gets for a key that names no site. It never repeats what it was called with. */
export const UNKNOWN_SITE_SCRIPT =
  'try{console.warn("Site Inbox: no chat is shown, because the site key in the script tag is not known.")}catch{}\n';

/** The built loader with the site's data in front, in a block of its own so that the page's globals stay as they are. */
export function loaderScript(loader: string, site: SiteOfLoader, base: string): string {
  const data = { key: site.publicKey, base, color: site.accentColor, ink: textColorOn(site.accentColor) };
  return `{const SITE_INBOX=${scriptJson(data)};${loader}}\n`;
}

/** JSON that stays data wherever a script may be put: no end of a script element, no comment, no line break. */
function scriptJson(data: unknown): string {
  return JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
