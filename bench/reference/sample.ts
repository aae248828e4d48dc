import type { VisitorScope } from "#lib/access/scopes.ts";
import { type NewMessage, previewOf } from "#lib/messages/rules.ts";

const id = (digit: number) => `00000000-0000-7000-8000-00000000000${digit}`;

/** Input that is nobody's: statements are made with it once, and its values are then replaced. */
export const SAMPLE = {
  visitorId: id(1),
  siteId: id(2),
  conversationId: id(3),
  messageId: id(4),
  workspaceId: id(5),
  key: "sample-key",
  pageUrl: "sample-page",
  // Longer than a preview, so that the two differ.
  body: "sample ".repeat(100),
  limit: -1,
};

const { visitorId, siteId } = SAMPLE;
export const sampleVisitor = { visitorId, siteId, siteKey: "", externalId: null, tokenEndsAt: null } as VisitorScope;

export const sampleMessage: NewMessage = {
  id: SAMPLE.messageId,
  sender: { type: "visitor", id: SAMPLE.visitorId },
  body: SAMPLE.body,
  key: SAMPLE.key,
};

/** What a visitor's request to send brings. */
export type Sending = {
  visitorId: string;
  siteId: string;
  conversationId: string;
  messageId: string;
  body: string;
  key: string | null;
  pageUrl: string | null;
};

/** Where each of it goes in a statement that was made with the sample. */
export const SENDING_PLACES = new Map<unknown, (input: Sending) => unknown>([
  [SAMPLE.visitorId, ({ visitorId }) => visitorId],
  [SAMPLE.siteId, ({ siteId }) => siteId],
  [SAMPLE.conversationId, ({ conversationId }) => conversationId],
  [SAMPLE.messageId, ({ messageId }) => messageId],
  [SAMPLE.body, ({ body }) => body],
  [previewOf(SAMPLE.body), ({ body }) => previewOf(body)],
  [SAMPLE.key, ({ key }) => key],
  [SAMPLE.pageUrl, ({ pageUrl }) => pageUrl],
]);
