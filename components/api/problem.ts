import { problemCopy } from "#components/catalogs/problems.ts";
import { waitWords } from "#components/time/wait-words.ts";
import type { FieldError } from "#platform/errors.ts";

type ProblemBody = { code?: string; errors?: FieldError[]; conversationId?: string };

/** Why a call failed, in words that can be shown. */
export type ApiProblem = {
  /** 0 where nothing came back at all. */
  status: number;
  code: string;
  words: string;
  /** What is wrong with a field, by its name. */
  fields: Record<string, string>;
  /** How long the service wants to be left alone, in seconds. */
  retryAfter: number;
  conversationId?: string | undefined;
};

const WORDS: Record<string, string> = {
  unauthenticated: problemCopy.sessionEnded,
  token_expired: problemCopy.sessionEnded,
  invalid_credentials: problemCopy.wrongPassword,
  not_found: problemCopy.notFound,
  not_accepted: problemCopy.signUpClosed,
  link_gone: problemCopy.linkGone,
  email_taken: problemCopy.emailTaken,
  payload_too_large: problemCopy.tooLarge,
  unavailable: problemCopy.unavailable,
};

/** Nothing came back at all. */
export function unreachable(): ApiProblem {
  const words = navigator.onLine ? problemCopy.unreachable : problemCopy.offline;
  return { status: 0, code: "unreachable", words, fields: {}, retryAfter: 0 };
}

export async function problemOf(response: Response): Promise<ApiProblem> {
  const { status, headers } = response;
  const body: ProblemBody = await response.json().catch(() => ({}));
  const code = body.code ?? "";
  const fields = Object.fromEntries((body.errors ?? []).map(({ path, message }) => [path, sentence(message)]));
  const hasFields = Object.keys(fields).length > 0;
  const retryAfter = Math.max(0, Number(headers.get("Retry-After")) || 0);
  const known = status === 429 ? problemCopy.tooManyRequests(waitWords(retryAfter)) : WORDS[code];
  const words = known ?? (hasFields ? problemCopy.fields : problemCopy.failed);
  return { status, code, words, fields, retryAfter, conversationId: body.conversationId };
}

// The API says "must be at most 80 characters"; beside a field that is a sentence about it.
function sentence(message: string): string {
  return `${/^(must|is) /.test(message) ? `This ${message}` : message.charAt(0).toUpperCase() + message.slice(1)}.`;
}
