import { supportedZone } from "#platform/supported-zone.ts";

const NAME_MAX = 64;
// Escapes make an address up to twelve times as long as it was sent.
const PAGE_MAX = 1_000;

/**
 * Returns a page as it's kept: without its query string, its fragment and a password, at most 1,000 characters. Null unless
 * it's a web page.
 */
export function keptPage(pageUrl: string): string | null {
  const url = URL.parse(pageUrl);
  return url && /^https?:$/.test(url.protocol) ? (url.origin + url.pathname).slice(0, PAGE_MAX) : null;
}

/** Returns a language tag in its usual spelling. Null if it isn't one. */
export function keptLanguage(language: string): string | null {
  if (language.length > NAME_MAX) return null;
  try {
    return Intl.getCanonicalLocales(language)[0] ?? null;
  } catch {
    return null;
  }
}

/** Returns the name of a time zone. Null if it isn't one. */
export const keptTimeZone = (timeZone: string): string | null => supportedZone(timeZone) ?? null;
