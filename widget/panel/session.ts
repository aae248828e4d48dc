import { readStored, type Storage } from "#client/storage.ts";
import { withLock } from "#client/with-lock.ts";
import type { VisitorConversationJson } from "#lib/desk/conversations/schema.ts";
import { type ApiRequest, type ApiResult, callApi } from "./api.ts";
import { createQuiet } from "./quiet.ts";
import type { SiteLook } from "./site-look.ts";

type Visitor = { id: string; token: string };

export type SessionResponse = {
  token: string;
  expiresAt: string;
  now: string;
  visitorId: string;
  visitorToken: string;
  site: SiteLook;
  emailKnown: boolean;
  conversation?: VisitorConversationJson;
};

export type Entrance = {
  /** Returns the session, opening one if needed. */
  open: () => Promise<ApiResult<SessionResponse>>;
  /** Discards the session, or only the one with this token, so that the next call opens another. */
  drop: (token?: string) => void;
  /** Sends a request as it is. */
  send: typeof callApi;
  /** Whether another tab has become another visitor meanwhile, or forgotten this one. */
  compareStored: () => "same" | "other" | "none";
  /** Sends a request with the session's token, once the part with the conversation has loaded. */
  call?: Session["call"];
};

/** What the conversation needs of it. */
export type Session = Pick<Entrance, "open" | "drop"> & {
  /** Sends a request with the session's token. */
  call: <T>(request: ApiRequest) => Promise<ApiResult<T>>;
};

const STORED = "visitor";
/** Tabs see each other's storage with a slight delay. */
const SPREAD_MS = 100;
/** Renews a token before it expires, because a stream ends with its token. */
const RENEW_BEFORE_MS = 60_000;

type Options = {
  siteKey: string;
  /** The widget's. */
  language?: string | undefined;
  storage: Storage;
  locks: LockManager | undefined;
  /** The proof of who the visitor is, if the page has given it. */
  proof?: { visitorId: string | undefined; visitorHash: string | undefined };
  /** The result of opening a session. It may be another visitor's than before. */
  onResult: (result: ApiResult<SessionResponse>) => void;
};

/** The visitor's session with one site. All tabs of a browser are one visitor, even if several open at once. */
export function createSession({ siteKey, language, storage, locks, proof, onResult }: Options): Entrance {
  const quiet = createQuiet();
  let current: Promise<ApiResult<SessionResponse>> | undefined;
  let token: string | undefined;
  let visitorId: string | undefined;
  let renewAt: number | undefined;

  const request = async () => {
    const visitorToken = readStored(storage, STORED, isVisitor)?.token;
    const body = { siteKey, visitorToken, language, ...proof };
    const result = await quiet(() => callApi<SessionResponse>({ path: "/public/widget-session", body }));
    if (result.ok) {
      token = result.value.token;
      visitorId = result.value.visitorId;
      const lifetime = Date.parse(result.value.expiresAt) - Date.now() - RENEW_BEFORE_MS;
      // With a wrong clock it would be renewed constantly, so it's renewed once it's rejected.
      renewAt = lifetime > 0 ? performance.now() + lifetime : undefined;
      storage.set(STORED, JSON.stringify({ id: visitorId, token: result.value.visitorToken } satisfies Visitor));
    }
    onResult(result);
    return result;
  };

  // The first of several tabs becomes a visitor, and the others become the same one.
  const requestFirst = () =>
    new Promise<ApiResult<SessionResponse>>((resolve) => {
      void withLock({ locks, name: `site-inbox:${siteKey}:visitor` }, async () => {
        const isNew = !storage.get(STORED);
        resolve(await request());
        if (isNew) await new Promise((spread) => setTimeout(spread, SPREAD_MS));
      });
    });

  const open = () => {
    if (renewAt && performance.now() > renewAt) {
      renewAt = undefined;
      drop();
    }
    current ??= (storage.get(STORED) ? request() : requestFirst()).then((result) => {
      if (!result.ok) current = undefined;
      return result;
    });
    return current;
  };

  // Several calls may find out at once that the token has expired.
  const drop = (refused = token) => {
    if (refused === token) current = token = undefined;
  };

  return {
    open,
    drop,
    send: callApi,
    compareStored: () => {
      const stored = readStored(storage, STORED, isVisitor);
      if (!visitorId) return "same";
      if (!stored) return "none";
      return stored.id === visitorId ? "same" : "other";
    },
  };
}

function isVisitor(value: unknown): value is Visitor {
  const { id, token } = Object(value) as Record<string, unknown>;
  return typeof id === "string" && typeof token === "string";
}
