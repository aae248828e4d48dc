import type { Challenge } from "./challenge.ts";

/** What can go wrong in the product's own terms. What each means over HTTP is in platform/http/problem.ts. */
export type ErrorCode =
  | "invalid_json"
  | "invalid_request"
  | "unauthenticated"
  | "token_expired"
  | "invalid_credentials"
  | "origin_not_allowed"
  | "site_mismatch"
  | "visitor_mismatch"
  | "not_accepted"
  | "proof_required"
  | "cross_site"
  | "insufficient_scope"
  | "not_found"
  | "method_not_allowed"
  | "payload_too_large"
  | "headers_too_large"
  | "request_timeout"
  | "unsupported_media_type"
  | "link_gone"
  | "conflict"
  | "email_taken"
  | "open_conversation_exists"
  | "idempotency_mismatch"
  | "rate_limited"
  | "unavailable";

export type FieldError = { path: string; message: string };

/** The limit that was reached; how many of what it allows in which time, where it has one, and when to come again. */
export type ReachedLimit = { policy: string; quota: number; windowSeconds?: number; retryAfter: number };

type Extras = {
  errors?: FieldError[];
  conversationId?: string;
  allow?: string;
  detail?: string;
  limit?: ReachedLimit;
  challenge?: Challenge;
};

/** A failure that the caller is told of. `detail` replaces the code's own sentence; it never holds ids or input. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly extras: Extras;

  constructor(code: ErrorCode, extras: Extras = {}) {
    super(code);
    this.code = code;
    this.extras = extras;
  }
}
