/** Why a mail could not be handed over, in words that its owner can do something with: no address and no server's text is in it. */
export type Refusal = {
  reason: string;
  isPermanent: boolean;
  /** The server may have got it all the same. */
  mayHaveArrived: boolean;
};

type Failure = {
  code?: string | undefined;
  originalCode?: string | undefined;
  command?: string | undefined;
  responseCode?: number | undefined;
  response?: string | undefined;
  timeoutType?: string | undefined;
};

const UNREACHABLE = new Set(["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "ECONNRESET"]);

// The status, and the enhanced one of RFC 3463 where the answer has it: what a mail's administrator looks for.
function statusOf({ responseCode, response = "" }: Failure): string {
  const enhanced = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  return enhanced ? `${responseCode} ${enhanced}` : `${responseCode}`;
}

const isAboutRecipient = ({ command = "" }: Failure) => /^(RCPT TO|DATA)$/i.test(command);

// Whoever has not come so far as to speak with the server has handed nothing over; later nobody can tell, where it says nothing.
const NEVER_SPOKEN = new Set([
  "EAUTH",
  "ENOAUTH",
  "ETLS",
  "EDNS",
  "ENOTFOUND",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);
const mayHaveArrived = ({ code = "", originalCode = code, timeoutType, responseCode }: Failure) =>
  responseCode === undefined &&
  !NEVER_SPOKEN.has(code) &&
  !NEVER_SPOKEN.has(originalCode) &&
  (timeoutType === undefined || timeoutType === "SOCKET_TIMEOUT");

/** What it means that a mail was not accepted. For good it is refused only where that is about this mail or its address. */
export function readRefusal(error: unknown): Refusal {
  const failure: Failure = Object(error);
  const { responseCode } = failure;
  const isPermanent = responseCode !== undefined && responseCode >= 500 && isAboutRecipient(failure);
  return { reason: reasonOf(failure, isPermanent), isPermanent, mayHaveArrived: mayHaveArrived(failure) };
}

function reasonOf(failure: Failure, isPermanent: boolean): string {
  const { code = "", originalCode = code, responseCode } = failure;
  if (isPermanent)
    return `The mail server rejected the email or its address (${statusOf(failure)}). Check the address.`;
  if (code === "EAUTH" || code === "ENOAUTH") return "The mail server doesn’t accept the user or password in SMTP_URL.";
  if (code === "ETLS")
    return "An encrypted connection to the mail server couldn’t be made. Its certificate may be wrong.";
  if (responseCode !== undefined) return `The mail server didn’t accept the email (${statusOf(failure)}).`;
  if (code === "EDNS" || originalCode === "ENOTFOUND")
    return "The host name of the mail server in SMTP_URL doesn’t exist.";
  if (code === "ETIMEDOUT" || code === "EABORT") return "The mail server didn’t respond in time.";
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(originalCode)) {
    return "The mail server’s certificate isn’t valid for its name.";
  }
  if (code === "ECONNECTION") return "The connection to the mail server was lost.";
  if (code === "ESOCKET" || UNREACHABLE.has(originalCode)) return "The mail server couldn’t be reached.";
  return "The email couldn’t be handed to the mail server.";
}
