import { Resolver } from "node:dns/promises";
import { env, readMailbox } from "#platform/env.ts";
import { isMailOn } from "#platform/mail/transport.ts";
import type { Check } from "../check.ts";

const TRY_MS = 3_000;
const NO_RECORD = new Set(["ENODATA", "ENOTFOUND"]);

/** Whether the domain that email comes from says how to treat forged ones, which large providers ask for. */
export const mailDomain: Check = {
  name: "mail-domain",
  everySeconds: 3_600,
  by: "jobs",
  isOfSettings: true,
  async find() {
    if (!isMailOn()) return { state: "off", says: "No email is sent." };
    const domain =
      readMailbox(env().MAIL_FROM ?? "")
        ?.address.split("@")
        .at(-1) ?? "";
    if (!domain.includes(".") || /\.(?:test|local|localhost|example|invalid|internal)$/.test(domain))
      return { state: "off", says: `${domain} isn't a public domain.` };
    const policy = await findDmarcPolicy(domain);
    if (policy !== null) return { state: "good", says: `${domain} has a DMARC policy (${policy}).` };
    return {
      state: "warning",
      says: `${domain} has no DMARC policy, so more of your email may end up as spam.`,
      todo: `Add a TXT record for _dmarc.${domain}, such as v=DMARC1; p=none, and follow your mail provider's guide for SPF and DKIM.`,
    };
  },
};

/** Returns the policy (`p`) of a domain or of one above it (RFC 7489 section 6.6.3), or null without one. Throws if DNS fails. */
export async function findDmarcPolicy(domain: string, servers?: readonly string[]): Promise<string | null> {
  const resolver = new Resolver({ timeout: TRY_MS, tries: 2 });
  if (servers) resolver.setServers(servers);
  const labels = domain.split(".");
  for (let at = 0; at <= labels.length - 2; at += 1) {
    const records = await resolver.resolveTxt(`_dmarc.${labels.slice(at).join(".")}`).catch((error: unknown) => {
      if (error instanceof Error && "code" in error && NO_RECORD.has(String(error.code))) return [];
      throw error;
    });
    const record = records.map((parts) => parts.join("")).find((text) => /^v=DMARC1\b/.test(text));
    if (record !== undefined) return /;\s*p\s*=\s*(\w+)/.exec(record)?.[1] ?? "none";
  }
  return null;
}
