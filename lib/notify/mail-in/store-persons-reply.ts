import { cutText, isBlank } from "#platform/characters.ts";
import { env } from "#platform/env.ts";
import { AppError } from "#platform/errors.ts";
import { type Alert, keepOwnWords } from "#platform/mail-in/own-words.ts";
import type { MailPart, ParsedMail } from "#platform/mail-in/parsed-mail.ts";
import type { OwnerScope } from "../../base/access/scopes.ts";
import type { LeftOut, PersonBelief } from "../../desk/messages/schema.ts";
import { sendReply } from "../../desk/replies/commands.ts";
import type { Draft } from "../../desk/replies/draft.ts";
import { withoutTokens } from "../../outbox/reply-addresses/token.ts";
import { ALERT_SENTENCES, REPLY_GOES_TO } from "../mail/templates/owner-alert.ts";
import type { Belief } from "./belief.ts";
import { findCopy, findEarlierReply, findRepliedTo, hasVisitorWritten, type PersonsEnd } from "./persons.system.ts";
import { areFilesSafe, namedFile, personsFiles } from "./persons-files.ts";
import { doubtOf, faultOf } from "./persons-rules.ts";
import type { ReceivedRow } from "./received.system.ts";
import { contentKey, headersOf, senderOf, storable } from "./rules.ts";
import type { PersonsRefusal } from "./schema.ts";
import { hashParts, storeParts, withoutFile } from "./store-parts.ts";

/** Of a text that's too long, what's mailed back. */
const TEXT_MAX = 100_000;

/** The gate's: the person whose address it is, if they may reply now. */
export type AdmitPerson = (of: {
  userId: string;
  conversationId: string;
  receivedId: string;
}) => Promise<OwnerScope | null>;

export type PersonsMail = {
  row: ReceivedRow;
  /** The address that it was sent to. `sentAt`: when the email that it replies to was, if that's known. */
  address: { conversationId: string | null; userId: string; seenSeq: number; sentAt: Date | null };
  /** The SHA-256 of the email as it came. */
  rawHash: string;
  mail: ParsedMail;
  isByMachine: boolean;
  admit: AdmitPerson;
  /** Decides whether it's from the account with this address. */
  prove(email: string): Promise<Belief>;
  /** Returns when it may be sent if there were too many. */
  findFreeAt(conversationId: string): Promise<Date | null>;
};

type Ended = PersonsEnd | { postponeTo: Date };

/** Sends a person's reply to the visitor, once however often it comes, or says why it isn't sent. */
export async function storePersonsReply(of: PersonsMail): Promise<Ended> {
  const { row, address, mail, admit } = of;
  const { conversationId, userId, seenSeq } = address;
  const to = conversationId === null ? null : await findRepliedTo({ userId, conversationId, seenSeq });
  const { parts, leftOut } = personsFiles(mail, REPLY_GOES_TO);
  const alert = { fence: REPLY_GOES_TO, host: new URL(env().BASE_URL).host, alert: ALERT_SENTENCES };
  const { draft, isSafe } = draftOf(of, { ...alert, said: to?.said ?? [], parts });
  const key = contentKey({ ...mail, rawHash: of.rawHash }, draft.text, await hashParts(mail.parts));
  const base = { conversationId, userId, from: senderOf(mail) };
  const refuse = (reason: PersonsRefusal | "machine", more: Partial<Draft> = {}): PersonsEnd => ({
    ...base,
    ...(reason !== "machine" && { key }),
    status: "refused",
    reason,
    // Nothing is ever sent because of what a program wrote.
    isMailed: reason !== "machine",
    draft: reason === "machine" ? null : { ...draft, ...more },
  });
  if (of.isByMachine && !row.isReleased) return refuse("machine");
  // As after a mailbox was numbered again: what the person was notified about isn't said or sent again.
  const copy = row.isReleased ? null : await findCopy({ userId, conversationId, key, receivedId: row.id });
  const duplicate: PersonsEnd = { ...base, status: "duplicate", draft: null, isMailed: false };
  if (copy && !copy.mayBeForged) return duplicate;
  if (conversationId === null) return refuse("several");
  const scope = to && (await admit({ userId, conversationId, receivedId: row.id }));
  if (!to || !scope) return refuse("no_access");
  if (to.isBlocked) return refuse("blocked");
  const fault = faultOf(mail, draft);
  if (fault) return refuse(fault, { leftOut });
  const sending = { ...of, ...base, conversationId, draft, parts, leftOut, scope, siteId: to.siteId, key, refuse };
  const known = await findSent(sending);
  if (known) return known;
  const belief = row.isReleased ? releasedBelief(row) : await of.prove(to.email);
  if ("asks" in belief) return copy ? duplicate : refuse("asked", { why: belief.asks });
  const proof = { belief: belief.belief, believedBy: belief.by };
  const doubt = row.isReleased
    ? null
    : doubtOf({
        isSafe: isSafe && (await areFilesSafe(parts, alert)),
        ...{ machine: mail.machine, sentAt: address.sentAt, receivedAt: row.arrivedAt },
      });
  if (doubt) return { ...refuse("asked", { why: doubt }), ...proof };
  return send({ ...sending, proof });
}

// One that was held had been proven before.
const releasedBelief = ({ belief, believedBy }: ReceivedRow): Belief => ({ belief: belief ?? "click", by: believedBy });

/** Returns what an email would send to the visitor. Once a person has seen that and sent it, it stays so. */
function draftOf(
  { row, address, mail }: PersonsMail,
  { parts, ...replied }: Alert & { said: readonly string[]; parts: readonly MailPart[] },
): { draft: Draft; isSafe: boolean } {
  const { seenSeq } = address;
  if (row.isReleased && row.draft) return { draft: row.draft, isSafe: true };
  const words = keepOwnWords(mail.lines, replied);
  const files = parts.filter((part) => withoutFile(part) === null).map(namedFile);
  const text = cutText(storable(withoutTokens(words.text)).trim(), TEXT_MAX);
  return { draft: { text, files, seenSeq }, isSafe: words.isSafe };
}

type Sending = PersonsMail & {
  conversationId: string;
  userId: string;
  from: string | null;
  draft: Draft;
  /** Its files, and those that may be the alert. */
  parts: readonly MailPart[];
  leftOut: readonly LeftOut[];
  scope: OwnerScope;
  siteId: string;
  key: string;
  refuse(reason: PersonsRefusal, more?: Partial<Draft>): PersonsEnd;
};

/** Returns what's known of an email that was sent to the visitor before: by an attempt that was cut off, or as another copy. */
async function findSent(sending: Sending): Promise<PersonsEnd | null> {
  const { scope, conversationId, userId, from, key, mail, row } = sending;
  const earlier = await findEarlierReply(scope, conversationId, { key, ...headersOf(mail) });
  if (!earlier) return null;
  const base = { conversationId, userId, from, draft: null, isMailed: false };
  if (earlier.receivedId !== row.id) return { ...base, status: "duplicate" };
  return { ...base, status: "stored", ...(await noteOf(sending, earlier.seq, [])) };
}

type Proof = { belief: PersonBelief; believedBy: string | null };

async function send(sending: Sending & { proof: Proof }): Promise<Ended> {
  const { row, mail, scope, siteId, conversationId, userId, from, draft, key, refuse, proof } = sending;
  const postponeTo = await sending.findFreeAt(conversationId);
  if (postponeTo) return { postponeTo };
  try {
    const { files, leftOut: notStored } = await storeParts({ scope, siteId }, sending.parts);
    const leftOut = [...sending.leftOut, ...notStored];
    if (isBlank(draft.text) && files.length === 0) return refuse("empty", { leftOut: toldOf(leftOut) });
    const isHeld = row.isReleased && draft.why === "held";
    const content = { ...(!isBlank(draft.text) && { message: draft.text }), ...(files.length > 0 && { files }) };
    const { headerId, sentAt, subject } = headersOf(mail);
    const { seq } = await sendReply(
      scope,
      conversationId,
      // The person who sends a reply that was held has seen what came between.
      { ...content, ...(!isHeld && { seenSeq: draft.seenSeq }) },
      {
        idempotencyKey: key,
        mail: {
          receivedId: row.id,
          ...{ headerId, sentAt, from, subject, leftOut },
          ...proof,
          // What it quotes may be from emails that were for its writer alone.
          ...{ rest: null, quoted: null, signature: null },
        },
      },
    );
    const note = await noteOf(sending, seq, leftOut);
    return { conversationId, userId, from, ...proof, status: "stored", ...note };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Another copy was sent meanwhile.
    const other = error.code === "idempotency_mismatch" ? await findSent(sending) : null;
    if (other) return other;
    const { newer, conversationId: otherId } = error.extras;
    if (newer) return { ...refuse("held", { why: "held" }), ...proof };
    if (otherId) return refuse("newer_conversation", { otherId });
    if (error.code === "not_found") return refuse("no_access");
    throw error;
  }
}

/** What a person has to know of what was sent: what the visitor wrote meanwhile, and which files aren't with it. */
async function noteOf({ conversationId, draft }: Sending, seq: number, leftOut: readonly LeftOut[]) {
  const told = toldOf(leftOut);
  const isMailed = told.length > 0 || (await hasVisitorWritten(conversationId, { seenSeq: draft.seenSeq, seq }));
  return { isMailed, draft: isMailed ? { ...draft, leftOut: told } : null };
}

const toldOf = (leftOut: readonly LeftOut[]) =>
  leftOut.filter(({ reason }) => reason !== "quoted" && reason !== "signature");
