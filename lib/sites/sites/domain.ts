const HOST = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/;
const IPV4 = /^\d+\.\d+\.\d+\.\d+$/;
const IPV6 = /^\[[0-9a-f:.]+\]$/;

/**
 * Returns the host that a site's domain names, in lower case and punycode, without `www.` and port. Accepts a host, a
 * host with a port, or a URL. Null if there's no host in it: then the domain restricts nothing.
 */
export function hostOfDomain(domain: string | null): string | null {
  if (domain === null) return null;
  const address = domain.trim().replace(/^([a-z][a-z0-9+.-]*:)?\/\//i, "");
  return hostOfUrl(`http://${address.replace(/^\*\./, "")}`, address);
}

/**
 * Returns a site's domain for display: the host as it was typed, but in lower case. A domain without a host is
 * returned unchanged.
 */
export function shortDomain(domain: string): string {
  const host = hostOfDomain(domain);
  if (host === null) return domain;
  const typed = domain
    .trim()
    .toLowerCase()
    .replace(/^([a-z][a-z0-9+.-]*:)?\/\//, "")
    .replace(/^\*\.|[/?#].*$/g, "")
    .replace(/:\d+$|\.$/g, "")
    .replace(/^www\.(?=.+\..)/, "");
  return hostOfDomain(typed) === host && !typed.includes("@") ? typed : host;
}

/**
 * Whether a page of this origin may use the site's widget. Requests without an Origin header (servers, tests) may.
 */
export function originAllowed(domain: string | null, origin: string | null, ownOrigin: string): boolean {
  const host = hostOfDomain(domain);
  if (host === null || origin === null || origin === ownOrigin) return true;
  const caller = hostOfUrl(origin, origin);
  if (caller === null) return false;
  return caller === host || (hasSubdomains(host) && caller.endsWith(`.${host}`));
}

/** Returns the `frame-ancestors` sources for the widget's frame, undefined if any page may embed it. */
export function frameAncestors(domain: string | null): string | undefined {
  const host = hostOfDomain(domain);
  // A CSP source can't contain an IPv6 address, so such a domain can't be enforced here.
  if (host === null || IPV6.test(host)) return undefined;
  const hosts = sourcesOf(host);
  if (hosts.length === 0) return undefined;
  return ["'self'", ...hosts.flatMap((name) => [`http://${name}:*`, `https://${name}:*`])].join(" ");
}

// Nor can it contain an underscore: then every host next to that label is allowed too.
function sourcesOf(host: string): string[] {
  if (!hasSubdomains(host)) return [host];
  if (!host.includes("_")) return [host, `*.${host}`];
  const above = host.replace(/^.*_[^.]*\.?/, "");
  return above.includes(".") ? [`*.${above}`] : [];
}

function hostOfUrl(url: string, source: string): string | null {
  if (!URL.canParse(url)) return null;
  const name = new URL(url).hostname.replace(/\.$/, "");
  const host = /^www\..+\../.test(name) ? name.slice("www.".length) : name;
  if (IPV6.test(host)) return host;
  // The URL parser reads a bare number as an address ("2026" as 0.0.7.234), which nobody means.
  if (!HOST.test(host) || (IPV4.test(host) && !source.includes(host))) return null;
  return host;
}

function hasSubdomains(host: string): boolean {
  return !IPV4.test(host) && !IPV6.test(host);
}
