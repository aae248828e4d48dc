import { ChildError } from "#platform/child/run-in-child.ts";
import { env, readMailbox } from "#platform/env.ts";
import { AppError } from "#platform/errors.ts";
import { type Job, type JobHandler, TryAgain } from "#platform/jobs/worker.ts";
import { parseMail } from "#platform/mail-in/parse-mail.ts";
import type { ParsedMail } from "#platform/mail-in/parsed-mail.ts";
import { fileStore, makeMailFolder, receiveFile } from "#platform/storage/storage.ts";
import type { VisitorScope } from "../../base/access/scopes.ts";
import { findReplyAddress } from "../../outbox/reply-addresses/addresses.system.ts";
import { tokensIn } from "../../outbox/reply-addresses/token.ts";
import {
  endReceived,
  findMailedVisitor,
  findReceived,
  hasSentTooMany,
  type ReceivedEnd,
  type ReceivedRow,
} from "./received.system.ts";
import { isByMachine, senderOf } from "./rules.ts";
import { storeVisitorReply } from "./store-visitor-reply.ts";
import { unreadableMail } from "./unreadable-mail.ts";

/** The gate's: the visitor of a conversation, if they may write now. */
export type AdmitVisitor = (conversationId: string) => Promise<VisitorScope | null>;

/** Reads a received email, and stores it as its sender's message or refuses it. `admit` is the gate's. */
export const receiveMailJob =
  (admit: AdmitVisitor): JobHandler =>
  async (job) => {
    const row = await findReceived(job);
    if (!row) return undefined;
    if (row.storageKey === null) {
      await endReceived(job, { status: "refused", reason: "removed" });
      return undefined;
    }
    await using folder = await makeMailFolder();
    const mail = await readMail(row.storageKey, { folder: folder.path, job });
    await endReceived(job, await becomeMessage(row, mail, admit).catch(explain));
    return undefined;
  };

async function readMail(storageKey: string, { folder, job }: { folder: string; job: Job }): Promise<ParsedMail> {
  const { size, stream } = await fileStore().open(storageKey);
  await using raw = await receiveFile(stream, { limit: size, signal: job.signal });
  try {
    return await parseMail(raw.path, folder, job.signal);
  } catch (error) {
    if (!(error instanceof ChildError)) throw error;
    if (error.failure !== "input") throw new TryAgain(error.message);
    return unreadableMail();
  }
}

// What only passes by trying again later is tried again. The rest was checked before.
function explain(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  throw new TryAgain(`The email could not be stored: ${error.code}.`, error.extras.retryAfter ?? 0);
}

async function becomeMessage(row: ReceivedRow, mail: ParsedMail, admit: AdmitVisitor): Promise<ReceivedEnd> {
  const { envelope } = row;
  const address = await findReplyAddress(tokensIn([...envelope.to, ...mail.recipients]));
  const visitor = address && (await findMailedVisitor(address.conversationId));
  if (!address || !visitor) return { status: "refused", reason: "no_address" };
  const { conversationId } = address;
  const from = senderOf(mail);
  const refuse = (reason: (ReceivedEnd & { status: "refused" })["reason"]): ReceivedEnd => ({
    status: "refused",
    reason,
    conversationId,
    from,
  });
  if (isByMachine(mail, { envelopeFrom: envelope.from, own: ownAddresses(from) })) return refuse("machine");
  if (visitor.isBlocked) return refuse("blocked");
  const scope = await admit(conversationId);
  if (!scope) return refuse("gone");
  const isOverLimit = () => hasSentTooMany(from, conversationId);
  const stored = await storeVisitorReply(scope, { address, visitor, receivedId: row.id, mail, isOverLimit });
  return "reason" in stored ? refuse(stored.reason) : { ...stored, from };
}

function ownAddresses(from: string | null): string[] {
  const { MAIL_FROM = "" } = env();
  const isReplyAddress = from !== null && tokensIn([from]).length > 0;
  return [readMailbox(MAIL_FROM)?.address ?? "", ...(isReplyAddress ? [from] : [])];
}
