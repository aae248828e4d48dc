import { createHash } from "node:crypto";
import { acceptsEncoding, type Effort, ENCODINGS, type Encoding, hasTag } from "./encodings.ts";

const KEPT_MAX = 2_000;
const kept = new Map<string, Promise<Buffer<ArrayBuffer>>>();

/**
 * Responds with a text and its ETag, compressed if the caller accepts that, or with 304 if the caller has it already.
 */
export async function cacheableText(
  request: Request,
  text: string,
  status: number,
  headers: HeadersInit,
  effort: Effort = "usual",
): Promise<Response> {
  const responseHeaders = new Headers(headers);
  // The policy is part of the tag: a 304 would keep an old policy in force.
  const policy = responseHeaders.get("Content-Security-Policy") ?? "";
  const tag = createHash("sha256").update(`${policy}\n${text}`).digest("base64url").slice(0, 27);
  // Weak, because the compressed text has the same tag.
  responseHeaders.set("ETag", `W/"${tag}"`);
  responseHeaders.set("Vary", "Accept-Encoding");
  if (status === 200 && hasTag(request.headers.get("If-None-Match"), tag)) {
    responseHeaders.delete("Content-Type");
    return new Response(null, { status: 304, headers: responseHeaders });
  }
  const accepted = request.headers.get("Accept-Encoding");
  const encoding = ENCODINGS.find((one) => acceptsEncoding(accepted, one));
  if (isNexts(request) || !encoding) return new Response(text, { status, headers: responseHeaders });
  responseHeaders.set("Content-Encoding", encoding.name);
  return new Response(await compress(tag, text, encoding, effort), { status, headers: responseHeaders });
}

// Next compresses on its own, and drops our Content-Encoding.
const isNexts = (request: Request) => "nextUrl" in request;

function compress(tag: string, text: string, encoding: Encoding, effort: Effort): Promise<Buffer<ArrayBuffer>> {
  const key = `${encoding.name} ${tag}`;
  const compressed = kept.get(key) ?? encoding.compress(Buffer.from(text), effort);
  // Moves the entry to the end: the first is the least recently used.
  kept.delete(key);
  kept.set(key, compressed);
  const [oldest = key] = kept.keys();
  if (kept.size > KEPT_MAX) kept.delete(oldest);
  compressed.catch(() => kept.delete(key));
  return compressed;
}
