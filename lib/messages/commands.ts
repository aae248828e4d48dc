import { randomUUIDv7 } from "node:crypto";
import { testVisitorOfSite } from "#gate/visitor-of-site.ts";
import { queryPrepared } from "#platform/database/database.ts";
import { isErasedVisitor, isMissingParent, retryingConflicts } from "#platform/database/database-failure.ts";
import { env } from "#platform/env.ts";
import { AppError } from "#platform/errors.ts";
import { wakeJobs } from "#platform/jobs/worker.ts";
import type { Prisma } from "#prisma-client";
import type { OwnerScope, VisitorScope } from "../access/scopes.ts";
import { hashesOfCaller, hashOfCaller } from "../blocking/address-hashes.ts";
import { refuseBlocked } from "../blocking/blocked-visitor.ts";
import { isAccepted } from "../blocking/queries.ts";
import type { Place } from "../changes/change.ts";
import { announce } from "../changes/publish-change.ts";
import { openingConversation } from "../conversations/commands.ts";
import { getConversation, getVisitorConversation } from "../conversations/queries.ts";
import type { StartConversationBody } from "../conversations/schema.ts";
import { findSiteByPublicKey } from "../sites/site-by-key.ts";
import { isVisitorStored } from "../visitors/queries.ts";
import { isSameSite, isSameVisitor, labelOf } from "../visitors/rules.ts";
import type { NewMail } from "./outgoing-statements.ts";
import { findMessageByKey, type MessageRow } from "./queries.ts";
import { type NewMessage, senderOf } from "./rules.ts";
import type { SendVisitorMessageBody } from "./schema.ts";
import { storeFirstMessage, storeReply, storeVisitorMessage } from "./statements.ts";

/** A stored message, and whether it was there already: then this request changed nothing. */
export type SentMessage = MessageRow & { replayed: boolean };

type StoredRow = MessageRow & Place & { hasDeliveries: boolean };

type Sending = {
  message: NewMessage;
  /** The conversation that the request names, null where it names none. */
  conversationId: string | null;
  store: () => Promise<StoredRow[]>;
  /** Throws `not_found` where there is nothing to send to. */
  requireTarget: () => Promise<unknown>;
  /** Throws `not_accepted` where it is not to be stored there. */
  requireAccepted?: () => Promise<unknown>;
};

const SEND_TRIES = 3;

// Once for each key (contract.md section 7). No row means that there is nothing to send to, or that the key was used; its
// message may have been deleted meanwhile, and then the key is free again.
async function sendOnce(scope: OwnerScope | VisitorScope, sending: Sending): Promise<SentMessage> {
  const { message, conversationId, store, requireTarget, requireAccepted } = sending;
  for (let attempt = 1; attempt <= SEND_TRIES; attempt += 1) {
    const [stored] = await store().catch((error: unknown) => {
      if (isMissingParent(error)) return [];
      if (isErasedVisitor(error)) throw new AppError("unauthenticated");
      throw error;
    });
    if (stored) {
      const { workspaceId, visitorId, hasDeliveries, ...row } = stored;
      if (hasDeliveries) wakeJobs("webhook");
      announce({ kind: "message", workspaceId, visitorId, conversationId: row.conversationId, seq: row.seq });
      return { ...row, replayed: false };
    }
    await requireTarget();
    const known = message.key === null ? null : await findMessageByKey(scope, message.key);
    if (!known) {
      await requireAccepted?.();
      continue;
    }
    const isSame = known.body === message.body && known.conversationId === (conversationId ?? known.conversationId);
    if (!isSame) throw new AppError("idempotency_mismatch");
    return { ...known, replayed: true };
  }
  throw new AppError("conflict");
}

const draft = (scope: OwnerScope | VisitorScope, body: string, key: string | null): NewMessage => ({
  id: randomUUIDv7(),
  sender: senderOf(scope),
  body,
  key,
});

type Named = { siteKey?: string; visitorId?: string };

// What a request names beside its token has to be the token's; but what it would go to is looked for first.
async function requireOwnNames(scope: VisitorScope, named: Named, requireTarget: () => Promise<unknown>) {
  const isSite = isSameSite(scope, named.siteKey);
  if (isSite && isSameVisitor(scope, named.visitorId)) return;
  await requireTarget();
  throw new AppError(isSite ? "visitor_mismatch" : "site_mismatch");
}

// What is stored with a visitor's message beside it, and whether their site accepts it from there.
function acceptance(scope: VisitorScope, message: NewMessage, clientAddress: string | null) {
  const addressHashes = hashesOfCaller(scope.siteKey, clientAddress);
  return {
    origin: { addressHashes, addressHash: hashOfCaller(scope.siteKey, clientAddress) },
    requireAccepted: async () => {
      if (!(await isAccepted(scope, message.body, addressHashes))) throw new AppError("not_accepted");
    },
  };
}

const run = (statement: Prisma.Sql) => queryPrepared<StoredRow>(statement);

/** The mail that a message asks for, null where no mail can be sent. */
function newMail(kind: NewMail["kind"]): NewMail | null {
  const { SMTP_URL, MAIL_DELAY } = env();
  return SMTP_URL === undefined ? null : { id: randomUUIDv7(), kind, delaySeconds: kind === "test" ? 0 : MAIL_DELAY };
}

/**
 * Records a visitor's first message: in their open conversation, else in a new one. Throws `site_mismatch`,
 * `visitor_mismatch`, `not_found` when the site is gone, `unauthenticated` when the visitor was erased or a verified one is
 * gone, `not_accepted` for somebody or something that is blocked, or `idempotency_mismatch`.
 */
export async function startConversation(
  scope: VisitorScope,
  input: StartConversationBody,
  key: string | null,
  clientAddress: string | null = null,
  mail = newMail("owner_alert"),
): Promise<SentMessage> {
  const requireTarget = async () => {
    if (!(await findSiteByPublicKey(scope.siteKey))) throw new AppError("not_found");
    // Nothing else is looked for here that would not be found.
    await refuseBlocked(scope);
    if (scope.isVerified && !(await isVisitorStored(scope))) throw new AppError("unauthenticated");
  };
  await requireOwnNames(scope, input, requireTarget);
  const message = draft(scope, input.message, key);
  const { origin, requireAccepted } = acceptance(scope, message, clientAddress);
  const visitor = { ...input, ...origin, label: labelOf(scope, input.visitorId) };
  const store = () => retryingConflicts(() => run(storeFirstMessage(scope, message, visitor, mail)));
  return sendOnce(scope, { message, conversationId: null, store, requireTarget, requireAccepted });
}

/**
 * Records a visitor's message in one of their conversations, reopening it if it was closed. Throws `site_mismatch`,
 * `visitor_mismatch`, `not_found`, `not_accepted`, `open_conversation_exists` where the visitor has another open one, or `idempotency_mismatch`.
 */
export async function sendVisitorMessage(
  scope: VisitorScope,
  conversationId: string,
  input: SendVisitorMessageBody,
  key: string | null,
  clientAddress: string | null = null,
): Promise<SentMessage> {
  const requireTarget = () => getVisitorConversation(scope, conversationId);
  await requireOwnNames(scope, input, requireTarget);
  const message = draft(scope, input.message, key);
  const { origin, requireAccepted } = acceptance(scope, message, clientAddress);
  const visitor = { ...input, ...origin, label: labelOf(scope, input.visitorId) };
  const write = () => run(storeVisitorMessage(scope, conversationId, message, visitor, newMail("owner_alert")));
  const store = () => openingConversation(scope, conversationId, write);
  return sendOnce(scope, { message, conversationId, store, requireTarget, requireAccepted });
}

/** Records an owner's reply, reopening the conversation if it was closed. Throws what `sendVisitorMessage` throws. */
export async function sendReply(
  scope: OwnerScope,
  conversationId: string,
  body: string,
  key: string | null,
): Promise<SentMessage> {
  const message = draft(scope, body, key);
  const write = () => run(storeReply(scope, conversationId, message, newMail("visitor_answer")));
  const store = () => openingConversation(scope, conversationId, write);
  const requireTarget = () => getConversation(scope, conversationId);
  return sendOnce(scope, { message, conversationId, store, requireTarget });
}

/** Sends a message as the site's test visitor, through the path that a real one takes. Throws `not_found`. */
export async function sendTestMessage(
  scope: OwnerScope,
  siteId: string,
  message: string,
  key: string | null,
): Promise<SentMessage> {
  const visitor = await testVisitorOfSite(scope, siteId);
  const sent = await startConversation(
    visitor,
    { message, name: null, email: null, pageUrl: null },
    key,
    null,
    newMail("test"),
  );
  wakeJobs("mail");
  return sent;
}
