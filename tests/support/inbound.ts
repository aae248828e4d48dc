import { createHash } from "node:crypto";
import { ownerOfMailReply } from "#gate/mail-reply.ts";
import { visitorOfConversation } from "#gate/visitor-of-conversation.ts";
import { receiveMailJob } from "#lib/notify/mail-in/receive-mail-job.ts";
import { ReceiveMailResponse } from "#lib/notify/mail-in/schema.ts";
import { signatureOf } from "#lib/notify/mail-in/signature.ts";
import { postponeJob } from "#platform/jobs/rows.ts";
import { TryAgain } from "#platform/jobs/worker.ts";
import { ask, send } from "./api-client.ts";
import type { MailWorld } from "./mail-world.ts";

export const INBOUND = {
  INBOUND_ADDRESS: "inbox@in.example",
  INBOUND_SECRET: "a secret of 32 bytes or more, for tests",
};

type Raw = Buffer<ArrayBuffer>;
type Part = { name: string; type: string; content: Buffer | string };
type Written = {
  to: string;
  from?: string;
  text?: string;
  subject?: string;
  headers?: Record<string, string>;
  parts?: readonly Part[];
};

const bytesOf = (lines: string[]): Raw => Buffer.from(lines.join("\r\n"));

let written = 0;

/** Writes an email as a mail program does. A header that's an empty text is left out. */
export function rawMail({
  to,
  from = "Grace <grace@example.com>",
  text = "",
  subject = "Re: Hi",
  headers = {},
  parts = [],
}: Written) {
  written += 1;
  const all = {
    From: from,
    To: to,
    Subject: subject,
    Date: "Sun, 29 Nov 2026 10:00:00 +0000",
    "Message-ID": `<${written}.${process.pid}@mail.example>`,
    "MIME-Version": "1.0",
    ...headers,
  };
  const head = Object.entries(all).flatMap(([name, value]) => (value === "" ? [] : [`${name}: ${value}`]));
  const body = ["Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit", "", text];
  if (parts.length === 0) return bytesOf([...head, ...body]);
  const files = parts.flatMap(({ name, type, content }) => [
    "--edge",
    `Content-Type: ${type}; name="${name}"`,
    `Content-Disposition: attachment; filename="${name}"`,
    "Content-Transfer-Encoding: base64",
    "",
    Buffer.from(content).toString("base64").replace(/.{76}/g, "$&\r\n"),
  ]);
  const multipart = ['Content-Type: multipart/mixed; boundary="edge"', "", "--edge", ...body, ...files, "--edge--", ""];
  return bytesOf([...head, ...multipart]);
}

type Envelope = { from?: string; to: string };

/** The headers that an email is posted with. */
export function signedHeaders(raw: Raw, { from = "grace@example.com", to }: Envelope, at = Date.now()) {
  const headers = {
    "Inbound-Timestamp": String(Math.floor(at / 1_000)),
    "Mail-From": from,
    "Mail-To": to,
    "Mail-Client-Ip": "192.0.2.7",
    "Mail-Sha256": createHash("sha256").update(raw).digest("hex"),
  };
  return { ...headers, "Inbound-Signature": signatureOf(headers, INBOUND.INBOUND_SECRET) };
}

/** Posts an email, and returns its row's id. */
export async function postMail({ baseUrl }: { baseUrl: string }, raw: Raw, envelope: Envelope) {
  const call = { baseUrl, raw, headers: { ...signedHeaders(raw, envelope), "Content-Type": "message/rfc822" } };
  return (await ask(ReceiveMailResponse, 201, "POST", "/inbound/mail", call)).mail;
}

export const sendRaw = (baseUrl: string, raw: Raw, headers: Record<string, string>) =>
  send("POST", "/inbound/mail", { baseUrl, raw, headers });

type Row = { id: string; jobId: string };
type Reading = { nameServers?: readonly string[]; attempt?: number };

/** Reads all received emails once, as the queue would, and returns what became of each. */
export async function receiveAll({ sql }: MailWorld, reading: Reading = {}): Promise<string[]> {
  const rows = await sql<Row>(
    `SELECT id, job_id AS "jobId" FROM received_mails WHERE status = 'pending' AND due_at <= now() ORDER BY created_at, id`,
  );
  const ends: string[] = [];
  for (const row of rows) ends.push(await receiveOne({ sql }, row, reading));
  return ends;
}

/** One attempt at an email. */
export async function receiveOne(
  { sql }: Pick<MailWorld, "sql">,
  { id, jobId }: Row,
  { attempt = 1, ...reading }: Reading = {},
): Promise<string> {
  const runJob = receiveMailJob({ visitor: visitorOfConversation, person: ownerOfMailReply }, reading);
  const signal = new AbortController().signal;
  try {
    const job = { queue: "inbound" as const, rowId: id, jobId, attempt, isLast: false, signal };
    const outcome = await runJob(job);
    if (outcome) {
      await postponeJob(job, outcome.postponeTo);
      return "postponed";
    }
  } catch (error) {
    if (error instanceof TryAgain) return `again: ${error.message}`;
    throw error;
  }
  const [row] = await sql<{ end: string }>(
    "SELECT status || coalesce(': ' || reason, '') AS end FROM received_mails WHERE id = $1",
    [id],
  );
  return row?.end ?? "deleted";
}

/** Posts an email to an address, reads it, and returns what became of it. */
export async function deliverIn(world: MailWorld, mail: Written & { envelope?: Partial<Envelope> }): Promise<string> {
  const { envelope, ...rest } = mail;
  await postMail(world, rawMail(rest), { to: mail.to, ...envelope });
  return (await receiveAll(world)).join();
}
