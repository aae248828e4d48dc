import type { Message } from "#client/live-event.ts";
import type { Unsent } from "#client/unsent.ts";
import type { Answer } from "./api.ts";
import type { Contact } from "./contact.ts";
import { loadFollowing } from "./load-following.ts";
import type { Session } from "./session.ts";

export type Delivered = { conversationId: string; message: Message };

type Options = {
  session: Session;
  /** The shown conversation. */
  current: () => { id: string; status: "open" | "closed" } | undefined;
  /** The visitor's open conversation isn't the one shown. */
  onOther: (conversationId: string) => void;
  /** The shown conversation no longer exists. */
  onGone: (conversationId: string) => void;
  pageUrl: () => Promise<string | undefined>;
  /** What is known about the visitor. */
  about: () => Partial<Contact> & { visitorId?: string };
};

/** Sends one message to the right conversation, with the same key in every attempt and on every route. */
export function createDelivery({ session, current, onOther, onGone, pageUrl, about }: Options) {
  // A page's first message reports the page. A changed name or address goes with the next one.
  let hasStarted = false;
  let sentAbout = "";

  const start = async ({ key, body, failures }: Unsent): Promise<Answer<Delivered>> => {
    const first = { message: body, pageUrl: await pageUrl(), ...about() };
    const call = (proof?: object) =>
      session.call<Delivered>({ path: "/public/conversations", body: { ...first, proof }, key });
    const answer = await call();
    const challenge = !answer.ok && answer.problem.challenge;
    // If that chunk fails to load, this throws, and the message is sent again later.
    return challenge ? (await loadFollowing(failures)).prove(challenge, call) : answer;
  };

  const append = async (conversationId: string, { key, body }: Unsent): Promise<Answer<Delivered>> => {
    const changed = JSON.stringify(about()) === sentAbout ? {} : about();
    const path = `/public/conversations/${conversationId}/messages`;
    const answer = await session.call<{ message: Message }>({ path, body: { message: body, ...changed }, key });
    return answer.ok ? { ok: true, value: { conversationId, message: answer.value.message } } : answer;
  };

  const route = async (message: Unsent): Promise<Answer<Delivered>> => {
    const conversation = current();
    if (!conversation || (conversation.status === "open" && !hasStarted)) return start(message);
    const answer = await append(conversation.id, message);
    if (answer.ok) return answer;
    const { status, code, conversationId: other } = answer.problem;
    if (status === 404) {
      onGone(conversation.id);
      return start(message);
    }
    if (code === "open_conversation_exists" && other) {
      onOther(other);
      return append(other, message);
    }
    // An earlier attempt whose response was lost was stored in another conversation. This route finds it by its key.
    if (code === "idempotency_mismatch") return start(message);
    return answer;
  };

  return async (message: Unsent): Promise<Answer<Delivered>> => {
    const aboutNow = JSON.stringify(about());
    const answer = await route(message);
    if (answer.ok) {
      hasStarted = true;
      sentAbout = aboutNow;
    }
    return answer;
  };
}
