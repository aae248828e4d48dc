import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ASSIGNEE } from "../../base/access/statements.ts";
import type { Side } from "../../base/changes/change.ts";
import { IS_SETTLED } from "../../base/changes/statements.ts";
import { ANSWERS, type AnswerRow } from "../answers/statements.ts";
import { RATABLE, type RatableRow } from "../ratings/statements.ts";
import type { ConversationStatus } from "./schema.ts";
import { type ForYou, ownUnread, TEAM_UNREAD, type Unread } from "./unread-statements.ts";

/** A part of an excerpt. `isMatch` marks a found word. */
export type ExcerptPart = { text: string; isMatch: boolean };

export type ConversationRow = {
  id: string;
  siteId: string;
  visitorId: string;
  status: ConversationStatus;
  pageUrl: string | null;
  lastSeq: number;
  noteSeq: number;
  eventSeq: number;
  deletedCount: number | null;
  lastMessageAt: Date;
  lastMessagePreview: string;
  lastReadByOwnerAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  siteName: string;
  visitorExternalId: string | null;
  visitorName: string | null;
  visitorEmail: string | null;
  /** Null unless emails to the address come back. */
  bouncedAt: Date | null;
  bounce: string | null;
  visitorPhone: string | null;
  answers: AnswerRow[] | null;
  visitorVerified: boolean;
  unreadCount: number;
  isSpam: boolean;
  visitorBlocked: boolean;
  addressKnown: boolean;
  lastMessageBy: Side;
  waitingSince: Date | null;
  isSettled: boolean;
  firstReplyAt: Date | null;
  firstPageUrl: string | null;
  greeting: string | null;
  isStarred: boolean;
  rating: number | null;
  labelIds: string[];
  assigneeId: string | null;
  isTurn: boolean;
  turnEndsAt: Date | null;
  lastReplyBy: string | null;
  isSnoozed: boolean;
  snoozedUntil: Date | null;
  wokenAt: Date | null;
  wokenBy: "time" | "reply" | null;
  forYou: ForYou | null;
  /** In search results, the part of the message that matched. Null if no message did. */
  excerpt?: ExcerptPart[] | null;
};

export type VisitorConversationRow = Pick<
  ConversationRow,
  | "id"
  | "status"
  | "createdAt"
  | "lastMessageAt"
  | "lastMessagePreview"
  | "lastSeq"
  | "deletedCount"
  | "unreadCount"
  | "greeting"
> & { ratable: RatableRow | null };

const columns = (unread: Unread) => Prisma.sql`
  c.id, c.site_id AS "siteId", c.visitor_id AS "visitorId", c.status, c.page_url AS "pageUrl",
    c.last_seq AS "lastSeq", c.note_seq AS "noteSeq", c.event_seq AS "eventSeq", c.deleted_count AS "deletedCount", c.last_message_at AS "lastMessageAt",
    c.last_message_preview AS "lastMessagePreview",
    c.last_read_by_owner_at AS "lastReadByOwnerAt", c.created_at AS "createdAt",
    ${unread.updatedAt} AS "updatedAt", s.name AS "siteName", v.external_id AS "visitorExternalId",
    v.name AS "visitorName", v.email AS "visitorEmail", CASE WHEN v.bounced_email = v.email THEN v.bounced_at END AS "bouncedAt",
    CASE WHEN v.bounced_email = v.email THEN v.bounce END AS bounce, v.phone AS "visitorPhone", ${ANSWERS} AS answers, v.verified AS "visitorVerified",
    ${unread.count} AS "unreadCount", c.is_spam AS "isSpam",
    v.blocked_at IS NOT NULL AS "visitorBlocked", v.address_hash IS NOT NULL AS "addressKnown",
    coalesce(c.last_message_by, 'visitor') AS "lastMessageBy", c.waiting_since AS "waitingSince",
    ${IS_SETTLED} AS "isSettled", c.first_reply_at AS "firstReplyAt",
    c.first_page_url AS "firstPageUrl", c.greeting, c.is_starred AS "isStarred", c.rating,
    CASE WHEN c.has_labels THEN ARRAY(
      SELECT label_id FROM conversation_labels WHERE conversation_id = c.id ORDER BY label_id
    )::text[] ELSE '{}' END AS "labelIds", ${ASSIGNEE} AS "assigneeId", coalesce(c.turn_of = c.assignee_id, false) AS "isTurn",
    CASE WHEN c.turn_of = c.assignee_id AND c.waiting_since <= c.turn_at AND s.assigns_since <= c.turn_at AND c.snoozed_at IS NULL THEN c.turn_ends_at END AS "turnEndsAt",
    c.last_reply_by AS "lastReplyBy",
    c.snoozed_at IS NOT NULL AS "isSnoozed", c.snoozed_until AS "snoozedUntil", c.woken_at AS "wokenAt", c.woken_by AS "wokenBy",
    ${unread.forYou} AS "forYou"`;

const CONVERSATIONS = Prisma.sql`conversations c`;
const tables = ({ join }: Unread, conversations = CONVERSATIONS) => Prisma.sql`
  ${conversations} JOIN sites s ON s.id = c.site_id JOIN visitors v ON v.id = c.visitor_id ${join}`;

/** The columns of a ConversationRow as the caller sees it. */
export const ownerColumns = (scope: OwnerScope) => columns(ownUnread(scope));
export const ownerTables = (scope: OwnerScope, conversations?: Prisma.Sql) => tables(ownUnread(scope), conversations);

/** Matches the conversations, `c`, that someone has to look at now: the open ones that aren't snoozed. */
export const IS_DUE = Prisma.sql`c.status = 'open' AND c.snoozed_at IS NULL`;

/** Conversations, `c`, as listed to the caller: ConversationRows. */
export const ownerView = (scope: OwnerScope) => Prisma.sql`SELECT ${ownerColumns(scope)} FROM ${ownerTables(scope)}`;

/** Conversations, `c`, as their team sees them: ConversationRows with what no one on it has read. */
export const TEAM_VIEW = Prisma.sql`SELECT ${columns(TEAM_UNREAD)} FROM ${tables(TEAM_UNREAD)}`;

/** The columns of a VisitorConversationRow: a conversation, `c`, as listed to its visitor. */
export const VISITOR_COLUMNS = Prisma.sql`
  c.id, c.status, c.created_at AS "createdAt", c.last_message_at AS "lastMessageAt",
  c.last_message_preview AS "lastMessagePreview", c.last_seq AS "lastSeq", c.deleted_count AS "deletedCount", c.visitor_unread_count AS "unreadCount",
  c.greeting, ${RATABLE} AS ratable`;

export const VISITOR_VIEW = Prisma.sql`SELECT ${VISITOR_COLUMNS} FROM conversations c`;
