import type { SendProblem } from "#client/send-problem.ts";
import { problemCopy } from "#components/catalogs/problems.ts";
import { waitWords } from "#components/time/wait-words.ts";
import type { MessageJson } from "#lib/desk/messages/schema.ts";
import type { NoteJson } from "#lib/desk/notes/schema.ts";
import type { FieldError } from "#platform/errors.ts";
import { fieldWords } from "./field-words.ts";

export type WorkspaceRef = { id: string; name: string };
type Holder = { id: string; name?: string } | null;
type ProblemBody = {
  code?: string;
  errors?: FieldError[];
  conversationId?: string;
  assignee?: Holder;
  detail?: string;
  secondFactor?: { challenge: string };
  workspaces?: WorkspaceRef[];
  newer?: Newer;
};

/** What colleagues wrote after the last message and note that the caller had seen. */
export type Newer = { messages: MessageJson[]; notes: NoteJson[] };

/** Returns what kept something from being sent or changed: a colleague's reply, or else their note. */
export function newerOf({ messages, notes }: Newer): NonNullable<SendProblem["newer"]> {
  const [reply, note] = [messages.at(-1), notes.at(-1)];
  return reply ? { by: "reply", name: reply.senderName } : { by: "note", name: note?.authorName };
}

/** Why a call failed, with a message to show. */
export type ApiProblem = {
  /** 0 without a response. */
  status: number;
  code: string;
  words: string;
  /** Errors by field name. */
  fields: Record<string, string>;
  /** Seconds to wait before trying again. */
  retryAfter: number;
  conversationId?: string | undefined;
  /** Of `already_assigned`: who has the conversation. */
  assignee?: Holder | undefined;
  /** What the service says about this very call, if it's more than the code does. */
  detail?: string | undefined;
  /** Of a login whose password was right: what its second step sends. */
  challenge?: string | undefined;
  /** Of `last_owner`: which workspaces would have no owner. */
  workspaces?: WorkspaceRef[] | undefined;
  newer?: Newer | undefined;
};

const WORDS: Record<string, string> = {
  unauthenticated: problemCopy.sessionEnded,
  token_expired: problemCopy.sessionEnded,
  invalid_credentials: problemCopy.wrongPassword,
  not_found: problemCopy.notFound,
  not_permitted: problemCopy.notPermitted,
  second_factor_setup_required: problemCopy.needsSecondFactor,
  oidc_required: problemCopy.needsProvider,
  not_accepted: problemCopy.noMail,
  link_gone: problemCopy.linkGone,
  email_taken: problemCopy.emailTaken,
  payload_too_large: problemCopy.tooLarge,
  unavailable: problemCopy.unavailable,
};

/** Returns what a call returns, for an invalid field that no call is needed for. */
export const fieldProblem = (field: string, words: string): { ok: false; problem: ApiProblem } => ({
  ok: false,
  problem: { status: 0, code: "", words, fields: { [field]: words }, retryAfter: 0 },
});

/** The problem of a call without any response. */
export function unreachable(): ApiProblem {
  const words = navigator.onLine ? problemCopy.unreachable : problemCopy.offline;
  return { status: 0, code: "unreachable", words, fields: {}, retryAfter: 0 };
}

export async function problemOf(response: Response): Promise<ApiProblem> {
  const { status, headers } = response;
  const body: ProblemBody = await response.json().catch(() => ({}));
  const code = body.code ?? "";
  const fields = Object.fromEntries((body.errors ?? []).map(({ path, message }) => [path, fieldWords(path, message)]));
  const hasFields = Object.keys(fields).length > 0;
  const retryAfter = Math.max(0, Number(headers.get("Retry-After")) || 0);
  const known = status === 429 ? problemCopy.tooManyRequests(waitWords(retryAfter)) : WORDS[code];
  const words = known ?? (hasFields ? problemCopy.fields : problemCopy.failed);
  const { conversationId, detail, assignee, secondFactor, workspaces, newer } = body;
  const challenge = secondFactor?.challenge;
  return { status, code, words, fields, retryAfter, conversationId, detail, assignee, challenge, workspaces, newer };
}
