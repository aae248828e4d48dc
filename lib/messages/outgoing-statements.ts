import { randomUUIDv7 } from "node:crypto";
import { env } from "#platform/env.ts";
import { Prisma } from "#prisma-client";
import { storeMails } from "../mail-queue/statements.ts";
import { conversationData, storeDeliveries } from "../webhooks/statements.ts";
import type { NewMessage } from "./rules.ts";

/*
 * What goes out because a message was stored, written by the statement that stores it (docs/decisions/0022-jobs.md):
 * an email unless one is already waiting, and a delivery for each webhook. So a message can't exist without them, nor
 * they without it.
 */

/** The email a message triggers, unless one is already waiting for that side. Each `test` email is sent at once. */
export type NewMail = { id: string; kind: "owner_alert" | "visitor_answer" | "test"; delaySeconds: number };

/** Returns the email a message triggers, or null if no mail server is set. */
export function newMail(kind: NewMail["kind"]): NewMail | null {
  const { SMTP_URL, MAIL_DELAY } = env();
  return SMTP_URL === undefined ? null : { id: randomUUIDv7(), kind, delaySeconds: kind === "test" ? 0 : MAIL_DELAY };
}

/** Matches a row with `workspace_id` and `site_id` if its owner is emailed about the site. Anyone else gets no job. */
export const isAlerted = (row: Prisma.Sql) => Prisma.sql`EXISTS (
    SELECT FROM workspaces w JOIN users u ON u.id = w.owner_id
    WHERE w.id = ${row}.workspace_id AND u.email_confirmed_at IS NOT NULL AND u.alert_mails
      AND NOT EXISTS (SELECT FROM alert_mutes a WHERE a.user_id = u.id AND a.site_id = ${row}.site_id)
  )`;

/** Part of a conversation's UPDATE: which email is waiting for a side. */
export const noteMail = (mail: NewMail | null) => {
  if (mail?.kind === "owner_alert") {
    return Prisma.sql`owner_mail_id = CASE
      WHEN c.owner_mail_id IS NULL AND ${isAlerted(Prisma.sql`c`)} THEN ${mail.id}::uuid ELSE c.owner_mail_id END,`;
  }
  if (mail?.kind === "visitor_answer") {
    // A visitor without an address gets no email.
    return Prisma.sql`visitor_mail_id = CASE
      WHEN c.visitor_mail_id IS NULL
        AND EXISTS (SELECT FROM visitors v WHERE v.id = c.visitor_id AND v.email IS NOT NULL AND v.mails_stopped_at IS NULL)
      THEN ${mail.id}::uuid ELSE c.visitor_mail_id END,`;
  }
  return Prisma.empty;
};

const isAskedFor = ({ kind, id }: NewMail) => {
  if (kind === "test") return Prisma.sql`true`;
  return kind === "owner_alert"
    ? Prisma.sql`c.owner_mail_id = ${id}::uuid`
    : Prisma.sql`c.visitor_mail_id = ${id}::uuid`;
};

// Under the conversation's lock, its column says whose email is waiting, so that concurrent messages create one.
const storeMail = (mail: NewMail | null) =>
  mail === null
    ? Prisma.empty
    : Prisma.sql`mail AS (${storeMails({
        from: Prisma.sql`conversation c, claim WHERE ${isAskedFor(mail)}`,
        kind: mail.kind,
        id: Prisma.sql`${mail.id}::uuid`,
        workspaceId: Prisma.sql`c.workspace_id`,
        siteId: Prisma.sql`c.site_id`,
        conversationId: Prisma.sql`c.id`,
        messageId: Prisma.sql`claim.message_id`,
        ...(mail.kind === "visitor_answer" && { visitorId: Prisma.sql`c.visitor_id` }),
        delaySeconds: mail.delaySeconds,
      })}
  ),`;

/** What a message does to its conversation's status, as a row of an event. */
const OPENED = Prisma.sql`('conversation.updated', c.opened_seq = c.last_seq, NULL, '{"status": "open"}')`;
const CLOSED = Prisma.sql`('conversation.updated', c.was_open, NULL, '{"status": "closed"}')`;

// Nothing about spam goes out.
const storeEvents = (
  { id, sender }: NewMessage,
  isClosing: boolean,
) => Prisma.sql`delivery AS (${storeDeliveries(Prisma.sql`
    SELECT c.site_id, c.workspace_id, c.id AS conversation_id, event.message_id, event.type,
      ${conversationData(Prisma.sql`event.more`)} AS data
    FROM conversation c
    CROSS JOIN LATERAL (VALUES
      ('message.created', true, ${id}::uuid, jsonb_build_object('message', jsonb_build_object(
        'id', ${id}::uuid, 'seq', c.last_seq, 'senderType', ${sender.type}::text, 'senderId', ${sender.id}::uuid))),
      ('conversation.created', c.last_seq = 1, NULL, '{"status": "open"}'),
      ${isClosing ? CLOSED : OPENED},
      ('conversation.woken', c.woken_at = c.last_message_at, NULL, '{"by": "reply"}')
    ) AS event (type, happened, message_id, more)
    WHERE event.happened AND NOT c.is_spam`)}
  ),`;

/**
 * The CTEs that write what goes out with a message stored in `conversation` under `claim`. If the message closes the
 * conversation, that has `was_open` too.
 */
export const storeOutgoing = (message: NewMessage, mail: NewMail | null, isClosing: boolean) =>
  Prisma.sql`${storeMail(mail)} ${storeEvents(message, isClosing)}`;
