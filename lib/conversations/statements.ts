import { Prisma } from "#prisma-client";
import type { OwnerScope, VisitorScope } from "../access/scopes.ts";
import type { ExcerptPart } from "../search/rules.ts";
import { conversationData, storeDeliveries } from "../webhooks/statements.ts";
import type { Place } from "./cursor.ts";
import type { ConversationStatus, ListConversationsQuery } from "./schema.ts";

export type ConversationRow = {
  id: string;
  siteId: string;
  visitorId: string;
  status: ConversationStatus;
  pageUrl: string | null;
  lastSeq: number;
  lastMessageAt: Date;
  lastMessagePreview: string;
  lastReadByOwnerAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  siteName: string;
  visitorExternalId: string | null;
  visitorName: string | null;
  visitorEmail: string | null;
  visitorVerified: boolean;
  unreadCount: number;
  isSpam: boolean;
  visitorBlocked: boolean;
  addressKnown: boolean;
  /** Where it was searched for: the part of a message in which it was found, null where none was. */
  excerpt?: ExcerptPart[] | null;
};

export type VisitorConversationRow = Pick<
  ConversationRow,
  "id" | "status" | "createdAt" | "lastMessageAt" | "lastMessagePreview" | "lastSeq" | "unreadCount"
>;

/** The visitor's site, of the table `sites`, unless its account is closed. */
export const isOpenSite = ({ siteId }: VisitorScope) => Prisma.sql`id = ${siteId}::uuid AND closed_at IS NULL`;

/** The visitor is not blocked; one without a row is nobody yet. */
export const isHeard = ({ visitorId }: VisitorScope) =>
  Prisma.sql`NOT EXISTS (SELECT FROM visitors WHERE id = ${visitorId}::uuid AND blocked_at IS NOT NULL)`;

/** The conversations, `c`, that a caller may touch: an owner those of the workspace, a visitor their own, unless blocked. */
export const ownedBy = (scope: OwnerScope | VisitorScope) =>
  "workspaceId" in scope
    ? Prisma.sql`c.workspace_id = ${scope.workspaceId}::uuid`
    : Prisma.sql`c.visitor_id = ${scope.visitorId}::uuid AND c.site_id = ${scope.siteId}::uuid
      AND EXISTS (SELECT FROM sites WHERE ${isOpenSite(scope)}) AND ${isHeard(scope)}`;

/** One conversation, `c`, if the caller may touch it. */
export const oneOwnedBy = (scope: OwnerScope | VisitorScope, conversationId: string) =>
  Prisma.sql`c.id = ${conversationId}::uuid AND ${ownedBy(scope)}`;

/** Where a conversation, `c`, is: the columns of a Place. */
export const PLACE_COLUMNS = Prisma.sql`
  c.id AS "conversationId", c.workspace_id AS "workspaceId", c.visitor_id AS "visitorId"`;

/**
 * Deletes conversations, `c`, with their messages and their keys, leaves their ids for the sweep, tells webhooks, and answers
 * their Places.
 */
export const eraseConversations = (which: Prisma.Sql) => Prisma.sql`
  WITH c AS (
    DELETE FROM conversations c WHERE ${which} RETURNING id, workspace_id, site_id, visitor_id
  ), tombstones AS (
    INSERT INTO deletions (id, workspace_id, visitor_id, deleted_at)
    SELECT id, workspace_id, visitor_id, clock_timestamp() FROM c
  ), delivery AS (${storeDeliveries(Prisma.sql`
    SELECT c.site_id, c.workspace_id, NULL::uuid AS conversation_id, NULL::uuid AS message_id,
      'conversation.deleted' AS type, ${conversationData()} AS data
    FROM c`)}
  )
  SELECT ${PLACE_COLUMNS} FROM c`;

/** Part of every UPDATE of a conversation, `c`: of two answers that show it, the later `updatedAt` is the newer one. */
export const NEXT_VERSION = Prisma.sql`
  updated_at = greatest(clock_timestamp(), c.updated_at + interval '1 millisecond')`;

/** The columns of a ConversationRow. */
export const OWNER_COLUMNS = Prisma.sql`
  c.id, c.site_id AS "siteId", c.visitor_id AS "visitorId", c.status, c.page_url AS "pageUrl",
    c.last_seq AS "lastSeq", c.last_message_at AS "lastMessageAt", c.last_message_preview AS "lastMessagePreview",
    c.last_read_by_owner_at AS "lastReadByOwnerAt", c.created_at AS "createdAt", c.updated_at AS "updatedAt",
    s.name AS "siteName", v.external_id AS "visitorExternalId", v.name AS "visitorName", v.email AS "visitorEmail",
    v.verified AS "visitorVerified", c.owner_unread_count AS "unreadCount", c.is_spam AS "isSpam",
    v.blocked_at IS NOT NULL AS "visitorBlocked", v.address_hash IS NOT NULL AS "addressKnown"`;
export const OWNER_TABLES = Prisma.sql`
  conversations c JOIN sites s ON s.id = c.site_id JOIN visitors v ON v.id = c.visitor_id`;

/** Conversations, `c`, as listed to owners: ConversationRows. */
export const OWNER_VIEW = Prisma.sql`SELECT ${OWNER_COLUMNS} FROM ${OWNER_TABLES}`;

/** Conversations, `c`, as listed to their visitors: the columns of a VisitorConversationRow. */
export const VISITOR_VIEW = Prisma.sql`
  SELECT c.id, c.status, c.created_at AS "createdAt", c.last_message_at AS "lastMessageAt",
    c.last_message_preview AS "lastMessagePreview", c.last_seq AS "lastSeq",
    c.visitor_unread_count AS "unreadCount"
  FROM conversations c`;

type InboxFilter = Pick<ListConversationsQuery, "status" | "siteId" | "spam">;

// By its site alone: with the workspace beside it another index might be taken, in which the site's have to be looked for.
// Nothing at all is looked at where the site is another's.
const inList = (scope: OwnerScope, siteId: string | undefined) =>
  siteId === undefined
    ? ownedBy(scope)
    : Prisma.sql`
  c.site_id = ${siteId}::uuid
  AND EXISTS (SELECT FROM sites WHERE id = ${siteId}::uuid AND workspace_id = ${scope.workspaceId}::uuid)`;

/** The conversations, `c`, of an inbox's list below a place in it; each kind of list has its index. */
export const inInbox = (scope: OwnerScope, { status, siteId, spam }: InboxFilter, after: Place | null) => Prisma.sql`
  ${inList(scope, siteId)}
  AND ${spam === undefined ? Prisma.sql`NOT c.is_spam` : Prisma.sql`c.is_spam`}
  ${status === undefined ? Prisma.empty : Prisma.sql`AND c.status = ${status}`}
  ${after ? Prisma.sql`AND (c.last_message_at, c.id) < (${after.lastMessageAt}, ${after.id}::uuid)` : Prisma.empty}`;

/** The order of an inbox's list (contract.md section 6). */
export const INBOX_ORDER = Prisma.sql`ORDER BY c.last_message_at DESC, c.id DESC`;
