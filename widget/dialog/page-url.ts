import { PAGE_URL_MAX } from "../bridge.ts";

/** Returns the page's URL. A fragment is kept only if it's a route, since it may contain a secret. */
export function pageUrl(href: string): string {
  const at = href.indexOf("#");
  const isRoute = at >= 0 && /^#[!/]/.test(href.slice(at));
  return (at < 0 || isRoute ? href : href.slice(0, at)).slice(0, PAGE_URL_MAX);
}
