import { withAsciiDomain } from "#platform/email-address.ts";
import { env, readMailbox } from "#platform/env.ts";
import { AppError } from "#platform/errors.ts";
import {
  findDmarcPolicy,
  findMailHosts,
  findSpf,
  isPublicDomain,
  sendingDomain,
} from "#platform/mail/domain-records.ts";
import { isMailOn } from "#platform/mail/transport.ts";
import type { PersonScope } from "../../base/access/scopes.ts";
import { findLastRoundTrip, type RoundTrip } from "../mail/round-trip.system.ts";
import { findMailboxState, type MailboxState } from "../mail-in/mailbox.system.ts";
import { findRecent } from "../status/findings.system.ts";
import { isOperator } from "../status/operators.system.ts";
import type { Looked } from "./hops.ts";
import { countMail, listReceived, type MailCounts, type ReceivedRow } from "./received.system.ts";

/** Throws `not_permitted` unless an operator asks. */
export async function requireOperator(scope: PersonScope): Promise<void> {
  if (!(await isOperator(scope))) throw new AppError("not_permitted");
}

const look = async <T>(looking: Promise<T>): Promise<Looked<T>> =>
  looking.then(
    (found) => ({ found }),
    () => ({ failed: true }),
  );

type Records = {
  /** The domain that email is sent from, if the world's DNS may know it. */
  sending: { domain: string; spf: Looked<string[]>; dmarc: Looked<string | null> } | null;
  /** The domain that email is received at. */
  receiving: { domain: string; mx: Looked<string[]> } | null;
};

async function lookUpRecords(nameServers?: readonly string[]): Promise<Records> {
  const sending = isMailOn() ? sendingDomain() : "";
  const { INBOUND_ADDRESS } = env();
  const receiving = INBOUND_ADDRESS ? withAsciiDomain(`x@${INBOUND_ADDRESS.domain}`).slice(2) : "";
  const [spf, dmarc, mx] = await Promise.all([
    isPublicDomain(sending) ? look(findSpf(sending, nameServers)) : null,
    isPublicDomain(sending) ? look(findDmarcPolicy(sending, nameServers)) : null,
    isPublicDomain(receiving) ? look(findMailHosts(receiving, nameServers)) : null,
  ]);
  return {
    sending: spf && dmarc && { domain: sending, spf, dmarc },
    receiving: mx && { domain: receiving, mx },
  };
}

export type MailStatus = {
  out: Awaited<ReturnType<typeof findRecent>>;
  from: string;
  counts: MailCounts;
  mailbox: MailboxState | null;
  records: Records;
  test: RoundTrip | null;
  received: ReceivedRow[];
};

/** Returns how email does, in both directions. Throws `not_permitted` unless an operator asks. */
export async function getMailStatus(
  scope: PersonScope,
  { nameServers }: { nameServers?: readonly string[] } = {},
): Promise<MailStatus> {
  await requireOperator(scope);
  const [out, counts, mailbox, records, test, received] = await Promise.all([
    findRecent("mail"),
    countMail(),
    findMailboxState(),
    lookUpRecords(nameServers),
    findLastRoundTrip(),
    listReceived(),
  ]);
  return { out, from: readMailbox(env().MAIL_FROM ?? "")?.address ?? "", counts, mailbox, records, test, received };
}
