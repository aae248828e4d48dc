import { createHash, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { isUnavailable } from "#platform/database/database-failure.ts";
import { env } from "#platform/env.ts";
import { logFailure } from "#platform/failure-log.ts";
import {
  type ImapMailbox,
  type ListedMail,
  MailboxError,
  MailUnreadable,
  openMailbox,
} from "#platform/imap/mailbox.ts";
import { type OAuthEndpoints, OAuthError } from "#platform/imap/oauth.ts";
import { log } from "#platform/log.ts";
import { receiveFile } from "#platform/storage/storage.ts";
import { StorageError } from "#platform/storage/storage-error.ts";
import { findReplyAddress, type ReplyAddress } from "../../outbox/reply-addresses/addresses.system.ts";
import { possibleTokensIn } from "../../outbox/reply-addresses/token.ts";
import { isRoundTripTo } from "../mail/round-trip.system.ts";
import {
  hashOfPlace,
  isAboutOurs,
  noteReading,
  pauseReading,
  type ReadingLease,
  type ReadingProblem,
  releaseMailbox,
  renewMailbox,
  takeMailbox,
} from "./mailbox.system.ts";
import { hasDeliveryStatus, idsIn, type MailboxHeader, readMailboxHeader } from "./mailbox-header.ts";
import { MailboxLogin } from "./mailbox-login.ts";
import { idIn } from "./own-mail.ts";
import { SENDERS_OF_REPORTS } from "./rules.ts";
import { isFull, noteNotTaken, takeIn } from "./take-in.system.ts";

const TIMES = {
  /** How often a process that doesn't read asks whether it may. */
  takeMs: 2_000,
  renewMs: 15_000,
  /** How long the server is waited for to say that there's something new, and how often it's asked if it can't say. */
  idleMs: 240_000,
  pollMs: 30_000,
  patienceMs: 60_000,
  /** The first pause after a failure, and the longest, which is also that after a wrong login. */
  pauseMs: 5_000,
  pauseMostMs: 300_000,
};
const DAY_MS = 86_400_000;
const AGAIN_DAYS = 2;
const QUOTA_EVERY_MS = 600_000;
const CHUNK = 20;
const TRIES = 4;
const REPORT_MAX = 1024 ** 2;
const SECOND_MS = 1_000;

export type ReadingOptions = { times?: Partial<typeof TIMES>; endpoints?: OAuthEndpoints };

/** Takes in the emails of the mailbox that are for the service, in this process or another one, until the signal. */
export async function startReadingMailbox(signal: AbortSignal, options: ReadingOptions = {}): Promise<void> {
  await new MailboxReader(options).run(signal);
}

class MailboxReader {
  readonly #id = randomUUID();
  readonly #times: typeof TIMES;
  readonly #login: MailboxLogin;
  #failures = 0;
  /** What's being read, so that it's known what reading failed at. */
  #at: readonly number[] = [];
  /** How often reading failed at an email. */
  readonly #losses = new Map<number, number>();

  constructor({ times, endpoints }: ReadingOptions) {
    this.#times = { ...TIMES, ...times };
    this.#login = new MailboxLogin(endpoints);
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#readInTurn(signal).catch((error: unknown) => {
        if (!signal.aborted) logFailure(error, "could not read the mailbox; will retry");
      });
      await wait(this.#times.takeMs, undefined, { ref: false, signal }).catch(() => undefined);
    }
    await releaseMailbox(this.#id).catch((error: unknown) => logFailure(error, "could not hand over the mailbox"));
  }

  /** Reads until something fails, if it's this process's turn. */
  async #readInTurn(signal: AbortSignal): Promise<void> {
    const { INBOUND_IMAP_URL: server } = env();
    const lease = server && (await takeMailbox(this.#id, server));
    if (!lease) return;
    const ending = new AbortController();
    const either = AbortSignal.any([signal, ending.signal]);
    const keeping = this.#keepLease(ending, either);
    try {
      const login = await this.#login.get(either);
      using mailbox = await openMailbox(server, login, { signal: either, patienceMs: this.#times.patienceMs });
      await this.#read(mailbox, lease, either);
    } catch (error) {
      if (!either.aborted) await this.#pause(error);
    } finally {
      ending.abort();
      await keeping;
    }
  }

  async #keepLease(ending: AbortController, signal: AbortSignal): Promise<void> {
    for (;;) {
      await wait(this.#times.renewMs, undefined, { ref: false, signal }).catch(() => undefined);
      if (signal.aborted) return;
      const isOurs = await renewMailbox(this.#id).catch((error: unknown) => {
        logFailure(error, "could not keep the mailbox to this process; will connect again");
        return false;
      });
      // Another process may read by now.
      if (!isOurs) return ending.abort();
    }
  }

  async #read(mailbox: ImapMailbox, lease: ReadingLease, signal: AbortSignal): Promise<void> {
    const { uidValidity } = mailbox.state;
    let nextUid = await firstUid(mailbox, lease);
    const isNew = lease.nextUid === null || lease.uidValidity !== String(uidValidity);
    // What arrives before the first emails are read isn't skipped if this process ends by then.
    if (isNew && !(await noteReading(this.#id, { uidValidity, nextUid }))) return;
    for (let askedAt = Number.NEGATIVE_INFINITY; ; ) {
      const uids = await mailbox.listFrom(nextUid);
      for (let at = 0; at < uids.length; ) {
        // One by one, to find out at which of them it fails.
        const chunk = uids.slice(at, at + (this.#losses.size > 0 ? 1 : CHUNK));
        if (!(await this.#readChunk(mailbox, chunk, signal))) return;
        at += chunk.length;
      }
      nextUid = (uids.at(-1) ?? nextUid - 1) + 1;
      const isDue = performance.now() - askedAt > QUOTA_EVERY_MS;
      if (isDue) askedAt = performance.now();
      const usedPercent = isDue ? await mailbox.usedPercent() : undefined;
      const noted = { uidValidity, nextUid, ...(usedPercent !== undefined && { usedPercent }) };
      if (!(await noteReading(this.#id, noted))) return;
      this.#failures = 0;
      await mailbox.changed(this.#times);
    }
  }

  /** Reads some emails in their order, and records each that's done. Returns whether it's still this process's turn. */
  async #readChunk(mailbox: ImapMailbox, uids: readonly number[], signal: AbortSignal): Promise<boolean> {
    const { uidValidity } = mailbox.state;
    const given = uids.length === 1 && (this.#losses.get(uids[0] ?? 0) ?? 0) >= TRIES;
    this.#at = uids;
    const listed = given ? [] : await mailbox.describe(uids);
    let leftAlone = 0;
    for (const uid of uids) {
      this.#at = [uid];
      const mail = listed.find((one) => one.uid === uid);
      if (given) await this.#giveUp(mailbox, uid);
      else if (mail) {
        const isTaken = await takeMail(mailbox, mail, signal);
        if (!isTaken) leftAlone += 1;
        if (isTaken && !(await noteReading(this.#id, { uidValidity, nextUid: uid + 1, leftAlone }))) return false;
        if (isTaken) leftAlone = 0;
        // Otherwise the pauses of several that can't be read would add up to hours.
        if (isTaken) this.#failures = 0;
      }
      this.#losses.delete(uid);
    }
    this.#at = [];
    return noteReading(this.#id, { uidValidity, nextUid: (uids.at(-1) ?? 0) + 1, leftAlone });
  }

  async #giveUp(mailbox: ImapMailbox, uid: number): Promise<void> {
    log().error({ uid }, "could not read an email of the mailbox; it's left there");
    const place = placeOf(mailbox, uid);
    await noteNotTaken({ place, size: 0, arrivedAt: null, address: null }, "unreadable");
    this.#failures = 0;
  }

  async #pause(error: unknown): Promise<void> {
    const problem = this.#problemOf(error);
    const reason = error instanceof Error ? error.message : String(error);
    if (problem === "failed") logFailure(error, "could not take in an email from the mailbox; will retry");
    else log().warn({ problem, reason }, "could not read the mailbox; will retry");
    // Any of them may be what it fails at, unless our own database or storage is away.
    const isOurs = problem === "failed" && (isUnavailable(error) || error instanceof StorageError);
    if (!isOurs && this.#failures > 0)
      for (const uid of this.#at) this.#losses.set(uid, (this.#losses.get(uid) ?? 0) + 1);
    this.#at = [];
    const { pauseMs, pauseMostMs } = this.#times;
    const isForPeople = problem !== "unreachable" && problem !== "failed";
    const ms = isForPeople
      ? pauseMostMs
      : Math.min(pauseMostMs, pauseMs * 2 ** this.#failures) * (0.5 + Math.random() / 2);
    this.#failures += 1;
    await pauseReading(this.#id, { problem, reason, seconds: ms / SECOND_MS });
  }

  #problemOf(error: unknown): ReadingProblem {
    if (error instanceof OAuthError) return error.isRefused ? "oauth" : "unreachable";
    if (error instanceof MailUnreadable) return "unreachable";
    if (!(error instanceof MailboxError)) return "failed";
    const isLogin = error.problem === "login" && env().INBOUND_OAUTH !== undefined;
    // The access token may be the one that's wrong.
    return isLogin && this.#login.forget() && this.#failures === 0 ? "unreachable" : error.problem;
  }
}

/** Where reading begins: where it ended; at the end of a mailbox that's new; or a bit earlier, if its UIDs are others now. */
async function firstUid(mailbox: ImapMailbox, { uidValidity, nextUid, lookedAt }: ReadingLease): Promise<number> {
  const { state } = mailbox;
  if (uidValidity === String(state.uidValidity) && nextUid !== null) return Number(nextUid);
  // A server may not say which UID comes next.
  const end = state.uidNext || ((await mailbox.listFrom(1)).at(-1) ?? 0) + 1;
  if (!lookedAt) return end;
  log().warn({ uidValidity: String(state.uidValidity) }, "the mailbox is another one; reading its last days again");
  const [first = end] = await mailbox.listSince(new Date(lookedAt.getTime() - AGAIN_DAYS * DAY_MS));
  return first;
}

function placeOf(mailbox: ImapMailbox, uid: number): Buffer {
  const { INBOUND_IMAP_URL: server } = env();
  if (!server) throw new Error("a mailbox was read without INBOUND_IMAP_URL");
  return createHash("sha256")
    .update(JSON.stringify([hashOfPlace(server).toString("hex"), String(mailbox.state.uidValidity), uid]))
    .digest();
}

/** Takes in an email, and marks it as read. Returns false if it isn't for the service. Then nothing is changed. */
async function takeMail(mailbox: ImapMailbox, mail: ListedMail, signal: AbortSignal): Promise<boolean> {
  const header = readMailboxHeader(mail.header);
  const tokens = possibleTokensIn(header.recipients);
  const address = await findReplyAddress(tokens);
  const isTest = idIn(header.headerId).some((id) => isRoundTripTo(id, tokens));
  if (!address && !isTest && !(await isReportAboutOurs(mailbox, mail, header))) return false;
  const { uid, size, arrivedAt } = mail;
  const place = placeOf(mailbox, uid);
  const isByProgram = SENDERS_OF_REPORTS.test(header.from);
  if (address && (await isFull(address))) {
    log().warn({ uid }, "an email is left in the mailbox: too many to its address wait to be read");
    await noteNotTaken({ place, size, arrivedAt, address, isByProgram }, "full");
    return true;
  }
  const limit = env().INBOUND_MAX_SIZE;
  const isTaken =
    size <= limit && (await takeWhole(mailbox, { uid, limit, signal }, { header, place, arrivedAt, address }));
  if (isTaken) await mailbox.markSeen(uid);
  else await noteNotTaken({ place, size, arrivedAt, address, isByProgram }, "too_large");
  return true;
}

type Taking = { header: MailboxHeader; place: Buffer; arrivedAt: Date | null; address: ReplyAddress | null };

/** Returns false if the email is larger than the server said, and larger than emails may be. */
async function takeWhole(
  mailbox: ImapMailbox,
  { uid, limit, signal }: { uid: number; limit: number; signal: AbortSignal },
  { header, place, arrivedAt, address }: Taking,
): Promise<boolean> {
  try {
    await using raw = await receiveFile(mailbox.read(uid), { limit, signal });
    const to = header.recipients.filter((address) => possibleTokensIn([address]).length > 0);
    await takeIn(raw, { source: "imap", place, envelope: { from: header.from, to, ip: "" }, arrivedAt, address });
    return true;
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    if (error.failure === "too_large") return false;
    // It's the connection that was lost.
    throw error.failure === "interrupted" && error.cause instanceof Error ? error.cause : error;
  }
}

// A report has no address of ours in it, but the Message-ID of the email that it's about.
async function isReportAboutOurs(mailbox: ImapMailbox, { uid }: ListedMail, header: MailboxHeader): Promise<boolean> {
  if (!header.mayBeReport) return false;
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of mailbox.read(uid)) {
    pieces.push(piece);
    size += piece.length;
    if (size >= REPORT_MAX) break;
  }
  const text = Buffer.concat(pieces).toString("latin1");
  return hasDeliveryStatus(text) && isAboutOurs(idsIn(text));
}
