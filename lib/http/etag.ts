import { createHash } from "node:crypto";

/** Answers a text with its ETag, or 304 when the caller has it already. */
export function respondWithEtag(request: Request, body: string, status: number, headers: HeadersInit): Response {
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
  const answer = new Headers(headers);
  answer.set("ETag", etag);
  if (status === 200 && isKnown(request.headers.get("If-None-Match"), etag)) {
    answer.delete("Content-Type");
    return new Response(null, { status: 304, headers: answer });
  }
  return new Response(body, { status, headers: answer });
}

function isKnown(known: string | null, etag: string): boolean {
  return known?.split(",").some((one) => one.trim().replace(/^W\//, "") === etag) ?? false;
}
