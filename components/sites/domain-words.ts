import { hostOfDomain, shortDomain } from "#lib/sites/domain.ts";

/** What a site's domain does, while it is typed; `shortened` once the form has reduced it to its host. */
export function domainWords(domain: string, shortened: boolean): string {
  if (domain.trim() === "") return "Without one the widget works on any page.";
  if (hostOfDomain(domain) === null) {
    return "No host can be read from this, so it restricts nothing. Write it like example.com.";
  }
  const host = shortDomain(domain);
  return `${shortened ? `Shortened to ${host}. ` : ""}The widget only works on ${host} and its subdomains, and on the demo page.`;
}
