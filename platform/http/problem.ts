import type { Challenge } from "../challenge.ts";
import { isUnavailable } from "../database/database-failure.ts";
import { AppError, type ErrorCode, type FieldError, type ReachedLimit } from "../errors.ts";
import { logFailure } from "../failure-log.ts";
import { countProblem } from "../metrics/count.ts";
import { newId } from "../new-id.ts";
import { apiHeaders } from "./api-headers.ts";
import { type HttpResponse, type ResponseHeaders, toResponse } from "./response.ts";

type Kind = { status: number; title: string; detail: string };

const UNAUTHENTICATED = "Send a valid token in the Authorization header.";

// contract.md section 2. The sentences are fixed: none contains an id or input.
export const PROBLEM_KINDS: Record<ErrorCode | "internal", Kind> = {
  invalid_json: { status: 400, title: "Not a JSON object", detail: "The body must be a JSON object in UTF-8." },
  invalid_request: { status: 400, title: "Invalid request", detail: "A field is invalid. See errors." },
  unauthenticated: { status: 401, title: "Not authenticated", detail: UNAUTHENTICATED },
  token_expired: { status: 401, title: "Token expired", detail: "The token has expired. Get a new one." },
  invalid_credentials: { status: 401, title: "Login failed", detail: "Incorrect email or password." },
  second_factor_required: {
    status: 401,
    title: "Two-factor code required",
    detail: "The password is right. Send the challenge with a code to finish logging in.",
  },
  origin_not_allowed: {
    status: 403,
    title: "Origin not allowed",
    detail: "This site's widget is not for this origin.",
  },
  site_mismatch: { status: 403, title: "Another site's token", detail: "siteKey is not the key of the token's site." },
  visitor_mismatch: { status: 403, title: "Another visitor", detail: "The visitor could not be verified." },
  not_accepted: { status: 403, title: "Not accepted", detail: "This was not accepted." },
  proof_required: {
    status: 403,
    title: "Proof of work required",
    detail:
      "Very many conversations are starting here. Send the request again with proof: the challenge and its solution.",
  },
  cross_site: { status: 403, title: "Cross-site request", detail: "A cookie is not accepted from another site." },
  insufficient_scope: {
    status: 403,
    title: "Not for this API key",
    detail: "This requires an API key with a wider scope, or a session.",
  },
  not_permitted: { status: 403, title: "Not permitted", detail: "Your role doesn't allow this." },
  second_factor_setup_required: {
    status: 403,
    title: "Two-factor login required",
    detail: "This workspace requires two-factor login. Set it up for your account first.",
  },
  oidc_required: {
    status: 403,
    title: "Login through the provider required",
    detail: "This workspace requires logging in through the service's login provider.",
  },
  not_found: { status: 404, title: "Not found", detail: "This doesn't exist, or it isn't yours." },
  file_not_found: {
    status: 404,
    title: "File not found",
    detail: "A file doesn't exist, has expired, or isn't yours. See errors.",
  },
  method_not_allowed: {
    status: 405,
    title: "Method not allowed",
    detail: "The Allow header lists the allowed methods.",
  },
  payload_too_large: { status: 413, title: "Body too large", detail: "A body may have at most 64 KiB." },
  headers_too_large: { status: 431, title: "Headers too large", detail: "The header fields are too large." },
  request_timeout: { status: 408, title: "Request timeout", detail: "The request did not arrive in time." },
  unsupported_media_type: {
    status: 415,
    title: "Unsupported media type",
    detail: "Send application/json in UTF-8, without a Content-Encoding.",
  },
  link_gone: {
    status: 410,
    title: "Link used or expired",
    detail: "This link was already used or has expired. Request a new one.",
  },
  conflict: { status: 409, title: "Conflict", detail: "Something else changed this at the same time." },
  email_taken: { status: 409, title: "Email taken", detail: "An account with this email already exists." },
  open_conversation_exists: {
    status: 409,
    title: "Another open conversation",
    detail: "The visitor has another open conversation.",
  },
  idempotency_mismatch: {
    status: 409,
    title: "Key used for another message",
    detail: "This Idempotency-Key belongs to another message. Send a new message with a new key.",
  },
  file_used: {
    status: 409,
    title: "File already sent",
    detail: "A message already has this file. Upload it again to send it again.",
  },
  last_owner: {
    status: 409,
    title: "Last owner",
    detail: "A workspace needs an owner. Hand it over or delete it first.",
  },
  stale_reply: {
    status: 409,
    title: "A colleague was faster",
    detail: "A colleague wrote after what you had seen, so nothing was changed. See newer.",
  },
  already_assigned: {
    status: 409,
    title: "Already assigned",
    detail: "Someone else was assigned meanwhile, so nothing was changed.",
  },
  rating_closed: {
    status: 409,
    title: "Not to be rated",
    detail: "This conversation can't be rated now, or no longer for this close. Nothing was changed.",
  },
  already_read: {
    status: 409,
    title: "Already read",
    detail: "Someone may have read this message by now, so it wasn't deleted.",
  },
  file_kind_not_allowed: {
    status: 415,
    title: "Kind of file not allowed",
    detail: "This site doesn't accept files of this kind. Its settings list the kinds it accepts.",
  },
  file_rejected: {
    status: 422,
    title: "File rejected",
    detail: "The virus scanner found something in this file, so it wasn't stored.",
  },
  file_missing: {
    status: 404,
    title: "File missing",
    detail: "This file was sent, but its content is no longer in the service's storage.",
  },
  range_not_satisfiable: {
    status: 416,
    title: "Range not satisfiable",
    detail: "The requested range is outside the file.",
  },
  quota_exceeded: {
    status: 507,
    title: "No space for files",
    detail: "There's no space left for files, so this one wasn't stored.",
  },
  rate_limited: {
    status: 429,
    title: "Too many requests",
    detail: "Too many requests. Try again after the number of seconds in Retry-After.",
  },
  internal: { status: 500, title: "Internal error", detail: "Something went wrong on the server. It was logged." },
  unavailable: {
    status: 503,
    title: "Unavailable",
    detail: "The database is unavailable or too slow. Try again soon.",
  },
};

/** When to try again if the service is unavailable. */
export const RETRY_AFTER_SECONDS = 2;

/** The body of an error response: RFC 9457. */
export type ProblemJson = {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  requestId: string;
  errors?: FieldError[];
  conversationId?: string;
  challenge?: Challenge;
} & Pick<AppError["extras"], "secondFactor" | "workspaces" | "assignee" | "newer" | "maxSize">;

function asAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  return isUnavailable(error) ? new AppError("unavailable") : null;
}

/** Builds the response to a failed request. An unexpected error is logged and becomes a 500. */
export function problemResponse(error: unknown, requestId: string): HttpResponse & { body: string } {
  const known = asAppError(error);
  const code = known?.code ?? "internal";
  const { status, title, detail } = PROBLEM_KINDS[code];
  const { allow, limit, retryAfter, size, detail: ownDetail, ...extras } = known?.extras ?? {};
  // Asked to come back later, the caller hasn't met a failure. A full disk was logged where it was noticed.
  if (status >= 500 && retryAfter === undefined && code !== "quota_exceeded")
    logFailure(error, "request failed", { requestId, status });
  countProblem(code, limit?.policy);
  const body: ProblemJson = {
    type: `urn:site-inbox:problem:${code}`,
    title,
    status,
    detail: ownDetail ?? detail,
    code,
    requestId,
    ...extras,
  };
  const headers = apiHeaders(requestId);
  headers.set("Content-Type", "application/problem+json");
  if (status === 401) headers.set("WWW-Authenticate", "Bearer");
  if (status === 503) headers.set("Retry-After", String(retryAfter ?? RETRY_AFTER_SECONDS));
  if (status === 413) headers.set("Connection", "close");
  if (allow !== undefined) headers.set("Allow", allow);
  if (size !== undefined) headers.set("Content-Range", `bytes */${size}`);
  if (limit !== undefined) setLimitFields(headers, limit);
  return { status, headers, body: JSON.stringify(body) };
}

/**
 * Sets the headers that name the limit and when to try again: RFC 9110 section 10.2.3,
 * draft-ietf-httpapi-ratelimit-headers-11.
 */
function setLimitFields(headers: ResponseHeaders, { policy, quota, windowSeconds, retryAfter }: ReachedLimit): void {
  const measure = windowSeconds === undefined ? 'qu="concurrent-requests"' : `w=${windowSeconds}`;
  headers.set("Retry-After", String(retryAfter));
  headers.set("RateLimit-Policy", `"${policy}";q=${quota};${measure}`);
  headers.set("RateLimit", `"${policy}";r=0;t=${retryAfter}`);
}

/** Responds in the API's format to a request that was refused before or inside a handler that isn't ours. */
export async function limitResponse(
  run: (onRefusal: (error: AppError) => void) => Promise<Response>,
): Promise<Response> {
  let refusal: AppError | undefined;
  const noteRefusal = (error: AppError) => {
    refusal = error;
  };
  const response = await run(noteRefusal).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    return toResponse(problemResponse(error, newId()));
  });
  return refusal ? toResponse(problemResponse(refusal, newId())) : response;
}
