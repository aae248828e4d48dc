import { queryPrepared } from "#platform/database/database.ts";
import {
  isErasedVisitor,
  isMissingParent,
  isUniqueViolation,
  isWriteConflict,
  retryingConflicts,
  WriteConflict,
} from "#platform/database/database-failure.ts";
import type { Statement } from "#platform/database/fixed-statement.ts";
import { AppError, type ErrorCode } from "#platform/errors.ts";
import { wakeJobs } from "#platform/jobs/worker.ts";
import { countAssignment } from "#platform/metrics/count.ts";
import { processWide } from "#platform/process-wide.ts";
import type { Prisma } from "#prisma-client";
import type { OwnerScope, VisitorScope } from "../../base/access/scopes.ts";
import type { ConversationRef } from "../../base/changes/change.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import { hashCallerAddress, hashCallerRanges } from "../../files/blocking/address-hashes.ts";
import { isAccepted } from "../../files/blocking/queries.ts";
import { labelOf, mismatchOf } from "../visitors/rules.ts";
import type { VisitorDetails } from "../visitors/schema.ts";
import type { NewMail } from "./mail-statements.ts";
import {
  findMessageByKey,
  findOtherOpenConversation,
  findStartRefusal,
  findUploads,
  hasConversation,
  isKeyScheduled,
  type Message,
  type MessageRow,
} from "./queries.ts";
import { draftMessage, type MessageContent, type NewMessage } from "./rules.ts";
import type { SendVisitorMessageBody } from "./schema.ts";
import { storeVisitorMessage, type Writer } from "./statements.ts";
import { storeUsualMessage } from "./usual-statements.ts";

/** A stored message, and whether an earlier request with the same key stored it. Then this request changed nothing. */
export type SentMessage = Message & { replayed: boolean };

/** What a request carries beside its body: the Idempotency-Key, the address it came from, and the email that it came by. */
export type RequestContext = { idempotencyKey?: string | null; clientAddress?: string | null; mail?: NewMail };

/** A visitor's message that came by email, whose sender is known by the address it was sent to. */
export type MailedMessage = MessageContent & { key: string; mail: NewMail };

type Sending = {
  message: NewMessage;
  /** For all cases. It's built if the usual one stores nothing. */
  statement: () => Prisma.Sql;
  /** For most messages of visitors. It stores no files. */
  usual?: Statement;
  /** The conversation that the request names. Without it, the message goes to the visitor's open one or starts one. */
  conversationId?: string;
  /** What the sender may be blocked as. Owners can't be blocked. */
  addressHashes?: readonly string[];
  /** Throws if a colleague's message or note kept this one from being stored. */
  refuseStale?: () => Promise<void>;
};

type StoredRow = MessageRow & ConversationRef & { hasDeliveries: boolean; isClaimed?: boolean };

type Outcome =
  | { kind: "stored"; row: StoredRow }
  | { kind: "keyUsed"; message: Message }
  | { kind: "openElsewhere"; conversationId: string }
  | { kind: "refused"; code: ErrorCode };

/**
 * Stores a message once for each key (contract.md section 7), and publishes it. Throws `not_found`, `not_accepted`,
 * `unauthenticated` if the visitor was erased, `open_conversation_exists`, `idempotency_mismatch`, what `refuseStale`
 * throws, `file_not_found`, `file_used`, or `conflict` if other writers got in the way every time.
 */
export async function storeMessage(scope: OwnerScope | VisitorScope, sending: Sending): Promise<SentMessage> {
  const outcome = await retryingConflicts(() => tryToStore(scope, sending), "conflict");
  switch (outcome.kind) {
    case "stored":
      return publish(outcome.row, sending.message);
    case "keyUsed":
      return replay(outcome.message, sending);
    case "openElsewhere":
      throw new AppError("open_conversation_exists", { conversationId: outcome.conversationId });
    case "refused":
      throw new AppError(outcome.code);
  }
}

async function tryToStore(scope: OwnerScope | VisitorScope, sending: Sending): Promise<Outcome> {
  const { message, statement, usual, conversationId } = sending;
  // Without a file's name the text isn't known. It may have been sent by an earlier request, or never have been theirs.
  if (message.files.length < message.fileIds.length) return explainNothingStored(scope, sending);
  const isUsual = "siteId" in scope && message.fileIds.length === 0 && !busySites().has(scope.siteId);
  const stored = isUsual && usual && (await tryUsual(scope, sending, usual));
  if (stored) return { kind: "stored", row: stored };
  try {
    const [row] = await queryPrepared<StoredRow>(statement());
    if (row && "siteId" in scope) noteDeliveries(scope.siteId, row.hasDeliveries);
    return row ? { kind: "stored", row } : explainNothingStored(scope, sending);
  } catch (error) {
    if (isErasedVisitor(error)) return { kind: "refused", code: "unauthenticated" };
    if (isMissingParent(error)) return explainNothingStored(scope, sending);
    if (isUniqueViolation(error) && conversationId) return findOpenElsewhere(scope, conversationId);
    throw error;
  }
}

// Sites whose last message had deliveries. Others try the usual statement first.
const busySites = processWide("sites with deliveries", () => new Set<string>());
const BUSY_SITES_MAX = 10_000;

function noteDeliveries(siteId: string, hasDeliveries: boolean): void {
  const sites = busySites();
  if (!hasDeliveries) return void sites.delete(siteId);
  if (sites.size >= BUSY_SITES_MAX) sites.clear();
  sites.add(siteId);
}

type UsualRow = Pick<StoredRow, "conversationId" | "seq" | "createdAt" | "workspaceId">;

async function tryUsual(
  { siteId, visitorId }: VisitorScope,
  { message: { id, sender, body } }: Sending,
  usual: Statement,
): Promise<StoredRow | null> {
  try {
    const [row] = await queryPrepared<UsualRow>(usual);
    if (!row) return null;
    return {
      id,
      senderType: sender.type,
      senderId: sender.id,
      senderName: null,
      senderPhoto: null,
      body,
      siteId,
      visitorId,
      fileCount: 0,
      cameBy: null,
      deletedAt: null,
      deletedBy: null,
      deletedByName: null,
      hasDeliveries: false,
      ...row,
    };
  } catch (error) {
    // The conversation was no longer as it was when the key was claimed. All of it is rolled back.
    if (isMissingParent(error) || isWriteConflict(error)) return null;
    throw error;
  }
}

// The open one may have been closed since.
async function findOpenElsewhere(scope: OwnerScope | VisitorScope, conversationId: string): Promise<Outcome> {
  const other = await findOtherOpenConversation(scope, conversationId);
  if (!other) throw new WriteConflict();
  return { kind: "openElsewhere", conversationId: other };
}

async function explainNothingStored(scope: OwnerScope | VisitorScope, sending: Sending): Promise<Outcome> {
  const { message, conversationId, addressHashes = [] } = sending;
  const refusal = await findRefusal(scope, conversationId);
  if (refusal) return { kind: "refused", code: refusal };
  const known = message.key === null ? null : await findMessageByKey(scope, message.key);
  if (known) return { kind: "keyUsed", message: known };
  await sending.refuseStale?.();
  if ("userId" in scope && message.key !== null && (await isKeyScheduled(scope, message))) {
    return { kind: "refused", code: "idempotency_mismatch" };
  }
  if ("visitorId" in scope && !(await isAccepted(scope, message.body, addressHashes))) {
    return { kind: "refused", code: "not_accepted" };
  }
  await refuseFiles(scope, message, conversationId);
  // The key was in use, but its message has been deleted since. Now the key is free.
  throw new WriteConflict();
}

/** Throws `file_not_found` for files that aren't the caller's, or `file_used` for files that another message has. */
export async function refuseFiles(
  scope: OwnerScope | VisitorScope,
  { fileIds }: NewMessage,
  conversationId: string | undefined,
): Promise<void> {
  const uploads = new Map((await findUploads(scope, fileIds, conversationId)).map((file) => [file.id, file]));
  const errorsOf = (ids: readonly string[], message: string) =>
    ids.map((id) => ({ path: `files.${fileIds.indexOf(id)}`, message }));
  const missing = fileIds.filter((id) => !uploads.has(id));
  if (missing.length > 0) throw new AppError("file_not_found", { errors: errorsOf(missing, "doesn't exist") });
  const used = fileIds.filter((id) => uploads.get(id)?.messageId);
  if (used.length > 0) throw new AppError("file_used", { errors: errorsOf(used, "was sent already") });
}

async function findRefusal(scope: OwnerScope | VisitorScope, conversationId?: string): Promise<ErrorCode | null> {
  if (conversationId) return (await hasConversation(scope, conversationId)) ? null : "not_found";
  return "visitorId" in scope ? findStartRefusal(scope) : null;
}

function publish(
  { workspaceId, siteId, visitorId, hasDeliveries, isClaimed, ...message }: StoredRow,
  { files }: NewMessage,
): SentMessage {
  if (isClaimed) countAssignment("claim");
  if (hasDeliveries) wakeJobs("webhook");
  const { conversationId, seq } = message;
  publishChange({ kind: "message", workspaceId, siteId, visitorId, conversationId, seq });
  return { ...message, files, replayed: false };
}

function replay(known: Message, { message, conversationId = known.conversationId }: Sending): SentMessage {
  // Its text is gone, so nothing can be compared.
  if (known.deletedAt !== null) return { ...known, replayed: true };
  const sameFiles = known.files.map(({ id }) => id).join() === message.fileIds.join();
  if (!sameFiles || known.body !== message.body || known.conversationId !== conversationId)
    throw new AppError("idempotency_mismatch");
  return { ...known, replayed: true };
}

/** Throws `site_mismatch` or `visitor_mismatch` if a body contradicts the token, unless there's nothing to send to at all. */
export async function requireOwnNames(
  scope: VisitorScope,
  named: VisitorDetails,
  conversationId?: string,
): Promise<void> {
  const mismatch = mismatchOf(scope, named);
  if (mismatch) throw new AppError((await findRefusal(scope, conversationId)) ?? mismatch);
}

/** Creates a message of the caller's with the files they name, as far as they're theirs. */
export async function prepareMessage(
  scope: OwnerScope | VisitorScope,
  content: MessageContent,
  { key, conversationId }: { key: string | null; conversationId?: string },
): Promise<NewMessage> {
  const files = content.files && (await findUploads(scope, content.files, conversationId));
  return draftMessage(scope, content, { key, files });
}

/** What is stored about the sender of a visitor's message. */
export function writerOf(scope: VisitorScope, details: VisitorDetails, clientAddress: string | null): Writer {
  return {
    label: labelOf(scope, details.visitorId),
    name: details.name,
    email: details.email,
    addressHash: hashCallerAddress(scope.siteKey, clientAddress),
    addressHashes: hashCallerRanges(scope.siteKey, clientAddress),
  };
}

/**
 * Records a visitor's message in one of their conversations, reopening it if it was closed. Throws `site_mismatch`,
 * `visitor_mismatch`, or what `storeMessage` throws.
 */
export async function sendVisitorMessage(
  scope: VisitorScope,
  conversationId: string,
  input: SendVisitorMessageBody,
  { idempotencyKey = null, clientAddress = null }: RequestContext = {},
): Promise<SentMessage> {
  await requireOwnNames(scope, input, conversationId);
  const message = await prepareMessage(scope, input, { key: idempotencyKey });
  const writer = writerOf(scope, input, clientAddress);
  return storeMessage(scope, {
    message,
    usual: storeUsualMessage(scope, message, writer, { conversationId }),
    statement: () => storeVisitorMessage(scope, conversationId, message, writer),
    conversationId,
    addressHashes: writer.addressHashes,
  });
}

/** Records a visitor's reply to an email in one of their conversations, as `sendVisitorMessage` does. */
export async function sendMailedMessage(
  scope: VisitorScope,
  conversationId: string,
  { key, mail, ...content }: MailedMessage,
): Promise<SentMessage> {
  const message = { ...(await prepareMessage(scope, content, { key })), mail };
  const writer = writerOf(scope, { name: null, email: null }, null);
  return storeMessage(scope, {
    message,
    statement: () => storeVisitorMessage(scope, conversationId, message, writer),
    conversationId,
    addressHashes: writer.addressHashes,
  });
}
