const PREFLIGHT_SECONDS = "7200";

/** Lets pages of any origin call a public route, without cookies (contract.md section 4). */
export function allowAnyOrigin(headers: Headers): void {
  headers.set("Access-Control-Allow-Origin", "*");
  headers.set(
    "Access-Control-Expose-Headers",
    "X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, Idempotent-Replayed",
  );
}

/** Responds to a preflight request. */
export function answerPreflight(headers: Headers, methods: string): void {
  headers.set("Access-Control-Allow-Methods", methods);
  headers.set("Access-Control-Allow-Headers", "Authorization, Content-Type, Idempotency-Key");
  headers.set("Access-Control-Max-Age", PREFLIGHT_SECONDS);
}
