import type { ApiDocument } from "./openapi.ts";

/** How a request authenticates its caller. */
export const SECURITY_SCHEMES: ApiDocument["components"]["securitySchemes"] = {
  userToken: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description:
      "The `token` in the response of `POST /auth/login`. It's valid for 30 days, or until its session is revoked.",
  },
  apiKey: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "sik_…",
    description:
      "An API key from the account's page, which lasts until it is revoked. `read` is good for what changes nothing, `write` for the inbox and the settings of sites too, `manage` also for exports, identity secrets, webhooks and what deletes. What changes the account, and its sessions and keys, needs a session; whose it is any key may ask (`GET /account`).",
  },
  sessionCookie: {
    type: "apiKey",
    in: "cookie",
    name: "next-auth.session-token",
    description:
      "The dashboard's cookie; with https its name begins with `__Host-`. It changes nothing from another site, and an Authorization header counts instead of it.",
  },
  widgetToken: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description:
      "The `token` in the response of `POST /public/widget-session`. It's valid for one hour, for one visitor of one site.",
  },
};

/** The headers of responses. */
export const HEADERS: ApiDocument["components"]["headers"] = {
  "X-Request-Id": {
    description: "The id of this request, which is in the service's log too.",
    schema: { type: "string", format: "uuid" },
  },
  "Retry-After": { description: "After how many seconds to try again.", schema: { type: "integer", minimum: 1 } },
  RateLimit: {
    description:
      "The limit that was reached, and in how many seconds there is room again (draft-ietf-httpapi-ratelimit-headers).",
    schema: { type: "string" },
  },
  "RateLimit-Policy": { description: "How much that limit allows in how many seconds.", schema: { type: "string" } },
  "WWW-Authenticate": { description: "Always `Bearer`.", schema: { type: "string" } },
  "Idempotent-Replayed": {
    description: "`true` where the message had been stored by an earlier request with the same key.",
    schema: { type: "string", enum: ["true"] },
  },
  Location: { description: "The page to go to.", schema: { type: "string", format: "uri" } },
  "Content-Disposition": { description: "The file's name.", schema: { type: "string" } },
};
