import { isIP } from "node:net";
import { Client } from "undici";
import { isPublicAddress } from "../ip-address.ts";
import { AttemptError } from "./failures.ts";
import { readStart } from "./read-response.ts";
import { resolveHost } from "./resolve-host.ts";
import { hostOf, type Target } from "./target.ts";

const TIME_MS = 15_000;
const RESPONSE_MAX = 65_536;
const HEADERS_MAX = 16_384;
const NEXT_ADDRESS_MS = 2_000;
const SECOND_MS = 1_000;

type Post = { headers: Record<string, string>; body: string | Buffer };

type Bounds = {
  /** For the whole attempt: resolving, connecting, sending, and reading the response. */
  timeMs?: number;
  /** Aborts the attempt. */
  signal?: AbortSignal;
  nameServers?: readonly string[];
};

export type PostResponse = {
  status: number;
  body: Buffer;
  /** How many seconds the server asks to wait, if it does. */
  retryAfter: number | null;
};

/**
 * Sends a POST to someone else's server: to public addresses only, without proxies or redirects, reading a bounded
 * part of the response within a fixed time. Once there's a status it counts, whatever becomes of the body. Throws
 * what `failureOf` classifies.
 */
export async function postSafely(target: Target, { headers, body }: Post, bounds: Bounds = {}): Promise<PostResponse> {
  const { url, isNamed } = target;
  const { timeMs = TIME_MS, nameServers } = bounds;
  const host = hostOf(url);
  // A host that is an address isn't resolved.
  if (!isNamed && isIP(host) && !isPublicAddress(host)) throw new AttemptError("host_not_public");
  const timeout = AbortSignal.timeout(timeMs);
  const signal = bounds.signal ? AbortSignal.any([timeout, bounds.signal]) : timeout;
  const client = new Client(url.origin, {
    connect: {
      lookup: resolveHost(isNamed, { signal, ...(nameServers && { servers: nameServers }) }),
      timeout: timeMs,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
    },
    allowH2: false,
    maxHeaderSize: HEADERS_MAX,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  try {
    const path = url.pathname + url.search;
    const response = await client.request({
      method: "POST",
      path,
      headers: { ...headers, ...UNPACKED },
      body,
      signal,
    });
    const [wanted] = [response.headers["retry-after"]].flat();
    const retryAfter = readRetryAfter(wanted, Date.now());
    const { bytes } = await readStart(response.body, RESPONSE_MAX);
    return { status: response.statusCode, body: bytes, retryAfter };
  } finally {
    // Not awaited: a connection that's still being opened ends on its own.
    client.destroy().catch(() => undefined);
  }
}

const UNPACKED = { "accept-encoding": "identity" };

/** How many seconds a Retry-After header asks to wait, as a number or a date (RFC 9110 section 10.2.3); null if it says neither. */
export function readRetryAfter(value: string | undefined, now: number): number | null {
  const text = value?.trim() ?? "";
  if (/^\d{1,12}$/.test(text)) return Number(text);
  const at = / GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / SECOND_MS));
}
