import type { ResponseHeaders } from "./response.ts";

const PREFLIGHT_SECONDS = "7200";

/** The headers of every API response: it's never cached, and a browser shows it as plain text. */
export const apiHeaders = (requestId: string): ResponseHeaders =>
  new Map([
    ["Cache-Control", "no-store"],
    ["Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"],
    ["Referrer-Policy", "no-referrer"],
    ["X-Content-Type-Options", "nosniff"],
    ["X-Request-Id", requestId],
  ]);

/** Lets pages of any origin call a public route, without cookies (contract.md section 4). */
export function allowAnyOrigin(headers: ResponseHeaders): void {
  headers.set("Access-Control-Allow-Origin", "*");
  headers.set(
    "Access-Control-Expose-Headers",
    "X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, Idempotent-Replayed",
  );
}

/** Sets the headers of the response to a preflight request: which methods and headers a page may send. */
export function setPreflightHeaders(headers: ResponseHeaders, methods: string): void {
  headers.set("Access-Control-Allow-Methods", methods);
  headers.set("Access-Control-Allow-Headers", "Authorization, Content-Type, Idempotency-Key, File-Name");
  headers.set("Access-Control-Max-Age", PREFLIGHT_SECONDS);
}
