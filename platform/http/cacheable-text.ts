import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { acceptsEncoding } from "./accepts-encoding.ts";

const MAX_COMPRESSED = 500;
const compressed = new Map<string, Buffer<ArrayBuffer>>();

/**
 * Responds with a text and its ETag, compressed if the caller accepts that, or with 304 if the caller has it already.
 */
export function cacheableText(request: Request, text: string, status: number, headers: HeadersInit): Response {
  const responseHeaders = new Headers(headers);
  // The policy is part of the tag: a 304 would keep an old policy in force.
  const policy = responseHeaders.get("Content-Security-Policy") ?? "";
  const tag = createHash("sha256").update(`${policy}\n${text}`).digest("base64url").slice(0, 27);
  // Weak, because the compressed text has the same tag.
  responseHeaders.set("ETag", `W/"${tag}"`);
  responseHeaders.set("Vary", "Accept-Encoding");
  if (status === 200 && isKnown(request.headers.get("If-None-Match"), tag)) {
    responseHeaders.delete("Content-Type");
    return new Response(null, { status: 304, headers: responseHeaders });
  }
  if (isNexts(request) || !acceptsEncoding(request.headers.get("Accept-Encoding"), "gzip")) {
    return new Response(text, { status, headers: responseHeaders });
  }
  responseHeaders.set("Content-Encoding", "gzip");
  return new Response(compress(tag, text), { status, headers: responseHeaders });
}

// Next compresses on its own, and drops our Content-Encoding.
const isNexts = (request: Request) => "nextUrl" in request;

function isKnown(known: string | null, tag: string): boolean {
  return known?.split(",").some((one) => one.trim().replace(/^W\//, "") === `"${tag}"`) ?? false;
}

function compress(tag: string, text: string): Buffer<ArrayBuffer> {
  const known = compressed.get(tag);
  if (known) return known;
  if (compressed.size >= MAX_COMPRESSED) compressed.clear();
  const made = gzipSync(text, { level: 9 });
  compressed.set(tag, made);
  return made;
}
