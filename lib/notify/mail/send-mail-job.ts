import type { JobOfRow } from "#platform/jobs/rows.ts";
import { type JobHandler, TryAgain } from "#platform/jobs/worker.ts";
import { isMailOn, MailRefused, sendMail } from "#platform/mail/transport.ts";
import { countDelivery } from "#platform/metrics/count.ts";
import { noteRefusal } from "./bounces.system.ts";
import { decideAccountMail } from "./policies/account-mail.ts";
import type { Decision } from "./policies/decision.ts";
import { decideDigest } from "./policies/digest.ts";
import { decideInvitation } from "./policies/invitation.ts";
import { decideAlert } from "./policies/owner-alert.ts";
import { decideReplyBack } from "./policies/reply-back.ts";
import { decideRoundTrip } from "./policies/round-trip.ts";
import { decideTranscript, type VisitorOf } from "./policies/transcript.ts";
import { decideVisitorRating } from "./policies/visitor-rating.ts";
import { decideVisitorReply } from "./policies/visitor-reply.ts";
import { type CoveredSide, endConversationMail } from "./queries/conversation-mail.system.ts";
import {
  findMail,
  finishMail,
  type MailEnd,
  type MailRow,
  recordAttempt,
  recordFailure,
} from "./queries/mail-row.system.ts";

/** Sends a job's email, postpones it, or records why it's skipped. `visitorOf` is the gate's. */
export const mailJob =
  (visitorOf: VisitorOf): JobHandler =>
  (job) =>
    sendMailJob(job, visitorOf);

const sendMailJob = async (job: Parameters<JobHandler>[0], visitorOf: VisitorOf): ReturnType<JobHandler> => {
  const row = await findMail(job);
  if (!row) return undefined;
  if (!isMailOn()) {
    await endWithoutCoverage(row, { status: "skipped", reason: "No mail server is set (SMTP_URL)." });
    return undefined;
  }
  const decision = await decide(row, visitorOf);
  if ("postponeTo" in decision) return decision;
  const { finish } = decision;
  if ("skip" in decision) {
    await finish({ status: "skipped", reason: decision.skip });
    return undefined;
  }
  await recordAttempt(decision.mail);
  const startedAt = performance.now();
  const count = (result: string) => countDelivery({ to: "mail", result, ms: performance.now() - startedAt });
  try {
    const { status } = await sendMail(decision.mail, job.signal);
    count("sent");
    await finish({ status: "sent", response: status });
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    count(error.isPermanent || job.isLast ? "failed" : "retried");
    if (error.said) await noteRefusal(row.id, error.said);
    if (error.isPermanent || (job.isLast && !job.signal.aborted)) {
      await finish({ status: "failed", reason: error.message });
      return undefined;
    }
    await recordFailure(row.id, error.message, error.mayHaveArrived);
    throw new TryAgain(error.message);
  }
  return undefined;
};

/** Finishes an email whose last attempt was cut off. */
export async function giveUpMail(job: JobOfRow, reason: string): Promise<void> {
  const row = await findMail(job);
  if (row) await endWithoutCoverage(row, { status: "failed", reason: row.reason ?? reason });
}

// No conversation waits for it any longer: the next message creates another email, which covers these messages too.
async function endWithoutCoverage({ id, kind }: MailRow, end: MailEnd): Promise<void> {
  const side = SIDES[kind];
  await (side ? endConversationMail(side, id, end, { again: false }) : finishMail(id)(end));
}

const SIDES: { [kind in MailRow["kind"]]?: CoveredSide } = {
  owner_alert: "owner",
  member_alert: "member",
  visitor_answer: "visitor",
};

async function decide(row: MailRow, visitorOf: VisitorOf): Promise<Decision> {
  const { id, kind, siteId, conversationId, userId } = row;
  const finish = finishMail(id);
  if (kind === "owner_alert" || kind === "member_alert") {
    if (!siteId) return { skip: "The site is no longer there.", finish };
    return decideAlert(id, { siteId, userId: kind === "member_alert" ? userId : null });
  }
  if (kind === "visitor_answer") {
    if (!siteId || !conversationId) return { skip: "The conversation is no longer there.", finish };
    return decideVisitorReply(id, { siteId, conversationId });
  }
  if (kind === "visitor_rating") return decideVisitorRating(id, finish);
  if (kind === "transcript" || kind === "confirm_transcript") return decideTranscript({ id, kind }, visitorOf, finish);
  if (kind === "invitation") return decideInvitation(id, finish);
  if (kind === "reply_back") return decideReplyBack(row, finish);
  if (kind === "digest") return decideDigest(row, finish);
  if (kind === "round_trip") return decideRoundTrip(id, finish);
  return decideAccountMail({ ...row, kind }, finish);
}
