/** A host that requests may be sent to although it isn't public. Without a port, every port of it. */
export type AllowedHost = { host: string; port: string | null };

const ENTRY = /^(\[[\da-f:.]+\]|[^\s/:?#@[\]*%]+)(?::(\d{1,5}))?$/i;
const PORT_MAX = 65_535;
const PORTS: Record<string, string> = { "http:": "80", "https:": "443" };

/** Normalizes a host for comparison: as in URLs, without the trailing dot of an absolute name. */
export const plainHost = (hostname: string) => hostname.toLowerCase().replace(/\.$/, "");

/** Reads a comma-separated list of host, host:port, [IPv6] or [IPv6]:port. Null if it's anything else. */
export function readAllowedHosts(text: string): AllowedHost[] | null {
  const found = text.split(",").map((part) => readEntry(part.trim()));
  return found.every((entry) => entry !== null) ? found : null;
}

function readEntry(entry: string): AllowedHost | null {
  const [, host = "", port] = ENTRY.exec(entry) ?? [];
  if (!host || !URL.canParse(`http://${host}`)) return null;
  const { hostname } = new URL(`http://${host}`);
  if (port !== undefined && !(Number(port) >= 1 && Number(port) <= PORT_MAX)) return null;
  return { host: plainHost(hostname), port: port === undefined ? null : String(Number(port)) };
}

/** Whether the setting names the host of a URL. */
export function isAllowedHost({ hostname, port, protocol }: URL, allowed: readonly AllowedHost[]): boolean {
  const host = plainHost(hostname);
  const asked = port || PORTS[protocol];
  return allowed.some((entry) => entry.host === host && (entry.port === null || entry.port === asked));
}
