import type { Challenge } from "./challenge.ts";

/** What can go wrong, in the product's terms. platform/http/problem.ts maps each to HTTP. */
export type ErrorCode =
  | "invalid_json"
  | "invalid_request"
  | "unauthenticated"
  | "token_expired"
  | "invalid_credentials"
  | "second_factor_required"
  | "origin_not_allowed"
  | "site_mismatch"
  | "visitor_mismatch"
  | "not_accepted"
  | "proof_required"
  | "cross_site"
  | "insufficient_scope"
  | "not_permitted"
  | "second_factor_setup_required"
  | "oidc_required"
  | "not_found"
  | "file_not_found"
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
  | "file_used"
  | "last_owner"
  | "stale_reply"
  | "already_assigned"
  | "rating_closed"
  | "already_read"
  | "rate_limited"
  | "file_kind_not_allowed"
  | "file_rejected"
  | "file_missing"
  | "range_not_satisfiable"
  | "quota_exceeded"
  | "unavailable";

export type FieldError = { path: string; message: string };

/** A limit that was reached: its quota and window if it has one, and when to try again. */
export type ReachedLimit = { policy: string; quota: number; windowSeconds?: number; retryAfter: number };

type Written = { id: string; body: string; senderName?: string };

type Extras = {
  errors?: FieldError[];
  conversationId?: string;
  allow?: string;
  detail?: string;
  limit?: ReachedLimit;
  challenge?: Challenge;
  secondFactor?: { challenge: string; expiresAt: string };
  /** Of `last_owner`: the workspaces that would be without an owner. */
  workspaces?: { id: string; name: string }[];
  /** Of `already_assigned`: who has the conversation. */
  assignee?: { id: string; name?: string } | null;
  /** Of `stale_reply`: what colleagues wrote meanwhile, as JSON. */
  newer?: { messages: Written[]; notes: Written[]; lastSeq: number; lastNote: number };
  /** Seconds, of `unavailable`. */
  retryAfter?: number;
  /** Of `payload_too_large` for a file: the most bytes it may have. */
  maxSize?: number;
  /** Of `range_not_satisfiable`: how many bytes there are. */
  size?: number;
};

/**
 * A failure that the caller gets to see. `detail` replaces the code's own sentence. It never contains ids or input.
 */
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
