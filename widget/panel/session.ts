import { type Answer, type ApiRequest, callApi } from "./api.ts";
import type { SiteLook } from "./site-look.ts";
import { readStored, type Storage } from "./storage.ts";

type Visitor = { id: string; token: string };

type SessionAnswer = {
  token: string;
  visitorId: string;
  visitorToken: string;
  site: SiteLook;
  conversation?: { id: string };
};

export type Session = {
  /** The session there is, or a new one. */
  open: () => Promise<Answer<SessionAnswer>>;
  /** A request with the session's token; when that has run out, once more with a new one. */
  call: <T>(request: ApiRequest) => Promise<Answer<T>>;
  /** Drops the session if another tab of this browser has become a visitor of its own meanwhile. */
  shareVisitor: () => void;
};

const STORED = "visitor";

export function createSession(siteKey: string, storage: Storage): Session {
  let current: Promise<Answer<SessionAnswer>> | undefined;
  let visitorId: string | undefined;

  const start = async () => {
    const visitorToken = readStored(storage, STORED, isVisitor)?.token;
    const body = { siteKey, ...(visitorToken && { visitorToken }) };
    const answer = await callApi<SessionAnswer>({ path: "/public/widget-session", body });
    if (!answer.ok) {
      current = undefined;
      return answer;
    }
    visitorId = answer.value.visitorId;
    storage.set(STORED, JSON.stringify({ id: visitorId, token: answer.value.visitorToken } satisfies Visitor));
    return answer;
  };

  const open = () => {
    current ??= start();
    return current;
  };

  const call = async <T>(request: ApiRequest): Promise<Answer<T>> => {
    const session = await open();
    if (!session.ok) return session;
    const answer = await callApi<T>({ ...request, token: session.value.token });
    if (answer.ok || answer.problem.status !== 401) return answer;
    current = undefined;
    const renewed = await open();
    if (!renewed.ok) return renewed;
    return callApi<T>({ ...request, token: renewed.value.token });
  };

  return {
    open,
    call,
    shareVisitor: () => {
      const stored = readStored(storage, STORED, isVisitor);
      if (stored && stored.id !== visitorId) current = undefined;
    },
  };
}

function isVisitor(value: unknown): value is Visitor {
  if (typeof value !== "object" || value === null) return false;
  const { id, token } = value as Record<string, unknown>;
  return typeof id === "string" && typeof token === "string";
}
