/** Why an email couldn't be sent, in words that its owner can act on, without addresses or the server's own text. */
export type Refusal = {
  reason: string;
  isPermanent: boolean;
  /** The server may have accepted it anyway. */
  mayHaveArrived: boolean;
  /** What the server said about the email or its address for good, with the enhanced status (RFC 3463). Null if it said none. */
  said: { status: string; says: string } | null;
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

// Returns the status, and RFC 3463's enhanced one if there is one: what a mail administrator looks for.
function statusOf({ responseCode, response = "" }: Failure): string {
  const enhanced = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  return enhanced ? `${responseCode} ${enhanced}` : `${responseCode}`;
}

function saidIn({ response = "" }: Failure): Refusal["said"] {
  const [, status] = /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? [];
  return status === undefined ? null : { status, says: response.replace(/\s+/g, " ").trim() };
}

const isAboutRecipient = ({ command = "" }: Failure) => /^(RCPT TO|DATA)$/i.test(command);

// Without an SMTP conversation, nothing was handed over. Later, a silent server leaves that open.
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

/** Interprets why an email wasn't accepted. It's permanent only if it's about this email or its address. */
export function readRefusal(error: unknown): Refusal {
  const failure: Failure = Object(error);
  const { responseCode } = failure;
  const isPermanent = responseCode !== undefined && responseCode >= 500 && isAboutRecipient(failure);
  return {
    reason: reasonOf(failure, isPermanent),
    isPermanent,
    mayHaveArrived: mayHaveArrived(failure),
    said: isPermanent ? saidIn(failure) : null,
  };
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
