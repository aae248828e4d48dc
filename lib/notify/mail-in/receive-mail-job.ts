import { ChildError } from "#platform/child/run-in-child.ts";
import { emailKey } from "#platform/email-address.ts";
import { env, readMailbox } from "#platform/env.ts";
import { AppError } from "#platform/errors.ts";
import { type Job, type JobHandler, TryAgain } from "#platform/jobs/worker.ts";
import { log } from "#platform/log.ts";
import { readAuthResults } from "#platform/mail-in/auth-results.ts";
import { checkSpf, verifyDkim } from "#platform/mail-in/check-senders.ts";
import { parseMail } from "#platform/mail-in/parse-mail.ts";
import type { ParsedMail } from "#platform/mail-in/parsed-mail.ts";
import { fileStore, makeMailFolder, receiveFile } from "#platform/storage/storage.ts";
import type { VisitorScope } from "../../base/access/scopes.ts";
import { findReplyAddress, type ReplyAddress } from "../../outbox/reply-addresses/addresses.system.ts";
import { hashOfReplyToken, possibleTokensIn, tokensIn } from "../../outbox/reply-addresses/token.ts";
import { type Belief, believe, mayBeProvenLater } from "./belief.ts";
import { endOfOwnMail } from "./own-mail.ts";
import { endPersonsMail } from "./persons.system.ts";
import {
  endReceived,
  findFreeAt,
  findMailedVisitor,
  findReceived,
  giveUpReceived,
  noteBelonging,
  type ReceivedEnd,
  type ReceivedRow,
} from "./received.system.ts";
import { isByMachine, provenRecipients, senderOf } from "./rules.ts";
import { type AdmitPerson, storePersonsReply } from "./store-persons-reply.ts";
import { storeVisitorReply } from "./store-visitor-reply.ts";
import { unreadableMail } from "./unreadable-mail.ts";

const PROOF_TRIES = 3;

type Sending = { sender: string; conversationId: string };

/** The gate's: the visitor of a conversation, if they may write now. */
type AdmitVisitor = (conversationId: string) => Promise<VisitorScope | null>;

type Admitting = { visitor: AdmitVisitor; person: AdmitPerson };

/**
 * Reads a received email, and stores it as its sender's message or refuses it. `admit` is the gate's. `nameServers` are asked for
 * the keys of signatures in place of the system's.
 */
export const receiveMailJob =
  (admit: Admitting, { nameServers = [] }: { nameServers?: readonly string[] } = {}): JobHandler =>
  async (job) => {
    const row = await findReceived(job);
    if (!row) return undefined;
    // Otherwise the email would be taken for one to no address of ours.
    if (!env().INBOUND_ADDRESS) throw new TryAgain("INBOUND_ADDRESS isn't set for the process that carries out jobs.");
    let address = releasedAddress(row) ?? (await findNoted(job, row.envelope.to));
    if (row.storageKey === null) {
      const { conversationId, userId } = address ?? {};
      const ended = { status: "refused", reason: "removed" } as const;
      if (userId) await giveUpReceived(job, "The original has been removed.");
      else await endReceived(job, { ...ended, ...(conversationId && { conversationId }) });
      return undefined;
    }
    const { size, stream } = await fileStore().open(row.storageKey);
    await using raw = await receiveFile(stream, { limit: size, signal: job.signal });
    await using folder = await makeMailFolder();
    const mail = await readMail(raw.path, folder.path, job);
    const proving = { path: raw.path, nameServers, job };
    const read = { ...proving, envelope: row.envelope, receivedAt: row.createdAt };
    const ownEnd = row.isReleased ? null : await endOfOwnMail(job, mail, read);
    if (ownEnd) {
      await endReceived(job, ownEnd);
      return undefined;
    }
    const isProven = (sending: Sending) => isSentBy(sending, proving);
    address ??= await findNoted(job, mail.recipients);
    if (address?.userId) {
      const reply = { row, address: { ...address, userId: address.userId }, mail, rawHash: raw.hash };
      return await receivePersonsMail(reply, proving, admit.person).catch(explain);
    }
    const reading = { mail, rawHash: raw.hash, isProven, admit: admit.visitor };
    const became = await becomeMessage(row, address, reading).catch(explain);
    if ("postponeTo" in became) return became;
    await endReceived(job, became);
    return undefined;
  };

type Address = Pick<ReplyAddress, "conversationId" | "userId" | "seenSeq"> & Partial<ReplyAddress>;

// What it was sent to is no longer known, and it may have been deleted since.
const releasedAddress = ({ isReleased, conversationId, userId, draft }: ReceivedRow): Address | null =>
  isReleased && draft ? { conversationId, userId, seenSeq: draft.seenSeq } : null;

/** Finds where an email belongs, and notes it at once, so that whatever happens it's erased with its conversation. */
async function findNoted(job: Job, recipients: readonly string[]): Promise<Address | null> {
  const address = await findReplyAddress(possibleTokensIn(recipients));
  if (address) await noteBelonging(job, address);
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
    return sentTo?.userId === null && sentTo.conversationId === conversationId;
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

type PersonsReply = {
  row: ReceivedRow;
  address: Address & { userId: string };
  mail: ParsedMail;
  rawHash: string;
};

/** Sends a person's reply to the visitor, or notes why it isn't. */
async function receivePersonsMail(reply: PersonsReply, proving: Proving, admit: AdmitPerson) {
  const { row, address, mail, rawHash } = reply;
  const from = senderOf(mail);
  const end = await storePersonsReply({
    row,
    address: { ...address, sentAt: address.createdAt ?? null },
    mail,
    rawHash,
    isByMachine: isByMachine(mail, { envelopeFrom: row.envelope.from, own: ownAddresses(from) }),
    admit,
    prove: (email) => proveSender(email, reply, proving),
    findFreeAt: (conversationId) => findFreeAt(from, conversationId),
  });
  if ("postponeTo" in end) return end;
  return endPersonsMail(proving.job, end);
}

/** Decides whether an email is from the account with an address. What DNS doesn't say in three attempts is unproven. */
async function proveSender(email: string, { row, address, mail }: PersonsReply, proving: Proving): Promise<Belief> {
  const { path, nameServers, job } = proving;
  const { from: envelopeFrom, ip } = row.envelope;
  const isOurs = (to: string) => tokensIn([to]).some((token) => address.hash?.equals(hashOfReplyToken(token)));
  const results = readAuthResults(mail.headers, env().INBOUND_AUTH_HOST);
  const unchecked = { mail, email, isOurs, results, envelopeFrom, signatures: [], spf: null };
  const first = believe(unchecked);
  if ("asks" in first && first.asks !== "unproven") return first;
  const isLast = job.attempt >= PROOF_TRIES && !job.signal.aborted;
  try {
    const signatures = await verifyDkim(path, { nameServers, signal: job.signal });
    const signed = believe({ ...unchecked, signatures });
    if (!("asks" in signed)) return signed;
    const mayCheck = ip !== "" && emailKey(envelopeFrom) === emailKey(email);
    const spf = mayCheck ? await checkSpf({ ip, sender: envelopeFrom, nameServers, signal: job.signal }) : null;
    const checked = { ...unchecked, signatures, spf };
    const belief = believe(checked);
    if ("asks" in belief && mayBeProvenLater(checked) && !isLast) throw new TryAgain("DNS didn't respond.");
    return belief;
  } catch (error) {
    if (!(error instanceof ChildError)) throw error;
    if (!isLast) throw new TryAgain(error.message);
    log().warn({ rowId: row.id, reason: error.message }, "could not verify who an email is from; its sender is asked");
    return first;
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
  address: Address | null,
  { mail, rawHash, isProven, admit }: Reading,
): Promise<ReceivedEnd | { postponeTo: Date }> {
  const { envelope } = row;
  const conversationId = address?.conversationId ?? null;
  const visitor = conversationId && (await findMailedVisitor(conversationId));
  if (!address || !conversationId || !visitor) {
    const mayBeOurs = possibleTokensIn([...envelope.to, ...mail.recipients]).length > 0;
    return { status: "refused", reason: "no_address", ...(mayBeOurs && { mayBeOurs }) };
  }
  const { seenSeq } = address;
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
  const replied = {
    address: { conversationId, seenSeq },
    visitor,
    receivedId: row.id,
    rawHash,
    mail,
    findFreeAt: freeAt,
    isProven: isProvenHere,
  };
  const stored = await storeVisitorReply(scope, replied);
  if ("postponeTo" in stored) return stored;
  return "reason" in stored ? refuse(stored.reason) : { ...stored, from };
}

function ownAddresses(from: string | null): string[] {
  const { MAIL_FROM = "" } = env();
  const isReplyAddress = from !== null && tokensIn([from]).length > 0;
  return [readMailbox(MAIL_FROM)?.address ?? "", ...(isReplyAddress ? [from] : [])];
}
