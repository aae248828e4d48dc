import { hostOfDomain } from "#lib/sites/domain.ts";

/** What a site's domain does, while it is typed. */
export function domainWords(domain: string): string {
  if (domain.trim() === "") return "Without one the widget works on any page.";
  const host = hostOfDomain(domain);
  if (host === null) return "No host can be read from this, so it restricts nothing. Write it like example.com.";
  return `The widget then works on ${host} and below it only, and on the demo page.`;
}
