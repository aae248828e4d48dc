import { ChildError } from "#platform/child/run-in-child.ts";
import { env, readMailbox } from "#platform/env.ts";
import { AppError } from "#platform/errors.ts";
import { type Job, type JobHandler, TryAgain } from "#platform/jobs/worker.ts";
import { log } from "#platform/log.ts";
import { verifyDkim } from "#platform/mail-in/check-senders.ts";
import { parseMail } from "#platform/mail-in/parse-mail.ts";
import type { ParsedMail } from "#platform/mail-in/parsed-mail.ts";
import { fileStore, makeMailFolder, receiveFile } from "#platform/storage/storage.ts";
import type { VisitorScope } from "../../base/access/scopes.ts";
import { findReplyAddress, type ReplyAddress } from "../../outbox/reply-addresses/addresses.system.ts";
import { possibleTokensIn, tokensIn } from "../../outbox/reply-addresses/token.ts";
import { endOfOwnMail } from "./own-mail.ts";
import {
  endReceived,
  findFreeAt,
  findMailedVisitor,
  findReceived,
  noteConversation,
  type ReceivedEnd,
  type ReceivedRow,
} from "./received.system.ts";
import { isByMachine, provenRecipients, senderOf } from "./rules.ts";
import { storeVisitorReply } from "./store-visitor-reply.ts";
import { unreadableMail } from "./unreadable-mail.ts";

const PROOF_TRIES = 3;

type Sending = { sender: string; conversationId: string };

/** The gate's: the visitor of a conversation, if they may write now. */
export type AdmitVisitor = (conversationId: string) => Promise<VisitorScope | null>;

/**
 * Reads a received email, and stores it as its sender's message or refuses it. `admit` is the gate's. `nameServers` are asked for
 * the keys of signatures in place of the system's.
 */
export const receiveMailJob =
  (admit: AdmitVisitor, { nameServers = [] }: { nameServers?: readonly string[] } = {}): JobHandler =>
  async (job) => {
    const row = await findReceived(job);
    if (!row) return undefined;
    // Otherwise the email would be taken for one to no address of ours.
    if (!env().INBOUND_ADDRESS) throw new TryAgain("INBOUND_ADDRESS isn't set for the process that carries out jobs.");
    let address = await findNoted(job, row.envelope.to);
    if (row.storageKey === null) {
      const conversationId = address?.conversationId;
      await endReceived(job, { status: "refused", reason: "removed", ...(conversationId && { conversationId }) });
      return undefined;
    }
    const { size, stream } = await fileStore().open(row.storageKey);
    await using raw = await receiveFile(stream, { limit: size, signal: job.signal });
    await using folder = await makeMailFolder();
    const mail = await readMail(raw.path, folder.path, job);
    const ownEnd = await endOfOwnMail(job, mail, { path: raw.path, nameServers, envelope: row.envelope });
    if (ownEnd) {
      await endReceived(job, ownEnd);
      return undefined;
    }
    const isProven = (sending: Sending) => isSentBy(sending, { path: raw.path, nameServers, job });
    address ??= await findNoted(job, mail.recipients);
    const became = await becomeMessage(row, address, { mail, rawHash: raw.hash, isProven, admit }).catch(explain);
    if ("postponeTo" in became) return became;
    await endReceived(job, became);
    return undefined;
  };

/** Finds where an email belongs, and notes it at once, so that whatever happens it's erased with its conversation. */
async function findNoted(job: Job, recipients: readonly string[]): Promise<ReplyAddress | null> {
  const address = await findReplyAddress(possibleTokensIn(recipients));
  if (address) await noteConversation(job, address.conversationId);
  return address;
}

async function readMail(path: string, folder: string, { signal }: Job): Promise<ParsedMail> {
  try {
    return await parseMail(path, folder, signal);
  } catch (error) {
    if (!(error instanceof ChildError)) throw error;
    if (error.failure !== "input") throw new TryAgain(error.message);
    return unreadableMail();
  }
}

type Proving = { path: string; nameServers: readonly string[]; job: Job };

/** Whether an email is proven to be from a sender, who sent it to this conversation. */
async function isSentBy({ sender, conversationId }: Sending, { path, nameServers, job }: Proving): Promise<boolean> {
  try {
    const signatures = await verifyDkim(path, { nameServers, signal: job.signal });
    const sentTo = await findReplyAddress(tokensIn(provenRecipients(sender, signatures)));
    return sentTo?.conversationId === conversationId;
  } catch (error) {
    if (!(error instanceof ChildError)) throw error;
    // What can't be checked is unproven: an email is stored whatever is known of its sender.
    if (job.attempt < PROOF_TRIES || job.signal.aborted) throw new TryAgain(error.message);
    log().warn(
      { rowId: job.rowId, reason: error.message },
      "could not verify an email's signature; it counts as unproven",
    );
    return false;
  }
}

// What only passes by trying again later is tried again. The rest was checked before.
function explain(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  throw new TryAgain(`The email could not be stored: ${error.code}.`, error.extras.retryAfter ?? 0);
}

type Reading = {
  mail: ParsedMail;
  rawHash: string;
  isProven: (sending: Sending) => Promise<boolean>;
  admit: AdmitVisitor;
};

async function becomeMessage(
  row: ReceivedRow,
  address: ReplyAddress | null,
  { mail, rawHash, isProven, admit }: Reading,
): Promise<ReceivedEnd | { postponeTo: Date }> {
  const { envelope } = row;
  const visitor = address && (await findMailedVisitor(address.conversationId));
  if (!address || !visitor) {
    const mayBeOurs = possibleTokensIn([...envelope.to, ...mail.recipients]).length > 0;
    return { status: "refused", reason: "no_address", ...(mayBeOurs && { mayBeOurs }) };
  }
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
  const freeAt = () => findFreeAt(from, conversationId);
  const isProvenHere = (sender: string) => isProven({ sender, conversationId });
  const replied = { address, visitor, receivedId: row.id, rawHash, mail, findFreeAt: freeAt, isProven: isProvenHere };
  const stored = await storeVisitorReply(scope, replied);
  if ("postponeTo" in stored) return stored;
  return "reason" in stored ? refuse(stored.reason) : { ...stored, from };
}

function ownAddresses(from: string | null): string[] {
  const { MAIL_FROM = "" } = env();
  const isReplyAddress = from !== null && tokensIn([from]).length > 0;
  return [readMailbox(MAIL_FROM)?.address ?? "", ...(isReplyAddress ? [from] : [])];
}
