import { PAGE_URL_MAX } from "../bridge.ts";

/** The page's address without its fragment, which may hold a secret, unless the fragment is a route. */
export function pageUrl(href: string): string {
  const at = href.indexOf("#");
  const isRoute = at >= 0 && /^#[!/]/.test(href.slice(at));
  return (at < 0 || isRoute ? href : href.slice(0, at)).slice(0, PAGE_URL_MAX);
}
