import type { ConversationJson, VisitorConversationJson } from "./schema.ts";
import type { ConversationRow, VisitorConversationRow } from "./statements.ts";

export function toConversationJson(row: ConversationRow): ConversationJson {
  return {
    id: row.id,
    siteId: row.siteId,
    visitorId: row.visitorId,
    status: row.status,
    lastMessageAt: row.lastMessageAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    ...(row.visitorExternalId !== null && { visitorExternalId: row.visitorExternalId }),
    siteName: row.siteName,
    ...(row.pageUrl !== null && { pageUrl: row.pageUrl }),
    lastMessagePreview: row.lastMessagePreview,
    ...(row.lastReadByOwnerAt !== null && { lastReadByOwnerAt: row.lastReadByOwnerAt.toISOString() }),
    ...(row.visitorName !== null && { visitorName: row.visitorName }),
    ...(row.visitorEmail !== null && { visitorEmail: row.visitorEmail }),
    lastSeq: row.lastSeq,
    unreadCount: row.unreadCount,
    visitorVerified: row.visitorVerified,
    ...(row.isSpam && { spam: true as const }),
    ...(row.visitorBlocked && { visitorBlocked: true as const }),
    ...(row.addressKnown && { addressKnown: true as const }),
    ...(row.excerpt && { excerpt: row.excerpt }),
  };
}

export function toVisitorConversationJson(row: VisitorConversationRow): VisitorConversationJson {
  return {
    id: row.id,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    lastMessageAt: row.lastMessageAt.toISOString(),
    lastMessagePreview: row.lastMessagePreview,
    lastSeq: row.lastSeq,
    unreadCount: row.unreadCount,
  };
}
