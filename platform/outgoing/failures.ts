/** Why an attempt failed without a response, and what its owner can do about it. */
export const FAILURES = {
  target_refused:
    "Webhooks are no longer allowed to go to this address. Change it, or ask your administrator to allow its host (OUTBOUND_ALLOWED_HOSTS).",
  host_not_public:
    "The host name resolves to an address that isn’t public, so nothing was sent. Use a public host, or ask your administrator to allow it (OUTBOUND_ALLOWED_HOSTS).",
  name_unknown: "The host name doesn’t exist. Check the address for typos, and the name’s DNS records.",
  name_lookup_failed: "The host name couldn’t be looked up. Check that its name servers respond.",
  connection_refused: "The host refuses connections on this port. Check the address, and that the receiver is running.",
  unreachable: "The host couldn’t be reached. Check that it’s up and that its firewall lets Site Inbox in.",
  connection_closed: "The connection was closed before there was a response. The receiver’s log may say why.",
  timeout: "There was no response within 15 seconds. Respond immediately, and do the work afterwards.",
  tls_expired: "The host’s certificate has expired or isn’t valid yet. Renew it.",
  tls_wrong_host: "The host’s certificate is for another name. Check the address or the certificate.",
  tls_untrusted:
    "The host’s certificate isn’t signed by a trusted authority. Use a certificate from a public authority, and send the intermediate certificates with it.",
  tls_failed: "A secure connection couldn’t be made. Check that the port serves https, with TLS 1.2 or newer.",
  not_http: "The response wasn’t HTTP. Check the address and its port.",
  secret_unreadable:
    "The secret couldn’t be read because AUTH_SECRET was changed, so nothing was sent. Replace the secret, and give the new one to the receiver.",
  failed: "It couldn’t be sent. Your administrator can find the reason in the log.",
} as const;

export type Failure = keyof typeof FAILURES;

/** Ends an attempt before or while it connects. */
export class AttemptError extends Error {
  override readonly name = "AttemptError";
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure);
    this.failure = failure;
  }
}

const BY_NAME: Record<string, Failure> = { TimeoutError: "timeout", HTTPParserError: "not_http" };
const BY_CODE: Record<string, Failure> = {
  ECONNREFUSED: "connection_refused",
  ECONNRESET: "connection_closed",
  EPIPE: "connection_closed",
  UND_ERR_SOCKET: "connection_closed",
  ETIMEDOUT: "timeout",
  UND_ERR_CONNECT_TIMEOUT: "timeout",
  UND_ERR_HEADERS_TIMEOUT: "timeout",
  UND_ERR_BODY_TIMEOUT: "timeout",
  UND_ERR_HEADERS_OVERFLOW: "not_http",
  ENOTFOUND: "name_unknown",
  CERT_HAS_EXPIRED: "tls_expired",
  CERT_NOT_YET_VALID: "tls_expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "tls_wrong_host",
  DEPTH_ZERO_SELF_SIGNED_CERT: "tls_untrusted",
  SELF_SIGNED_CERT_IN_CHAIN: "tls_untrusted",
  UNABLE_TO_GET_ISSUER_CERT: "tls_untrusted",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "tls_untrusted",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "tls_untrusted",
  CERT_UNTRUSTED: "tls_untrusted",
};
const BY_START: [start: string, failure: Failure][] = [
  ["ERR_SSL_", "tls_failed"],
  ["ERR_TLS_", "tls_failed"],
  ["CERT_", "tls_untrusted"],
  ["EPROTO", "tls_failed"],
  ["EHOST", "unreachable"],
  ["ENET", "unreachable"],
  ["EADDR", "unreachable"],
  ["EAI_", "name_lookup_failed"],
];

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  // If several addresses failed, the last error is as good as any.
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors.at(-1));
  return "code" in error && typeof error.code === "string" ? error.code : "";
}

/** Classifies an attempt's error. Null for an unexpected one. */
export function failureOf(error: unknown): Failure | null {
  if (error instanceof AttemptError) return error.failure;
  const named = error instanceof Error && BY_NAME[error.name];
  if (named) return named;
  const code = codeOf(error);
  return BY_CODE[code] ?? BY_START.find(([start]) => code.startsWith(start))?.[1] ?? null;
}
