import { findDmarcPolicy, isPublicDomain, sendingDomain } from "#platform/mail/domain-records.ts";
import { isMailOn } from "#platform/mail/transport.ts";
import type { Check } from "../check.ts";

/** Whether the domain that email comes from says how to treat forged ones, which large providers ask for. */
export const mailDomain: Check = {
  name: "mail-domain",
  everySeconds: 3_600,
  by: "jobs",
  isOfSettings: true,
  async find() {
    if (!isMailOn()) return { state: "off", says: "No email is sent." };
    const domain = sendingDomain();
    if (!isPublicDomain(domain)) return { state: "off", says: `${domain} isn't a public domain.` };
    const policy = await findDmarcPolicy(domain);
    if (policy !== null) return { state: "good", says: `${domain} has a DMARC policy (${policy}).` };
    return {
      state: "warning",
      says: `${domain} has no DMARC policy, so more of your email may end up as spam.`,
      todo: `Add a TXT record for _dmarc.${domain}, such as v=DMARC1; p=none, and follow your mail provider's guide for SPF and DKIM.`,
    };
  },
};
