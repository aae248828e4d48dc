import type { ReachedLimit } from "../errors.ts";

/**
 * Sets the headers that name the limit and when to try again: RFC 9110 section 10.2.3,
 * draft-ietf-httpapi-ratelimit-headers-11.
 */
export function setLimitFields(headers: Headers, { policy, quota, windowSeconds, retryAfter }: ReachedLimit): void {
  const measure = windowSeconds === undefined ? 'qu="concurrent-requests"' : `w=${windowSeconds}`;
  headers.set("Retry-After", String(retryAfter));
  headers.set("RateLimit-Policy", `"${policy}";q=${quota};${measure}`);
  headers.set("RateLimit", `"${policy}";r=0;t=${retryAfter}`);
}
