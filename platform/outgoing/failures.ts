/** Why an attempt came to nothing, where there was no answer; what to do about it, in words for whoever set the endpoint up. */
export const FAILURES = {
  target_refused:
    "The address is not one that webhooks may go to any more. Change it, or ask who runs this service to allow its host (WEBHOOK_ALLOWED_HOSTS).",
  host_not_public:
    "The host’s name leads to an address that is not public, so nothing was sent. Use a public host, or ask who runs this service to allow it (WEBHOOK_ALLOWED_HOSTS).",
  name_unknown: "The host’s name is not known. Check the address for typing errors, and the name’s DNS records.",
  name_lookup_failed: "The host’s name could not be looked up. Check that its name servers answer.",
  connection_refused:
    "The host does not take connections on this port. Check the address, and that the receiver is running.",
  unreachable: "The host could not be reached. Check that it is up, and that its firewall lets the service in.",
  connection_closed: "The connection was closed before there was an answer. The receiver’s log may say why.",
  timeout: "There was no answer within 15 seconds. Answer at once, and do the work afterwards.",
  tls_expired: "The host’s certificate has expired, or is not valid yet. Renew it.",
  tls_wrong_host: "The host’s certificate is for another name. Check the address, or the certificate.",
  tls_untrusted:
    "The host’s certificate is signed by nobody who is known here. Use one of a public authority, and send the certificates between with it.",
  tls_failed: "No secure connection could be made. Check that the port speaks https, with TLS 1.2 or newer.",
  not_http: "What came back was no HTTP answer. Check the address and its port.",
  secret_unreadable:
    "The secret could not be read, because AUTH_SECRET was changed, so nothing was sent. Replace the secret, and give the new one to the receiver.",
  failed: "It could not be sent. Who runs this service finds the reason in its log.",
} as const;

export type Failure = keyof typeof FAILURES;

/** An attempt that ends here, before or while it connects. */
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
  // Of several addresses that were tried, the last one tells as much as any.
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors.at(-1));
  return "code" in error && typeof error.code === "string" ? error.code : "";
}

/** What an error of an attempt means; null for one that nobody expects. */
export function failureOf(error: unknown): Failure | null {
  if (error instanceof AttemptError) return error.failure;
  const named = error instanceof Error && BY_NAME[error.name];
  if (named) return named;
  const code = codeOf(error);
  return BY_CODE[code] ?? BY_START.find(([start]) => code.startsWith(start))?.[1] ?? null;
}
