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
      "An API key from the account page, valid until it's revoked. `read` allows everything that changes nothing, `write` also the inbox and the settings of sites, and `manage` also exports, identity secrets, webhooks and deleting. Changing the account, its sessions and its keys needs a session; any key can read the account (`GET /account`).",
  },
  sessionCookie: {
    type: "apiKey",
    in: "cookie",
    name: "next-auth.session-token",
    description:
      "The dashboard's cookie. With https, its name begins with `__Host-`. It can't change anything from another site, and an Authorization header takes precedence over it.",
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
    description: "The id of this request, which is also in the service's log.",
    schema: { type: "string", format: "uuid" },
  },
  "Retry-After": {
    description: "The number of seconds to wait before trying again.",
    schema: { type: "integer", minimum: 1 },
  },
  RateLimit: {
    description:
      "The limit that was reached, and the number of seconds until it resets (draft-ietf-httpapi-ratelimit-headers).",
    schema: { type: "string" },
  },
  "RateLimit-Policy": { description: "The limit's quota and its window in seconds.", schema: { type: "string" } },
  "WWW-Authenticate": { description: "Always `Bearer`.", schema: { type: "string" } },
  "Idempotent-Replayed": {
    description: "`true` if an earlier request with the same key stored the message.",
    schema: { type: "string", enum: ["true"] },
  },
  Location: { description: "The page to redirect to.", schema: { type: "string", format: "uri" } },
  "Content-Disposition": { description: "The file's name.", schema: { type: "string" } },
};
