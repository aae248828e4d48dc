import { testEnvironment } from "./environment.ts";
import { newOwner } from "./factories.ts";

export type SiteFields = { name?: string; domain?: string | null; accentColor?: string; welcomeMessage?: string };
type SiteJson = { id: string; publicKey: string; name: string };
type ConversationJson = {
  id: string;
  status: string;
  pageUrl?: string;
  lastMessagePreview?: string;
  visitorName?: string;
  visitorEmail?: string;
  visitorExternalId?: string;
};
type MessageJson = { body: string; seq: number; senderType: string };

/** A new owner with one site, and what the owner can see of it. */
export type SiteOfOwner = {
  site: SiteJson;
  conversations: () => Promise<ConversationJson[]>;
  messages: (conversationId: string) => Promise<MessageJson[]>;
  closeConversation: (id: string) => Promise<void>;
};

export async function createSiteOfOwner(fields: SiteFields = {}): Promise<SiteOfOwner> {
  const { token } = await newOwner();
  const { site } = await call<{ site: SiteJson }>("POST", "/sites", { name: "Corner shop", ...fields }, token);
  return {
    site,
    conversations: async () =>
      (await call<{ conversations: ConversationJson[] }>("GET", "/conversations", undefined, token)).conversations,
    messages: async (id) =>
      (await call<{ messages: MessageJson[] }>("GET", `/conversations/${id}/messages?limit=100`, undefined, token))
        .messages,
    closeConversation: async (id) => {
      await call("PATCH", `/conversations/${id}`, { status: "closed" }, token);
    },
  };
}

/** A visitor who wrote before, from a program instead of the widget. */
export async function writeAsVisitor(siteKey: string, messages: string[]) {
  const session = await call<{ token: string; visitorId: string; visitorToken: string }>(
    "POST",
    "/public/widget-session",
    { siteKey },
  );
  for (const message of messages) await call("POST", "/public/conversations", { message }, session.token);
  return { id: session.visitorId, token: session.visitorToken };
}

async function call<T>(method: string, path: string, body?: object, token?: string): Promise<T> {
  const response = await fetch(testEnvironment.baseUrl + path, {
    method,
    headers: {
      ...(body && { "Content-Type": "application/json" }),
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}
