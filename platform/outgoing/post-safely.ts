import { isIP } from "node:net";
import { Client, type Dispatcher } from "undici";
import { isPublicAddress } from "../ip-address.ts";
import { AttemptError } from "./failures.ts";
import { resolveHost } from "./resolve-host.ts";
import { hostOf, type Target } from "./target.ts";

const TIME_MS = 15_000;
const ANSWER_MAX = 65_536;
const HEADERS_MAX = 16_384;
const NEXT_ADDRESS_MS = 2_000;

type Post = { headers: Record<string, string>; body: string };

type Bounds = {
  /** For the whole attempt: finding the host, connecting, sending, and reading the answer. */
  timeMs?: number;
  /** Ends the attempt early. */
  signal?: AbortSignal;
  nameServers?: readonly string[];
};

export type PostResponse = { status: number; body: Buffer };

/**
 * Sends a POST to somebody else's server: to no address that is not public, through no proxy, following no redirect, and
 * taking no more of the answer than a little, within a fixed time. Once the status is there it counts, whatever becomes of
 * the rest. Throws what `failureOf` knows.
 */
export async function postSafely(target: Target, { headers, body }: Post, bounds: Bounds = {}): Promise<PostResponse> {
  const { url, isNamed } = target;
  const { timeMs = TIME_MS, nameServers } = bounds;
  const host = hostOf(url);
  // A host that is an address is never looked up.
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
    const answer = await client.request({
      method: "POST",
      path,
      headers: { ...headers, ...UNPACKED },
      body,
      signal,
    });
    return { status: answer.statusCode, body: await readStart(answer.body) };
  } finally {
    // Without waiting: a connection that is still being made ends by itself.
    client.destroy().catch(() => undefined);
  }
}

const UNPACKED = { "accept-encoding": "identity" };

async function readStart(body: Dispatcher.ResponseData["body"]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let left = ANSWER_MAX;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk.subarray(0, left));
      left -= chunk.length;
      if (left <= 0) break;
    }
  } catch {
    // Broken off, or too slow.
  }
  return Buffer.concat(chunks);
}
