import { env } from "#platform/env.ts";
import { newId } from "#platform/new-id.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope, VisitorScope } from "../../base/access/scopes.ts";
import { storeActivity } from "../../base/activity/statements.ts";
import { fileLinks } from "../../files/files/links.ts";
import type { FileRow } from "../../files/files/statements.ts";
import { dueIn, storeMails } from "../../outbox/mail-queue/statements.ts";
import { IS_BOUNCED } from "../../outbox/mail-queue/visitor-statements.ts";
import { AT_ONCE, BURST, storeAlert } from "../../outbox/notification-queue/statements.ts";
import { conversationData, storeDeliveries } from "../../outbox/webhooks/statements.ts";
import { storeRatingMails } from "../ratings/mail-statements.ts";
import { KINDS } from "./kinds.ts";
import type { NewMessage } from "./rules.ts";

/*
 * What a stored message sends out, written by the statement that stores it (docs/decisions/0022-jobs.md):
 * an email to a visitor unless one is already waiting, an alert to owners unless a burst is open, and a delivery for each
 * webhook. So a message can't exist without them, nor they without it.
 */

/** The email a message triggers. One about a reply is sent unless one is already waiting, and a `test` at once. */
export type NewMail = { id: string; kind: "visitor_answer" | "test"; delaySeconds: number };

/** Returns the email a message triggers, or null if no mail server is set. */
export function newMail(kind: NewMail["kind"]): NewMail | null {
  const { SMTP_URL, MAIL_DELAY } = env();
  return SMTP_URL === undefined ? null : { id: newId(), kind, delaySeconds: kind === "test" ? 0 : MAIL_DELAY };
}

/** Part of a conversation's UPDATE: its unread replies wait for this email, unless they wait for one already. */
export const noteMail = (mail: NewMail | null) =>
  // A visitor without an address that works gets no email.
  mail?.kind === "visitor_answer"
    ? Prisma.sql`visitor_mail_id = CASE
      WHEN c.visitor_mail_id IS NULL
        AND EXISTS (
          SELECT FROM visitors v
          WHERE v.id = c.visitor_id AND v.email IS NOT NULL AND v.mails_stopped_at IS NULL AND NOT ${IS_BOUNCED}
        )
      THEN ${mail.id}::uuid ELSE c.visitor_mail_id END,`
    : Prisma.empty;

// Under the conversation's lock, its column says whose email is waiting, so that concurrent messages create one.
const isAskedFor = ({ kind, id }: NewMail) =>
  kind === "test" ? Prisma.sql`true` : Prisma.sql`c.visitor_mail_id = ${id}::uuid`;

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
        due: dueIn(mail.delaySeconds),
      })}
  ),`;

/** What a message does to its conversation's status, as a row of an event. */
const OPENED = Prisma.sql`('conversation.updated', c.opened_seq = c.last_seq, NULL, '{"status": "open"}')`;
const ASSIGNED = Prisma.sql`
  ('conversation.assigned', c.was_free, NULL, jsonb_build_object('assigneeId', c.assignee_id, 'by', c.assignee_id))`;
const CLOSED = Prisma.sql`('conversation.updated', c.was_open, NULL, '{"status": "closed"}')`;

// It needs a session or an API key to be opened.
const eventFile = (file: FileRow) => {
  const { id, name, mediaType, size } = file;
  return { id, name, mediaType, size, url: fileLinks(file, { kind: "member" }).url };
};

/** What the event of a message says, which is the newest of its conversation, `c`. */
export const messageData = ({
  id,
  sender,
  files,
  mail,
}: Pick<NewMessage, "id" | "sender" | "files" | "mail">) => Prisma.sql`
  jsonb_build_object('message', jsonb_build_object(
    'id', ${id}::uuid, 'seq', c.last_seq, 'senderType', ${KINDS[sender.type].side}::text, 'senderId', ${sender.id}::uuid
    ${sender.type === "automatic" ? Prisma.sql`, 'automatic', true` : Prisma.empty}
    ${mail ? Prisma.sql`, 'via', 'email'` : Prisma.empty}
    ${files.length > 0 ? Prisma.sql`, 'files', ${JSON.stringify(files.map(eventFile))}::jsonb` : Prisma.empty}))`;

// Nothing about spam goes out.
const storeEvents = (
  scope: Sender,
  message: NewMessage,
  { isClosing }: Occasion,
) => Prisma.sql`delivery AS (${storeDeliveries(Prisma.sql`
    SELECT c.site_id, c.workspace_id, c.id AS conversation_id, event.message_id, event.type,
      ${conversationData(Prisma.sql`event.more`)} AS data
    FROM conversation c
    CROSS JOIN LATERAL (VALUES
      ('message.created', true, ${message.id}::uuid, ${messageData(message)}),
      ('conversation.created', c.last_seq = 1, NULL, '{"status": "open"}'),
      ${isClosing ? CLOSED : OPENED},
      ${mayClaim(scope) ? Prisma.sql`${ASSIGNED},` : Prisma.empty}
      ('conversation.woken', c.woken_at = c.last_message_at, NULL, '{"by": "reply"}')
    ) AS event (type, happened, message_id, more)
    WHERE event.happened AND NOT c.is_spam`)}
  ),`;

const storeOwnerAlert = ({ id, sender }: NewMessage, { isTest = false }: Occasion) =>
  KINDS[sender.type].alerts
    ? Prisma.sql`${storeAlert(Prisma.sql`${id}::uuid`, isTest ? AT_ONCE : BURST)},`
    : Prisma.empty;

/** What a reply does beside its text, as rows for the activity log. */
const REOPENED_ENTRY = Prisma.sql`('conversation.reopened', c.opened_seq = c.last_seq, NULL::uuid)`;
const CLOSED_ENTRY = Prisma.sql`('conversation.closed', c.was_open, NULL::uuid)`;
const ASSIGNED_ENTRY = Prisma.sql`('conversation.assigned', c.was_free, c.assignee_id)`;

const storeEntries = (scope: Sender, { isClosing }: Occasion) =>
  "userId" in scope
    ? Prisma.sql`entry AS (${storeActivity(
        {
          scope,
          action: Prisma.sql`done.action`,
          siteId: Prisma.sql`c.site_id`,
          conversationId: Prisma.sql`c.id`,
          targetId: Prisma.sql`done.target_id`,
        },
        Prisma.sql`conversation c
          CROSS JOIN LATERAL (VALUES ${isClosing ? CLOSED_ENTRY : REOPENED_ENTRY}
            ${mayClaim(scope) ? Prisma.sql`, ${ASSIGNED_ENTRY}` : Prisma.empty}
          ) AS done (action, happened, target_id)
          WHERE done.happened`,
      )}),`
    : Prisma.empty;

const storeRatingMail = (scope: Sender, { isClosing }: Occasion) =>
  isClosing && "userId" in scope
    ? storeRatingMails(scope, Prisma.sql`SELECT * FROM conversation c WHERE c.was_open AND NOT c.is_spam`)
    : Prisma.empty;

type Sender = OwnerScope | VisitorScope;

/** Whether a message may assign its conversation to its sender. */
export const mayClaim = (scope: Sender) => "userId" in scope && scope.claims;

/** Whether a message closes its conversation, or is its site's test message. */
export type Occasion = { isClosing?: boolean; isTest?: boolean };

/**
 * The CTEs that write what goes out with a message stored in `conversation` under `claim`, and what the log says of it. If the
 * message closes the conversation, that has `was_open` and `event_seq` too, and if it may assign it, `was_free` and `assignee_id`.
 */
export const storeOutgoing = (
  scope: Sender,
  message: NewMessage,
  mail: NewMail | null,
  occasion: Occasion = {},
) => Prisma.sql`${storeMail(mail)} ${storeRatingMail(scope, occasion)} ${storeOwnerAlert(message, occasion)} ${storeEvents(scope, message, occasion)}
  ${storeEntries(scope, occasion)}`;
