import { query } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import type { LeftOut, MailBelief, MailText } from "./schema.ts";

/** What's stored of a message that came by email, besides its text. */
export type NewMail = {
  receivedId: string;
  headerId: string | null;
  sentAt: string | null;
  from: string | null;
  subject: string | null;
  belief: MailBelief;
  /** The domain that proves it, of a person's. */
  believedBy?: string | null;
  rest: string | null;
  quoted: string | null;
  signature: string | null;
  leftOut: readonly LeftOut[];
  /** Of a visitor's: the last message that the email it replies to covered. Later ones stay unread. */
  readUpTo?: number;
};

/**
 * What the team sees of such a message. `cut` names the texts that are longer. Its original can be downloaded until `originalUntil`.
 */
export type MessageMail = Pick<NewMail, "from" | "subject" | "belief" | "rest" | "quoted" | "signature" | "leftOut"> & {
  believedBy: string | null;
  cut: MailText[];
  originalUntil: Date | null;
};

/** The CTE that stores what the message `m` has besides its text. */
export const storeMessageMail = (mail: NewMail) => Prisma.sql`, mail_of_message AS (
    INSERT INTO message_mails (
      message_id, received_id, header_id, sent_at, from_address, subject, belief, believed_by, rest, quoted, signature,
      left_out
    )
    SELECT m.id, ${mail.receivedId}::uuid, ${mail.headerId}, ${mail.sentAt}, ${mail.from}, ${mail.subject}, ${mail.belief},
      ${mail.believedBy ?? null}, ${mail.rest}, ${mail.quoted}, ${mail.signature}, ${JSON.stringify(mail.leftOut)}::jsonb
    FROM m
  )`;

/** What pages of messages, streams and exports have of each text. All of it is stored. */
export const MAIL_TEXT_MAX = 20_000;

const shown = (text: Prisma.Sql) => Prisma.sql`left(${text}, ${MAIL_TEXT_MAX})`;
const isCut = (name: MailText, text: Prisma.Sql) =>
  Prisma.sql`CASE WHEN char_length(${text}) > ${MAIL_TEXT_MAX} THEN ${name}::text END`;

const REST = Prisma.sql`mm.rest`;
const QUOTED = Prisma.sql`mm.quoted`;
const SIGNATURE = Prisma.sql`mm.signature`;

/** Returns what messages that came by email have besides their text, by message. */
export async function mailsOfMessages(messageIds: string[]): Promise<Map<string, MessageMail>> {
  const rows = await query<MessageMail & { messageId: string }>(Prisma.sql`
    SELECT mm.message_id AS "messageId", mm.from_address AS "from", mm.subject, mm.belief, mm.believed_by AS "believedBy",
      ${shown(REST)} AS rest, ${shown(QUOTED)} AS quoted, ${shown(SIGNATURE)} AS signature,
      array_remove(ARRAY[${isCut("rest", REST)}, ${isCut("quoted", QUOTED)}, ${isCut("signature", SIGNATURE)}], NULL) AS cut,
      mm.left_out AS "leftOut",
      CASE WHEN r.raw_hash IS NOT NULL AND r.raw_until > now() THEN r.raw_until END AS "originalUntil"
    FROM message_mails mm LEFT JOIN received_mails r ON r.id = mm.received_id
    WHERE mm.message_id = ANY(${messageIds}::uuid[])`);
  return new Map(rows.map(({ messageId, ...mail }) => [messageId, mail]));
}
