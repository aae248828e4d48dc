import { ChildError } from "#platform/child/run-in-child.ts";
import { type Job, TryAgain } from "#platform/jobs/worker.ts";
import { mailOfEnvelope } from "#platform/mail/envelope-id.ts";
import { headerLine } from "#platform/mail/header-rules.ts";
import { verifyDkim } from "#platform/mail-in/check-senders.ts";
import { valuesOf } from "#platform/mail-in/headers.ts";
import type { DeliveryReport, ParsedMail } from "#platform/mail-in/parsed-mail.ts";
import { possibleTokensIn } from "../../outbox/reply-addresses/token.ts";
import { noteBounce, type ReportedMail } from "../mail/bounces.system.ts";
import { isRoundTripTo, recordReturn } from "../mail/round-trip.system.ts";
import type { ReceivedEnd } from "./received.system.ts";
import { isByMachine } from "./rules.ts";
import type { Envelope } from "./signature.ts";

const ID = /^<?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/i;
const RESULTS_MAX = 500;
// A report may come before its email is recorded as sent.
const EARLY_TRIES = 3;

/** Returns the id of an email of ours that a Message-ID names. */
export function idIn(text: string | null): string[] {
  const id = ID.exec(text ?? "")?.[1];
  return id === undefined ? [] : [id.toLowerCase()];
}

/** The emails of ours that a report may be about: by the id that it was sent with, which proves it, then by the returned header. */
function mailsOf({ envelopeId, headerId }: DeliveryReport): ReportedMail[] {
  const sentWith = mailOfEnvelope(envelopeId);
  const named = idIn(headerId).map((mailId) => ({ mailId, isProven: false }));
  return sentWith === null ? named : [{ mailId: sentWith, isProven: true }, ...named];
}

type Read = { path: string; nameServers: readonly string[]; envelope: Envelope; receivedAt: Date };

/**
 * Ends an email that's about our own ones: a report about one that couldn't be delivered, or a test that came back. Null for all
 * others, and for a test that isn't ours.
 */
export async function endOfOwnMail(job: Job, mail: ParsedMail, read: Read): Promise<ReceivedEnd | null> {
  // A person may forward a report, and say something about it.
  const isByServer = isByMachine(mail, { envelopeFrom: read.envelope.from, own: [] });
  if (mail.report && isByServer) return endOfReport(job, mail.report);
  const [mailId] = idIn(mail.headerId);
  if (!mailId || !isRoundTripTo(mailId, possibleTokensIn([...read.envelope.to, ...mail.recipients]))) return null;
  const isTest = await recordReturn(mailId, { at: read.receivedAt.toISOString(), ...(await proofOf(job, mail, read)) });
  return isTest ? { status: "test", mayBeOurs: true } : null;
}

async function endOfReport(job: Job, report: DeliveryReport): Promise<ReceivedEnd> {
  const failed = report.of.find(({ action }) => action === "failed");
  if (!failed) {
    const isDelayed = report.of.some(({ action }) => action === "delayed");
    return { status: "bounce", reason: isDelayed ? "delayed" : "unmatched" };
  }
  const waits = job.attempt < EARLY_TRIES;
  const { outcome, conversationId } = await noteBounce(mailsOf(report), failed, { waits });
  if (outcome === "early") throw new TryAgain("The email that the report is about is still being sent.");
  return {
    status: "bounce",
    reason: outcome,
    ...(conversationId !== null && { conversationId }),
    // An operator may want to look at it. Others come in masses, because strangers send in our name.
    ...(outcome !== "unmatched" && { mayBeOurs: true }),
  };
}

async function proofOf(job: Job, { headers }: ParsedMail, { path, nameServers }: Read) {
  const [results = ""] = valuesOf(headers, "authentication-results");
  const dkim = await verifyDkim(path, { nameServers, signal: job.signal }).catch((error: unknown) => {
    if (error instanceof ChildError) return [];
    throw error;
  });
  return {
    results: results === "" ? null : headerLine(results.toWellFormed(), RESULTS_MAX),
    dkim: dkim.map(({ domain, passes }) => ({ domain, passes })),
  };
}
