import { isMailOn } from "#platform/mail/transport.ts";
import type { RoundTrip } from "../mail/round-trip.system.ts";
import { bouncesHop, dkimRecord, dmarcRecord, mxRecord, spfRecord, toHop } from "./hops.ts";
import type { MailStatus } from "./queries.ts";
import type { ReceivedRow } from "./received.system.ts";
import type { MailRecordJson, MailStatusJson, MailTestJson, ReceivedMailJson } from "./schema.ts";
import { hasWayIn, listWaysIn } from "./ways-in.ts";

const LATE_MS = 600_000;

const NOT_LOOKED_AT = {
  state: "warning",
  says: "No process looked at the mail server in the last minutes.",
  todo: "It's looked at a minute after the service starts, and every 15 minutes. With JOBS=off, npm run jobs has to run too.",
} as const;

function nextStep({ counts }: MailStatus): MailStatusJson["next"] {
  if (!isMailOn()) return "smtp";
  if (!hasWayIn()) return "address";
  return counts.lastReceivedAt === null ? "first" : "none";
}

function toRecords({ records: { sending, receiving }, test }: MailStatus): MailRecordJson[] {
  return [
    ...(sending
      ? [
          spfRecord(sending.domain, sending.spf),
          dkimRecord(sending.domain, test?.returned?.dkim ?? null),
          dmarcRecord(sending.domain, sending.dmarc),
        ]
      : []),
    ...(receiving ? [mxRecord(receiving.domain, receiving.mx)] : []),
  ];
}

export function toMailTestJson(
  { createdAt, sentAt, status, reason, returned }: RoundTrip,
  now = new Date(),
): MailTestJson {
  const isLate = now.getTime() - createdAt.getTime() > LATE_MS;
  const state = returned
    ? "back"
    : status === "failed" || status === "skipped"
      ? "failed"
      : isLate
        ? "late"
        : "waiting";
  // It may come back before it's recorded as sent.
  const seconds = returned && Math.max(0.1, (Date.parse(returned.at) - (sentAt ?? createdAt).getTime()) / 1_000);
  return {
    startedAt: createdAt.toISOString(),
    state,
    reason: state === "failed" || status === "pending" ? reason : null,
    seconds: seconds && Math.round(seconds * 10) / 10,
    results: returned?.results ?? null,
    dkim: returned?.dkim ?? [],
  };
}

const toReceivedJson = ({ createdAt, ...row }: ReceivedRow): ReceivedMailJson => ({
  ...row,
  at: createdAt.toISOString(),
});

export const toMailStatusJson = (status: MailStatus): MailStatusJson => ({
  next: nextStep(status),
  out: isMailOn()
    ? toHop(status.out ?? NOT_LOOKED_AT)
    : { state: "off", says: "No email is sent: no mail server is set (SMTP_URL).", todo: null },
  in: listWaysIn(status),
  leftAlone: status.mailbox?.leftAlone ?? 0,
  bounces: bouncesHop({ ...status.counts, from: status.from, isReceiving: hasWayIn() }),
  records: toRecords(status),
  lastReceivedAt: status.counts.lastReceivedAt?.toISOString() ?? null,
  test: status.test && toMailTestJson(status.test),
  received: status.received.map(toReceivedJson),
});
