/** Starts of paths that Next, a proxy or a browser would resolve to another route than our router reads. */
export const PATH_DETOURS = [
  "/api/auth/../..",
  "/api/auth/%2e%2e/%2E.",
  "/api/auth/..%2f..",
  "/api/auth/..%5c..",
  "/api/auth/..\\..",
  "/api/auth/%252e%252e/%25252e%25252e",
  "/_next/..",
  "/_next/%2e%2e",
  "/_next/static/../..",
  "/.",
  "/%2e",
  "/%00/..",
];
