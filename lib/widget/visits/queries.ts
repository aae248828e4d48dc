import { query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import { personOf, visitorsOfPerson } from "../../base/access/people-statements.ts";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownConversation, ownConversations } from "../../base/access/statements.ts";
import { type AttributeRow, attributesOf } from "../../desk/attributes/statements.ts";
import { HAS_CARD } from "../../desk/cards/statements.ts";
import type { ConversationStatus } from "../../desk/conversations/schema.ts";

const OTHERS_MAX = 10;

type VisitorRow = {
  id: string;
  name: string | null;
  email: string | null;
  externalId: string | null;
  isVerified: boolean;
  firstSeenAt: Date;
  collectsDetails: boolean;
  browser: string | null;
  system: string | null;
  language: string | null;
  timeZone: string | null;
  /** Null without a record. */
  pages: { url: string; at: string }[] | null;
  /** The visitor that represents them, if they're merged. */
  personId: string;
  conversationCount: number;
  /** An open one of a visitor that's merged with this one. */
  openConversationId: string | null;
  attributes: AttributeRow[] | null;
  /** Whether the site's server has a card about them. */
  hasCard: boolean;
};

type OtherConversation = {
  id: string;
  status: ConversationStatus;
  lastMessageAt: Date;
  lastMessagePreview: string;
};

export type ConversationVisitor = VisitorRow & { conversations: OtherConversation[] };

/** Returns the visitor of a conversation, with the conversations of those merged with them, and what they visited during it, if the site collects that. Throws `not_found`. */
export async function getConversationVisitor(scope: OwnerScope, conversationId: string): Promise<ConversationVisitor> {
  const [visitor] = await query<VisitorRow>(Prisma.sql`
    SELECT v.id, v.name, v.email, v.external_id AS "externalId", v.verified AS "isVerified",
      v.created_at AS "firstSeenAt", s.collects_details AS "collectsDetails",
      d.browser, d.system, d.language, d.time_zone AS "timeZone", d.pages,
      ${personOf(Prisma.sql`v`)} AS "personId",
      (SELECT count(*)::int FROM conversations o WHERE o.visitor_id = ANY (${visitorsOfPerson(Prisma.sql`v.id`)})) AS "conversationCount",
      (
        SELECT o.id FROM conversations o
        WHERE o.visitor_id = ANY (${visitorsOfPerson(Prisma.sql`v.id`)}) AND o.visitor_id <> v.id AND o.status = 'open' AND NOT o.is_spam
        ORDER BY o.last_message_at DESC, o.id DESC LIMIT 1
      ) AS "openConversationId",
      ${attributesOf(Prisma.sql`v.id`)} AS attributes,
      ${HAS_CARD} AS "hasCard"
    FROM conversations c
    JOIN visitors v ON v.id = c.visitor_id
    JOIN sites s ON s.id = c.site_id
    LEFT JOIN conversation_visits d ON d.conversation_id = c.id AND s.collects_details
    WHERE ${ownConversation(scope, conversationId)}`);
  if (!visitor) throw new AppError("not_found");
  const conversations = await query<OtherConversation>(Prisma.sql`
    SELECT c.id, c.status, c.last_message_at AS "lastMessageAt", c.last_message_preview AS "lastMessagePreview"
    FROM conversations c
    WHERE ${ownConversations(scope)} AND c.visitor_id = ANY (${visitorsOfPerson(visitor.id)}) AND c.id <> ${conversationId}::uuid
    ORDER BY c.last_message_at DESC, c.id DESC LIMIT ${OTHERS_MAX}`);
  return { ...visitor, conversations };
}
