import { plural } from "#platform/catalog.ts";
import type { Finding } from "../status/schema.ts";
import type { MailHopJson, MailRecordJson } from "./schema.ts";

const found = (state: MailHopJson["state"], says: string, todo: string | null = null): MailHopJson => ({
  state,
  says,
  todo,
});

export const toHop = ({ state, says, todo }: Finding): MailHopJson => found(state, says, todo ?? null);

/** What's said of email that a server posts. */
export function postHop({ lastPostedAt }: { lastPostedAt: Date | null }): MailHopJson {
  if (lastPostedAt === null) {
    const todo = "Let your mail server or worker post each email, and run the test below.";
    return found("warning", "Emails can be posted to /inbound/mail, and none has come yet.", todo);
  }
  return found("good", "Emails are posted to /inbound/mail.");
}

type Reports = { from: string; bounced: number; sent: number; lastReportAt: Date | null; isReceiving: boolean };

const MANY = 0.05;
const ENOUGH = 20;

/** What's said of reports about emails that couldn't be delivered. */
export function bouncesHop({ from, bounced, sent, lastReportAt, isReceiving }: Reports): MailHopJson {
  const came = plural(bounced, { one: "1 email came back", other: "# emails came back" });
  const says = `${came} in the last 7 days, of ${sent}.`;
  if (!isReceiving) {
    const todo = "Once emails can come in, reports show which addresses don't exist.";
    return found("off", "Reports about emails that can't be delivered aren't read.", todo);
  }
  if (sent >= ENOUGH && bounced / sent > MANY) {
    return found(
      "warning",
      says,
      "Mail providers slow down senders with many wrong addresses. Look at which sites they come from.",
    );
  }
  if (lastReportAt === null) {
    const todo = `Reports go to ${from}. They have to arrive in the mailbox that's read, or be posted, as replies are.`;
    return found("off", "No report about an undeliverable email has arrived yet.", todo);
  }
  return found("good", bounced === 0 ? "No email came back in the last 7 days." : says);
}

/** What a look into DNS found, or that DNS didn't respond. */
export type Looked<T> = { found: T } | { failed: true };

const record = (what: MailRecordJson["what"], domain: string, hop: MailHopJson): MailRecordJson => ({
  what,
  domain,
  ...hop,
});
const unknown = (domain: string) => found("warning", `DNS didn't respond for ${domain}.`, "Look again in a minute.");

export function spfRecord(domain: string, looked: Looked<string[]>): MailRecordJson {
  if ("failed" in looked) return record("spf", domain, unknown(domain));
  const [first, ...more] = looked.found;
  if (first === undefined) {
    const todo = `Add the TXT record for ${domain} that your mail provider names, such as v=spf1 include:… ~all.`;
    return record("spf", domain, found("warning", `${domain} has no SPF record.`, todo));
  }
  if (more.length > 0) {
    const todo = "Combine them into one: with several, none counts.";
    return record("spf", domain, found("failing", `${domain} has ${more.length + 1} SPF records.`, todo));
  }
  return record("spf", domain, found("good", first));
}

export function dmarcRecord(domain: string, looked: Looked<string | null>): MailRecordJson {
  if ("failed" in looked) return record("dmarc", domain, unknown(domain));
  const policy = looked.found;
  if (policy !== null) return record("dmarc", domain, found("good", `The policy is ${policy}.`));
  const todo = `Add a TXT record for _dmarc.${domain}, such as v=DMARC1; p=none.`;
  return record("dmarc", domain, found("warning", `${domain} has no DMARC policy.`, todo));
}

/** DNS names no domain's keys, so DKIM is known by an email that came back. */
export function dkimRecord(
  domain: string,
  signatures: readonly { domain: string; passes: boolean }[] | null,
): MailRecordJson {
  if (signatures === null) {
    return record("dkim", domain, found("off", "Known once a test has come back.", "Run the test below."));
  }
  const aligned = signatures.filter((one) => one.domain === domain || domain.endsWith(`.${one.domain}`));
  if (aligned.some(({ passes }) => passes)) return record("dkim", domain, found("good", "The last test was signed."));
  const todo = "Turn on DKIM at your mail provider, for this domain.";
  if (aligned.length > 0) {
    return record(
      "dkim",
      domain,
      found("failing", "The last test's signature doesn't match its content or its key.", todo),
    );
  }
  return record("dkim", domain, found("warning", `The last test wasn't signed by ${domain}.`, todo));
}

export function mxRecord(domain: string, looked: Looked<string[]>): MailRecordJson {
  if ("failed" in looked) return record("mx", domain, unknown(domain));
  if (looked.found.length > 0) return record("mx", domain, found("good", looked.found.join(", ")));
  const todo = `Add an MX record for ${domain} with the server that receives its email.`;
  return record(
    "mx",
    domain,
    found("warning", `${domain} has no MX record, so most servers send no email there.`, todo),
  );
}
