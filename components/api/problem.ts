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
  unauthenticated: "Your session has ended. Log in again to go on.",
  token_expired: "Your session has ended. Log in again to go on.",
  invalid_credentials: "The password is wrong. Check it and try again.",
  not_found: "This is no longer there. It may have been deleted.",
  not_accepted: "New accounts are not accepted here.",
  link_gone: "This link was used already, or is too old. Ask for a new one.",
  email_taken: "There is an account with this e-mail already.",
  payload_too_large: "This is too much text to send at once. Shorten it and try again.",
  unavailable: "The service is not available right now. What you typed is kept; try again in a moment.",
};

const FAILED = "Something went wrong on our side. What you typed is kept; try again in a moment.";

const tooMuch = (seconds: number) =>
  `That was too much in a short time. What you typed is kept; try again ${waitWords(seconds)}.`;

/** Nothing came back at all. */
export function unreachable(): ApiProblem {
  const words = navigator.onLine
    ? "The service could not be reached. What you typed is kept; try again in a moment."
    : "You are offline. What you typed is kept; try again when you are back.";
  return { status: 0, code: "unreachable", words, fields: {}, retryAfter: 0 };
}

export async function problemOf(response: Response): Promise<ApiProblem> {
  const { status, headers } = response;
  const body: ProblemBody = await response.json().catch(() => ({}));
  const code = body.code ?? "";
  const fields = Object.fromEntries((body.errors ?? []).map(({ path, message }) => [path, sentence(message)]));
  const hasFields = Object.keys(fields).length > 0;
  const retryAfter = Math.max(0, Number(headers.get("Retry-After")) || 0);
  const known = status === 429 ? tooMuch(retryAfter) : WORDS[code];
  const words = known ?? (hasFields ? "Check the marked fields, then try again." : FAILED);
  return { status, code, words, fields, retryAfter, conversationId: body.conversationId };
}

// The API says "must be at most 80 characters"; beside a field that is a sentence about it.
function sentence(message: string): string {
  return `${/^(must|is) /.test(message) ? `This ${message}` : message.charAt(0).toUpperCase() + message.slice(1)}.`;
}
