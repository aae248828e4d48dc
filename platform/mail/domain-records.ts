import { Resolver } from "node:dns/promises";
import { withAsciiDomain } from "../email-address.ts";
import { env, readMailbox } from "../env.ts";

const TRY_MS = 3_000;
const NO_RECORD = new Set(["ENODATA", "ENOTFOUND"]);

/** The domain that email comes from. Empty without MAIL_FROM. */
export function sendingDomain(): string {
  const address = readMailbox(env().MAIL_FROM ?? "")?.address ?? "";
  return withAsciiDomain(address).split("@").at(-1) ?? "";
}

/** Whether the world's DNS may know a domain. */
export const isPublicDomain = (domain: string): boolean =>
  domain.includes(".") && !/\.(?:test|local|localhost|example|invalid|internal)$/.test(domain);

function resolverOf(servers: readonly string[] | undefined): Resolver {
  const resolver = new Resolver({ timeout: TRY_MS, tries: 2 });
  if (servers) resolver.setServers(servers);
  return resolver;
}

const orNone = (error: unknown) => {
  if (error instanceof Error && "code" in error && NO_RECORD.has(String(error.code))) return [];
  throw error;
};

const textsOf = async (resolver: Resolver, name: string) =>
  (await resolver.resolveTxt(name).catch(orNone)).map((parts) => parts.join(""));

/** Returns the policy (`p`) of a domain or of one above it (RFC 7489 section 6.6.3), or null without one. Throws if DNS fails. */
export async function findDmarcPolicy(domain: string, servers?: readonly string[]): Promise<string | null> {
  const resolver = resolverOf(servers);
  const labels = domain.split(".");
  for (let at = 0; at <= labels.length - 2; at += 1) {
    const records = await textsOf(resolver, `_dmarc.${labels.slice(at).join(".")}`);
    const record = records.find((text) => /^v=DMARC1\b/.test(text));
    if (record !== undefined) return /;\s*p\s*=\s*(\w+)/.exec(record)?.[1] ?? "none";
  }
  return null;
}

/** Returns a domain's SPF records (RFC 7208): more than one is an error of its owner. Throws if DNS fails. */
export const findSpf = async (domain: string, servers?: readonly string[]): Promise<string[]> =>
  (await textsOf(resolverOf(servers), domain)).filter((text) => /^v=spf1(?:\s|$)/i.test(text));

/** Returns the hosts that receive a domain's email, the first choice first. Throws if DNS fails. */
export async function findMailHosts(domain: string, servers?: readonly string[]): Promise<string[]> {
  const found = await resolverOf(servers).resolveMx(domain).catch(orNone);
  return found
    .filter(({ exchange }) => exchange !== "")
    .toSorted((a, b) => a.priority - b.priority)
    .map(({ exchange }) => exchange);
}
