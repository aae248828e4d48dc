import type { Api, GrammyError } from "grammy";
import { fetch, type RequestInit, Response } from "undici";
import { env } from "../env.ts";
import { readWhole } from "../outgoing/read-response.ts";

const CALL_SECONDS = 15;
const SECOND_MS = 1_000;
const RETRY_AFTER_MAX = 3_600;
// A hundred updates, which is what one call returns at most, with the longest texts.
const BYTES_MAX = 4 * 1024 * 1024;

/** Why a call of the Bot API failed. All but `unreachable` and `redirected` are the API's own responses. */
export type BotFailure =
  /** Another program receives the bot's updates. */
  | "conflict"
  | "unauthorized"
  /** The person blocked the bot, never started it, or deleted their account. */
  | "forbidden"
  | "chat_gone"
  | "refused"
  | "rate_limited"
  | "server_error"
  | "redirected"
  | "unreachable";

/** A failed call. Its message doesn't contain the token. */
export class BotApiError extends Error {
  override readonly name = "BotApiError";
  readonly failure: BotFailure;
  /** How many seconds the API asks to wait, if it does. */
  readonly retryAfter: number | undefined;

  constructor(failure: BotFailure, method: string, retryAfter?: number) {
    super(`${method}: ${failure}`);
    this.failure = failure;
    this.retryAfter = retryAfter;
  }
}

const BY_CODE: Record<number, BotFailure> = {
  401: "unauthorized",
  403: "forbidden",
  // The API's response to a token that has never existed.
  404: "unauthorized",
  409: "conflict",
  429: "rate_limited",
};

function failureOfResponse({ error_code, description }: GrammyError): BotFailure {
  if (error_code >= 500) return "server_error";
  if (error_code === 400 && /chat not found|user is deactivated/i.test(description)) return "chat_gone";
  return BY_CODE[error_code] ?? "refused";
}

/** Whether the service has a Telegram bot. */
export const isTelegramOn = (): boolean => env().TELEGRAM_BOT_TOKEN !== undefined;

/** Whether the same call may succeed later. */
export const isTransient = (failure: BotFailure): boolean =>
  failure === "rate_limited" || failure === "server_error" || failure === "unreachable";

type Bounds = { signal: AbortSignal; seconds?: number };

/**
 * Makes a call of the Bot API, at the address that the operator chose and no other. Throws `BotApiError`. What the API
 * takes longer for than `seconds` counts as unreachable.
 */
export async function callBot<T>(
  method: string,
  call: (api: Api) => Promise<T>,
  { signal, seconds = CALL_SECONDS }: Bounds,
): Promise<T> {
  const { TELEGRAM_BOT_TOKEN, TELEGRAM_API_URL } = env();
  if (!TELEGRAM_BOT_TOKEN) throw new BotApiError("unauthorized", method);
  // Loaded by the first call, so that a service without a bot does without.
  const { Api, GrammyError, HttpError } = await import("grammy");
  const until = AbortSignal.any([signal, AbortSignal.timeout(seconds * SECOND_MS)]);
  const api = new Api(TELEGRAM_BOT_TOKEN, {
    apiRoot: TELEGRAM_API_URL,
    // grammY brings an AbortSignal of its own, which no current fetch accepts.
    fetch: async (url: string, { method: verb, headers, body }: RequestInit) => {
      const response = await fetch(url, {
        method: verb,
        headers,
        body,
        redirect: "manual",
        signal: until,
      } as RequestInit);
      if (response.status >= 300 && response.status < 400) throw new BotApiError("redirected", method);
      const { status, statusText, headers: received } = response;
      return new Response(await readWhole(response.body, BYTES_MAX), { status, statusText, headers: received });
    },
  });
  try {
    return await call(api);
  } catch (error) {
    if (error instanceof HttpError && error.error instanceof BotApiError) throw error.error;
    if (!(error instanceof GrammyError)) throw new BotApiError("unreachable", method);
    const { retry_after: wanted } = error.parameters;
    const retryAfter = wanted === undefined ? undefined : Math.min(wanted, RETRY_AFTER_MAX);
    throw new BotApiError(failureOfResponse(error), method, retryAfter);
  }
}
