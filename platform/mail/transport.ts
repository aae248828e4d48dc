import { createTransport } from "nodemailer";
import { withAsciiDomain } from "../email-address.ts";
import { env, readMailbox } from "../env.ts";
import { isLoopbackHost } from "../ip-address.ts";
import { processWide } from "../process-wide.ts";
import type { SmtpServer } from "../smtp-server.ts";
import { envelopeId } from "./envelope-id.ts";
import { headerLine, messageId, OWN_HEADER, threadId } from "./header-rules.ts";
import type { Mail } from "./message.ts";
import { type Refusal, readRefusal } from "./refusal.ts";
import { renderHtml, renderText } from "./render.ts";

const CONNECTIONS_MAX = 2;
const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;
// The total time, so that no server can hold up a job by responding slowly.
const PATIENCE_MS = 45_000;
const DEFAULT_NAME = "Site Inbox";

type MailTransport = ReturnType<typeof connectTransport>;

const shared = processWide("mail transport", (): { transport?: MailTransport } => ({}))();

/** Whether the service can send email. Without SMTP_URL, it neither sends nor queues any. */
export const isMailOn = (): boolean => env().SMTP_URL !== undefined;

/** Options for nodemailer: certificates are checked, and a password is never sent unencrypted. */
export function transportOptions({ host, port, secure, login }: SmtpServer) {
  return {
    pool: true as const,
    maxConnections: CONNECTIONS_MAX,
    // The job retries, so that every attempt is recorded in the email's row.
    maxRequeues: 0,
    host,
    port,
    secure,
    requireTLS: !secure && login !== undefined && !isLoopbackHost(host),
    ...(login && { auth: login }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function connectTransport() {
  const { SMTP_URL } = env();
  if (!SMTP_URL) throw new Error("a mail was sent without a mail server");
  return createTransport(transportOptions(SMTP_URL));
}

function transport(): MailTransport {
  shared.transport ??= connectTransport();
  return shared.transport;
}

/** Why an email wasn't accepted (see Refusal). */
export class MailRefused extends Error {
  override readonly name = "MailRefused";
  readonly isPermanent: boolean;
  readonly mayHaveArrived: boolean;
  readonly said: Refusal["said"];

  constructor(cause: unknown) {
    const { reason, isPermanent, mayHaveArrived, said } = readRefusal(cause);
    super(reason);
    this.isPermanent = isPermanent;
    this.mayHaveArrived = mayHaveArrived;
    this.said = said;
  }
}

/** Hands an email to the server and returns its response without addresses. Throws MailRefused. */
export async function sendMail(mail: Mail, signal?: AbortSignal): Promise<{ status: string }> {
  try {
    const { response } = await transport().sendMail({
      ...envelopeOf(mail),
      signal: AbortSignal.any([AbortSignal.timeout(PATIENCE_MS), ...(signal ? [signal] : [])]),
    });
    return { status: /^\d{3}/.exec(response)?.[0] ?? "" };
  } catch (error) {
    throw new MailRefused(error);
  }
}

/** Checks the connection and login with the mail server. Throws MailRefused. */
export async function verifyTransport(): Promise<void> {
  try {
    await transport().verify();
  } catch (error) {
    throw new MailRefused(error);
  }
}

/** Returns an email for nodemailer. Addresses are objects, so that a name is never parsed as one. */
export function envelopeOf(mail: Mail) {
  const { MAIL_FROM = "", BASE_URL } = env();
  const from = readMailbox(MAIL_FROM) ?? { name: "", address: "" };
  const subject = headerLine(mail.subject);
  const thread = mail.thread ? [threadId(mail.thread, BASE_URL), ...(mail.earlier ?? [])] : [];
  const newest = thread.at(-1);
  return {
    from: {
      name: headerLine(mail.fromName ?? (from.name || DEFAULT_NAME), 80),
      address: withAsciiDomain(from.address),
    },
    to: { name: "", address: withAsciiDomain(mail.to) },
    ...(mail.replyTo && { replyTo: { name: "", address: mail.replyTo } }),
    subject,
    messageId: messageId(mail.id, BASE_URL),
    // A report that it couldn't be delivered names it.
    dsn: { id: envelopeId(mail.id), return: "headers" as const, notify: ["failure" as const] },
    ...(newest && { inReplyTo: newest, references: thread }),
    headers: {
      "Auto-Submitted": "auto-generated",
      // Not "All", which also suppresses the reports that an address doesn't exist.
      "X-Auto-Response-Suppress": "OOF, AutoReply, RN, NRN, DR",
      [OWN_HEADER]: new URL(BASE_URL).hostname,
      ...(mail.unsubscribeUrl && {
        "List-Unsubscribe": { prepared: true, value: `<${mail.unsubscribeUrl}>` },
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
    text: renderText(mail.blocks, mail.look),
    html: renderHtml(subject, mail.blocks, mail.look),
  };
}

export function closeMail(): void {
  shared.transport?.close({ force: true });
  delete shared.transport;
}
