/** Why a mail could not be handed over, in words that its owner can do something with: no address and no server's text is in it. */
export type Refusal = { reason: string; isPermanent: boolean; mayHaveArrived: boolean };

type Failure = {
  code?: string | undefined;
  originalCode?: string | undefined;
  command?: string | undefined;
  responseCode?: number | undefined;
  response?: string | undefined;
};

const UNREACHABLE = new Set(["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "ECONNRESET", "ESOCKET", "ECONNECTION"]);

// The status, and the enhanced one of RFC 3463 where the answer has it: what a mail's administrator looks for.
function statusOf({ responseCode, response = "" }: Failure): string {
  const enhanced = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  return enhanced ? `${responseCode} ${enhanced}` : `${responseCode}`;
}

const isAboutRecipient = ({ command = "" }: Failure) => /^(RCPT TO|DATA)$/i.test(command);

/** What it means that a mail was not accepted. For good it is refused only where that is about this mail or its address. */
export function readRefusal(error: unknown): Refusal {
  const failure: Failure = Object(error);
  const { code = "", originalCode = code, responseCode } = failure;
  // After the end of the data nobody knows what became of it, until the server says.
  const mayHaveArrived = responseCode === undefined && failure.command === "DATA";
  const tried = (reason: string) => ({ reason, isPermanent: false, mayHaveArrived });
  if (code === "EAUTH" || code === "ENOAUTH")
    return tried("The mail server does not accept the user or password in SMTP_URL.");
  if (code === "ETLS")
    return tried("No encrypted connection to the mail server could be made. Its certificate may be wrong.");
  if (responseCode !== undefined && responseCode >= 500 && isAboutRecipient(failure)) {
    const reason = `The mail server refused the mail or its address for good (${statusOf(failure)}). Check the address.`;
    return { reason, isPermanent: true, mayHaveArrived: false };
  }
  if (responseCode !== undefined) return tried(`The mail server did not take the mail (${statusOf(failure)}).`);
  if (code === "EDNS" || originalCode === "ENOTFOUND")
    return tried("The mail server in SMTP_URL was not found by its name.");
  if (code === "ETIMEDOUT" || code === "EABORT") return tried("The mail server did not answer in time.");
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(originalCode)) {
    return tried("The certificate of the mail server is not valid for its name.");
  }
  if (UNREACHABLE.has(originalCode) || UNREACHABLE.has(code)) return tried("The mail server could not be reached.");
  return tried("The mail could not be handed to the mail server.");
}
