import { Prisma } from "#prisma-client";
import { NEXT_VERSION } from "../../base/changes/statements.ts";
import { noteAlert } from "../../outbox/notification-queue/statements.ts";
import { KINDS, type MessageKind } from "./kinds.ts";
import { type NewMail, noteMail } from "./outgoing-statements.ts";

const VISITORS = { read: Prisma.sql`visitor_read_seq`, unread: Prisma.sql`visitor_unread_count` };
const OWNERS = { read: Prisma.sql`owner_read_seq`, unread: Prisma.sql`owner_unread_count` };

type Counted = {
  id: string;
  sender: { type: MessageKind; id: string };
  preview: string;
  /** The email it triggers, if its kind does. */
  mail: NewMail | null;
  /** Of a reply to an email: the last message that the email covered. Its sender hasn't seen later ones. */
  readUpTo?: number;
};

// A sender has read everything before their message. The other side has one more to read.
function readPositions({ sender, readUpTo }: Counted): Prisma.Sql {
  const { side, movesReadPosition } = KINDS[sender.type];
  const [own, other] = side === "visitor" ? [VISITORS, OWNERS] : [OWNERS, VISITORS];
  const counted = Prisma.sql`${other.unread} = c.${other.unread} + 1,`;
  if (!movesReadPosition) return counted;
  if (readUpTo !== undefined) {
    const moved = Prisma.sql`greatest(c.${own.read}, least(${readUpTo}::int, c.last_seq))`;
    return Prisma.sql`${own.read} = ${moved}, ${counted}
      ${own.unread} = c.${own.unread} - count_messages(c.id, 'owner', c.${own.read}, ${moved}),`;
  }
  const moved = Prisma.sql`${own.read} = c.last_seq + 1, ${own.unread} = 0, ${counted}`;
  return side === "visitor"
    ? moved
    : Prisma.sql`${moved}
  last_read_by_owner_at = greatest(c.last_message_at, clock_timestamp()), last_reply_by = ${sender.id}::uuid,`;
}

const listed = ({ preview }: Counted) => Prisma.sql`
  last_message_at = greatest(c.last_message_at, clock_timestamp()), last_message_preview = ${preview},`;

/** Part of an UPDATE: what one more message changes in its conversation, `c`. */
export function countMessage(message: Counted): Prisma.Sql {
  const { alerts, emails, isListed } = KINDS[message.sender.type];
  return Prisma.sql`
  ${emails ? noteMail(message.mail) : Prisma.empty}
  ${alerts ? noteAlert(Prisma.sql`${message.id}::uuid`) : Prisma.empty}
  last_seq = c.last_seq + 1,
  ${isListed ? listed(message) : Prisma.sql`automatic_seq = c.last_seq + 1,`}
  ${readPositions(message)}
  ${NEXT_VERSION}`;
}
