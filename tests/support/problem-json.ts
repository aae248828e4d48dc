import { z } from "zod";
import { MessageJson } from "#lib/desk/messages/schema.ts";
import { NoteJson } from "#lib/desk/notes/schema.ts";
import { Challenge } from "#platform/challenge.ts";
import { dateTime } from "#platform/timestamp.ts";

/** Every code of contract.md section 2, with its status. */
export const STATUS_OF_CODE = {
  invalid_json: 400,
  invalid_request: 400,
  unauthenticated: 401,
  token_expired: 401,
  invalid_credentials: 401,
  second_factor_required: 401,
  origin_not_allowed: 403,
  site_mismatch: 403,
  visitor_mismatch: 403,
  not_accepted: 403,
  proof_required: 403,
  cross_site: 403,
  insufficient_scope: 403,
  not_permitted: 403,
  second_factor_setup_required: 403,
  oidc_required: 403,
  not_found: 404,
  file_not_found: 404,
  method_not_allowed: 405,
  link_gone: 410,
  conflict: 409,
  email_taken: 409,
  open_conversation_exists: 409,
  idempotency_mismatch: 409,
  file_used: 409,
  rating_closed: 409,
  already_read: 409,
  last_owner: 409,
  stale_reply: 409,
  already_assigned: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  file_kind_not_allowed: 415,
  file_rejected: 422,
  file_missing: 404,
  range_not_satisfiable: 416,
  quota_exceeded: 507,
  unavailable: 503,
} as const;

const sentence = z.string().regex(/^[A-Za-z].*\w\.?$/);

export const ProblemJson = z
  .strictObject({
    type: z.string(),
    title: sentence,
    status: z.int(),
    detail: sentence,
    code: z.enum(Object.keys(STATUS_OF_CODE)),
    requestId: z.uuid(),
    errors: z.array(z.strictObject({ path: z.string(), message: z.string().min(1) })).optional(),
    conversationId: z.uuid().optional(),
    challenge: Challenge.optional(),
    secondFactor: z.strictObject({ challenge: z.string(), expiresAt: dateTime }).optional(),
    workspaces: z.array(z.strictObject({ id: z.uuid(), name: z.string() })).optional(),
    assignee: z.strictObject({ id: z.uuid(), name: z.string().optional() }).nullable().optional(),
    maxSize: z.int().optional(),
    newer: z
      .strictObject({ messages: z.array(MessageJson), notes: z.array(NoteJson), lastSeq: z.int(), lastNote: z.int() })
      .optional(),
  })
  .refine(({ type, code }) => type === `urn:site-inbox:problem:${code}`, "type names the code")
  .refine(
    ({ challenge, code }) => (challenge !== undefined) === (code === "proof_required"),
    "a challenge comes with proof_required",
  )
  .refine(
    ({ errors, code }) =>
      errors === undefined ||
      code === "invalid_request" ||
      ((code === "file_not_found" || code === "file_used") && errors.every(({ path }) => path.startsWith("files."))) ||
      (code === "invalid_credentials" && errors[0]?.path === "code"),
    "errors come with invalid_request, with refused files, and with a refused code",
  )
  .refine(
    ({ secondFactor, code }) => (secondFactor !== undefined) === (code === "second_factor_required"),
    "secondFactor comes with second_factor_required",
  )
  .refine(
    ({ workspaces, code }) => workspaces === undefined || code === "last_owner",
    "workspaces come with last_owner",
  )
  .refine(
    ({ assignee, code }) => (assignee !== undefined) === (code === "already_assigned"),
    "assignee comes with already_assigned",
  )
  .refine(({ newer, code }) => (newer !== undefined) === (code === "stale_reply"), "newer comes with stale_reply")
  .refine(
    ({ conversationId, code }) => (conversationId !== undefined) === (code === "open_conversation_exists"),
    "conversationId comes with open_conversation_exists",
  );
export type ProblemJson = z.infer<typeof ProblemJson>;
