import { randomUUID } from "node:crypto";
import { visitorOfConversation } from "#gate/visitor-of-conversation.ts";
import { StartConversationResponse } from "#lib/desk/conversations/schema.ts";
import { MessageResponse } from "#lib/desk/messages/schema.ts";
import { closeLiveUpdates } from "#lib/live/live-updates/live-updates.ts";
import { mailJob } from "#lib/notify/mail/send-mail-job.ts";
import { planAlerts } from "#lib/notify/notifications/plan-alerts.system.ts";
import { SessionResponse } from "#lib/people/owners/schema.ts";
import { type SiteJson, SiteResponse } from "#lib/sites/sites/schema.ts";
import { WidgetSessionResponse } from "#lib/widget/widget-sessions/schema.ts";
import { closeDb } from "#platform/database/database.ts";
import { TryAgain } from "#platform/jobs/worker.ts";
import { closeLimiter } from "#platform/limits/limiter.ts";
import { closeMail } from "#platform/mail/transport.ts";
import { ask, type Call, send } from "./api-client.ts";
import { openPool, scratchDatabase } from "./database.ts";
import { newOwner as createOwner, PASSWORD } from "./factories.ts";
import { mailServer } from "./mail-server.ts";
import { provideSettings } from "./provide-settings.ts";
import type { Mechanism } from "./silence.ts";
import { startProcess } from "./start-process.ts";

type MailRow = { id: string; jobId: string; kind: string; status: string; reason: string | null; attempts: number };
export type MailedOwner = { id: string; email: string; token: string };
export type MailedVisitor = { id: string; token: string };

/**
 * A service with a mail server, on a database of its own. It carries out no jobs: tests do that themselves, with its code, when it
 * is their turn.
 */
export async function mailWorld(more: Record<string, string> = {}, without: Mechanism[] = []) {
  const database = await scratchDatabase();
  const server = await mailServer();
  const settings = { SMTP_URL: server.url, MAIL_FROM: "Inbox <inbox@inbox.example>", ...more };
  const own = { DATABASE_URL: database.url, JOBS: "off", ...settings };
  const service = await startProcess("mailing", own, { without });
  provideSettings({ DATABASE_URL: database.url, BASE_URL: service.baseUrl, ...settings });

  const pool = openPool(database.url);
  const sql = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await pool.query<Row>(text, values)).rows;
  const { baseUrl } = service;
  const at = (call: Call = {}) => ({ ...call, baseUrl });

  /** Plans the alerts with new messages, as if they were due. */
  const planAll = async () => {
    await sql(
      `UPDATE alerts a SET due_at = now() - interval '1 second' FROM conversations c
       WHERE c.id = a.conversation_id AND a.due_at IS NOT NULL AND c.last_seq > a.seq`,
    );
    while ((await planAlerts()) > 0);
  };

  const mails = async (status = "pending") => {
    await planAll();
    return sql<MailRow>(
      `SELECT id, job_id AS "jobId", kind, status, reason, attempts FROM mails WHERE status = $1 ORDER BY created_at, id`,
      [status],
    );
  };

  /** One attempt at an email, as the queue would make it; returns the result. */
  const deliver = async ({ id, jobId }: MailRow, { isLast = false } = {}) => {
    const signal = new AbortController().signal;
    const job = { queue: "mail" as const, rowId: id, jobId, attempt: 1, isLast, signal };
    try {
      return (await mailJob(visitorOfConversation)(job)) ?? "done";
    } catch (error) {
      if (error instanceof TryAgain) return "again";
      throw error;
    }
  };

  /** Makes all mails due that wait, and tries each of them once. */
  const deliverAll = async () => {
    await planAll();
    await sql("UPDATE mails SET due_at = now() WHERE status = 'pending'");
    const outcomes = [];
    for (const mail of await mails()) outcomes.push(await deliver(mail));
    return outcomes;
  };

  const newConfirmedOwner = async (): Promise<MailedOwner> => {
    const { user, email, token } = await createOwner(sql);
    await sql("UPDATE users SET email_confirmed_at = now() WHERE id = $1", [user.id]);
    return { id: user.id, email, token };
  };

  const newOwner = async ({ confirmed = true } = {}): Promise<MailedOwner> => {
    if (confirmed) return newConfirmedOwner();
    const email = `owner-${randomUUID()}@example.com`;
    const { user, token } = await ask(
      SessionResponse,
      201,
      "POST",
      "/auth/register",
      at({ body: { email, password: PASSWORD } }),
    );
    return { id: user.id, email, token };
  };

  const newSite = async ({ token }: MailedOwner, fields: object = {}): Promise<SiteJson> =>
    (await ask(SiteResponse, 201, "POST", "/sites", at({ token, body: { name: "Corner shop", ...fields } }))).site;

  const newOwnerWithSite = async (fields: object = {}) => {
    const owner = await newOwner();
    return { owner, site: await newSite(owner, fields) };
  };

  /** What an owner was sent, the oldest first. */
  const mailsTo = ({ email }: MailedOwner) => server.received.filter(({ to }) => to.includes(email));

  /** What became of each email of a site, the oldest first. */
  const endsOf = (siteId: string) =>
    sql<{ status: string; reason: string | null }>(
      "SELECT status, reason FROM mails WHERE site_id = $1 ORDER BY created_at, id",
      [siteId],
    );

  const openWidget = async (site: SiteJson, body: object = {}): Promise<MailedVisitor> => {
    const call = at({ body: { siteKey: site.publicKey, ...body } });
    const { token, visitorId } = await ask(WidgetSessionResponse, 201, "POST", "/public/widget-session", call);
    return { token, id: visitorId };
  };

  /** A visitor's message, whose alert is planned at once; returns its conversation. */
  const write = async ({ token }: MailedVisitor, message: string, more: object = {}): Promise<string> => {
    const call = at({ token, body: { message, ...more } });
    const { conversationId } = await ask(StartConversationResponse, 201, "POST", "/public/conversations", call);
    await planAll();
    return conversationId;
  };

  const reply = async ({ token }: MailedOwner, conversationId: string, message: string): Promise<void> => {
    const path = `/conversations/${conversationId}/messages`;
    await ask(MessageResponse, 201, "POST", path, at({ token, body: { message } }));
  };

  const close = async () => {
    closeMail();
    // What the planner published late would open the pool again.
    await closeLiveUpdates();
    await closeLimiter();
    await closeDb();
    await pool.end();
    await service.stop();
    await server.close();
    await database.drop();
  };

  return {
    baseUrl,
    service,
    server,
    database,
    settings,
    sql,
    planAll,
    mails,
    deliver,
    deliverAll,
    newOwner,
    newSite,
    newOwnerWithSite,
    mailsTo,
    endsOf,
    openWidget,
    write,
    reply,
    send: (method: string, path: string, call: Call = {}) => send(method, path, at(call)),
    close,
  };
}

export type MailWorld = Awaited<ReturnType<typeof mailWorld>>;
