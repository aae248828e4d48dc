import { emailKey } from "#platform/email-address.ts";
import { valuesOf } from "#platform/mail-in/headers.ts";
import type { AuthResult, DkimResult, ParsedMail, SpfResult } from "#platform/mail-in/parsed-mail.ts";
import type { PersonBelief } from "../../desk/messages/schema.ts";
import type { AskReason } from "../../desk/replies/draft.ts";
import { coversSender, domainOf, isUnder, provenRecipients, senderOf } from "./rules.ts";

/** What's known of an email to a person's address. */
export type BeliefInput = {
  mail: Pick<ParsedMail, "from" | "fromFields" | "to" | "cc" | "headers">;
  /** The account's confirmed address. */
  email: string;
  /** Whether an address is the one that the email was sent to. */
  isOurs(address: string): boolean;
  signatures: readonly DkimResult[];
  /** What a trusted server reports. */
  results: readonly AuthResult[];
  /** Who the server that handed it over named as its sender, and whether it may send for them. Null: not checked. */
  envelopeFrom: string;
  spf: SpfResult | null;
};

export type Belief = { belief: PersonBelief; by: string | null } | { asks: AskReason };

/**
 * Decides whether an email to a person's address is from them. Otherwise they're asked. It has to name them as its only sender, and
 * us as a recipient, and a signature, a trusted server or the server that sent it has to prove that.
 */
export function believe(input: BeliefInput): Belief {
  const { mail, email, isOurs, signatures } = input;
  const sender = senderOf(mail);
  if (sender === null || emailKey(sender) !== emailKey(email)) return { asks: "sender" };
  if (![...mail.to, ...mail.cc].some(({ address }) => isOurs(address))) return { asks: "recipient" };
  const proof = signatures.find((one) => provenRecipients(sender, [one]).some(isOurs));
  if (proof) return { belief: "dkim", by: proof.domain };
  const reported = reportedDomain(input, sender);
  if (reported !== null) return { belief: "results", by: reported };
  const mayHaveSent = input.spf === "pass" && emailKey(input.envelopeFrom) === emailKey(sender);
  return mayHaveSent ? { belief: "spf", by: domainOf(sender) } : { asks: "unproven" };
}

/** Returns the domain for which a trusted server reports that the email is from it, or null. */
function reportedDomain({ mail, results, signatures, isOurs }: BeliefInput, sender: string): string | null {
  const passed = results.filter(({ passes }) => passes);
  // The report names only a domain. So all signatures of the domain have to cover what counts, and none may be unread.
  const isRead = valuesOf(mail.headers, "dkim-signature").length === signatures.length;
  const signed = passed.find(({ method, domain }) => {
    const its = signatures.filter((one) => one.domain === domain);
    const cover = its.every((one) => coversSender(one, sender) && one.recipients.some(isOurs));
    return method === "dkim" && isUnder(sender, domain) && its.length > 0 && cover && isRead;
  });
  const sent = passed.find(
    ({ method, domain, address }) =>
      method === "spf" && domain === domainOf(sender) && (address === null || emailKey(address) === emailKey(sender)),
  );
  return signed?.domain ?? sent?.domain ?? null;
}

/** Whether a later attempt may prove more: DNS didn't respond. */
export const mayBeProvenLater = ({ mail, signatures, spf }: BeliefInput): boolean => {
  const sender = senderOf(mail);
  return (
    spf === "later" || signatures.some(({ isLate, domain }) => isLate && sender !== null && isUnder(sender, domain))
  );
};
