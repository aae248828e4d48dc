import { sitesCopy } from "#components/catalogs/sites.tsx";
import { hostOfDomain, shortDomain } from "#lib/sites/domain.ts";

/** What a site's domain does, while it is typed; `shortened` once the form has reduced it to its host. */
export function domainWords(domain: string, shortened: boolean): string {
  if (domain.trim() === "") return sitesCopy.domainAny;
  if (hostOfDomain(domain) === null) return sitesCopy.domainUnreadable;
  const host = shortDomain(domain);
  return shortened ? sitesCopy.domainShortened(host) : sitesCopy.domainOnly(host);
}
