import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "#platform/env.ts";

const NONCE_BYTES = 16;
const HSTS_SECONDS = 31_536_000;

/** Returns the policy of a page whose scripts and styles have this nonce. */
export function pagePolicy(nonce: string, dev: boolean): string {
  const { BASE_URL, FILES_URL } = env();
  // Links of files are absolute, and lead on to `FILES_URL` if there's one.
  const files = ["'self'", BASE_URL, FILES_URL].filter(Boolean).join(" ");
  // Development builds evaluate code and inject styles. Production builds do neither.
  const script = dev ? "'unsafe-eval'" : "";
  const style = dev ? "'unsafe-inline'" : `'nonce-${nonce}'`;
  // instrumentation-client.ts creates the one policy.
  const markup = dev ? [] : ["require-trusted-types-for 'script'", "trusted-types default"];
  return [
    "default-src 'self'",
    `script-src 'self' ${BASE_URL} 'nonce-${nonce}' ${script}`.trim(),
    `style-src 'self' ${style}`,
    `img-src ${files} data:`,
    `media-src ${files}`,
    `connect-src 'self'${dev ? " ws:" : ""}`,
    `frame-src 'self' ${BASE_URL}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...markup,
  ].join("; ");
}

/** Sets the headers of every response. Its route may replace them. */
export function setCommonHeaders(response: ServerResponse): void {
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
  if (env().BASE_URL.startsWith("https:")) response.setHeader("Strict-Transport-Security", `max-age=${HSTS_SECONDS}`);
}

export const newNonce = (): string => randomBytes(NONCE_BYTES).toString("base64");

type Page = { dev: boolean; nonce?: string };

/** Sets the headers of a page. Next reads the nonce for its own scripts from the request's header. */
export function setPageHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  { dev, nonce = newNonce() }: Page,
): void {
  const policy = pagePolicy(nonce, dev);
  request.headers["content-security-policy"] = policy;
  response.setHeader("Content-Security-Policy", policy);
  response.setHeader("Referrer-Policy", "strict-origin-when-cross-origin");
  response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
  response.setHeader("X-Frame-Options", "DENY");
  response.setHeader(
    "Permissions-Policy",
    "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
  );
}
