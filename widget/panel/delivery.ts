import type { Message } from "#client/live-event.ts";
import type { Unsent } from "#client/unsent.ts";
import type { Challenge } from "#platform/challenge.ts";
import type { ApiResult } from "./api.ts";
import type { Contact } from "./contact.ts";
import type { Session } from "./session.ts";

export type Delivered = { conversationId: string; message: Message };

export type DeliveryOptions = {
  session: Session;
  /** The shown conversation. */
  current: () => { id: string; status: "open" | "closed" } | undefined;
  /** Whether this one was closed before the visitor came. It's shown to be rated, and what they write has its own. */
  isPast: (conversationId: string) => boolean;
  /** The visitor's open conversation isn't the one shown. */
  onOther: (conversationId: string) => void;
  /** The shown conversation no longer exists. */
  onGone: (conversationId: string) => void;
  pageUrl: () => Promise<string | undefined>;
  /** The site's greeting that the visitor replies to. */
  greeting: () => string | undefined;
  /** What is known about the visitor. */
  about: () => Partial<Contact> & { visitorId?: string };
};

/** Sends one message to the right conversation, with the same key in every attempt and on every route. */
export function createDelivery(options: DeliveryOptions) {
  const { session, current, isPast, onOther, onGone, pageUrl, greeting, about } = options;
  // A page's first message reports the page. A changed name or address goes with the next one.
  let hasStarted = false;
  let sentAbout = "";

  const post = <T>(path: string, { key, body: message, files }: Unsent, more: object) =>
    session.call<T>({ path: `/public/conversations${path}`, body: { message, files, ...more }, key });

  const start = async (unsent: Unsent): Promise<ApiResult<Delivered>> => {
    const first = { pageUrl: await pageUrl(), greeting: greeting(), language: siteInboxWords?.language, ...about() };
    const call = (proof?: object) => post<Delivered>("", unsent, { ...first, proof });
    const result = await call();
    const challenge = !result.ok && result.problem.challenge;
    return challenge ? prove(challenge, call) : result;
  };

  const append = async (conversationId: string, unsent: Unsent): Promise<ApiResult<Delivered>> => {
    const changed = JSON.stringify(about()) === sentAbout ? {} : about();
    const result = await post<{ message: Message }>(`/${conversationId}/messages`, unsent, changed);
    return result.ok ? { ok: true, value: { conversationId, message: result.value.message } } : result;
  };

  const route = async (message: Unsent): Promise<ApiResult<Delivered>> => {
    const conversation = current();
    if (!conversation || (conversation.status === "open" ? !hasStarted : isPast(conversation.id)))
      return start(message);
    const result = await append(conversation.id, message);
    if (result.ok) return result;
    const { code, conversationId: other } = result.problem;
    if (code === "not_found") {
      onGone(conversation.id);
      return start(message);
    }
    // Only `open_conversation_exists` names it.
    if (other) {
      onOther(other);
      return append(other, message);
    }
    // An earlier attempt whose response was lost was stored in another conversation. This route finds it by its key.
    if (code === "idempotency_mismatch") return start(message);
    return result;
  };

  return async (message: Unsent): Promise<ApiResult<Delivered>> => {
    const aboutNow = JSON.stringify(about());
    const result = await route(message);
    if (result.ok) {
      hasStarted = true;
      sentAbout = aboutNow;
    }
    return result;
  };
}

declare global {
  /** The path of the chunk that solves challenges, inserted by the build. */
  const PROOF_PATH: string;
}

/**
 * Repeats a request with a proof. Throws if the chunk fails to load, the challenge can't be solved, or the proof is
 * rejected. The message is sent again later.
 */
async function prove<T>(challenge: Challenge, again: (proof: object) => Promise<ApiResult<T>>): Promise<ApiResult<T>> {
  // Browsers remember a module that failed to load, so each attempt has its own URL.
  const { solve }: typeof import("./proof.ts") = await import(`${PROOF_PATH}?${Math.random()}`);
  const result = await again(await solve(challenge));
  if (!result.ok && result.problem.challenge) throw new Error("the proof was rejected");
  return result;
}
