import { isoTime } from "#platform/timestamp.ts";
import { toBounceJson } from "../../outbox/mail-queue/bounce.ts";
import { toAnswersJson } from "../answers/json.ts";
import { previewOf } from "../messages/rules.ts";
import { toRatable } from "../ratings/json.ts";
import type { ConversationJson, VisitorConversationJson } from "./schema.ts";
import type { ConversationRow, VisitorConversationRow } from "./statements.ts";
import type { ForYou } from "./unread-statements.ts";

export function toConversationJson(row: ConversationRow): ConversationJson {
  return {
    id: row.id,
    siteId: row.siteId,
    visitorId: row.visitorId,
    status: row.status,
    lastMessageAt: isoTime(row.lastMessageAt),
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
    ...(row.visitorExternalId !== null && { visitorExternalId: row.visitorExternalId }),
    siteName: row.siteName,
    ...(row.pageUrl !== null && { pageUrl: row.pageUrl }),
    lastMessagePreview: row.lastMessagePreview,
    ...(row.lastReadByOwnerAt !== null && { lastReadByOwnerAt: isoTime(row.lastReadByOwnerAt) }),
    ...(row.visitorName !== null && { visitorName: row.visitorName }),
    ...(row.visitorEmail !== null && { visitorEmail: row.visitorEmail }),
    ...(row.bouncedAt !== null && { visitorEmailBounced: toBounceJson({ at: row.bouncedAt, bounce: row.bounce }) }),
    ...(row.visitorPhone !== null && { visitorPhone: row.visitorPhone }),
    ...(row.answers && { answers: toAnswersJson(row.answers) }),
    lastSeq: row.lastSeq,
    noteSeq: row.noteSeq,
    eventSeq: row.eventSeq,
    ...(row.deletedCount !== null && { deletedCount: row.deletedCount }),
    unreadCount: row.unreadCount,
    visitorVerified: row.visitorVerified,
    ...(row.isSpam && { spam: true as const }),
    lastMessageBy: row.lastMessageBy,
    ...(row.waitingSince !== null && { waitingSince: row.waitingSince.toISOString() }),
    ...(row.isSettled && { noReplyNeeded: true as const }),
    ...(row.firstReplyAt !== null && { firstReplyAt: row.firstReplyAt.toISOString() }),
    ...(row.firstPageUrl !== null && { firstPageUrl: row.firstPageUrl }),
    ...(row.greeting !== null && { greeting: row.greeting }),
    ...(row.isStarred && { starred: true as const }),
    ...(row.rating !== null && { rating: row.rating }),
    labelIds: row.labelIds,
    ...(row.assigneeId !== null && { assigneeId: row.assigneeId, ...turnOf(row) }),
    ...(row.lastReplyBy !== null && { lastReplyBy: row.lastReplyBy }),
    ...(row.isSnoozed && { snoozed: true as const }),
    ...(row.snoozedUntil !== null && { snoozedUntil: row.snoozedUntil.toISOString() }),
    ...(row.wokenAt !== null && { wokenAt: row.wokenAt.toISOString() }),
    ...(row.wokenBy !== null && { wokenBy: row.wokenBy }),
    ...(row.visitorBlocked && { visitorBlocked: true as const }),
    ...(row.addressKnown && { addressKnown: true as const }),
    ...(row.excerpt && { excerpt: row.excerpt }),
    ...(row.forYou && { forYou: forYouOf(row.forYou) }),
  };
}

const forYouOf = ({ note, ...rest }: ForYou): NonNullable<ConversationJson["forYou"]> => ({
  ...rest,
  ...(note !== undefined && { note: previewOf(note) }),
});

const turnOf = ({ isTurn, turnEndsAt }: ConversationRow): Pick<ConversationJson, "assignedVia" | "turnEndsAt"> => ({
  ...(isTurn && { assignedVia: "round_robin" }),
  ...(turnEndsAt !== null && { turnEndsAt: turnEndsAt.toISOString() }),
});

export function toVisitorConversationJson(row: VisitorConversationRow): VisitorConversationJson {
  return {
    id: row.id,
    status: row.status,
    createdAt: isoTime(row.createdAt),
    lastMessageAt: isoTime(row.lastMessageAt),
    lastMessagePreview: row.lastMessagePreview,
    lastSeq: row.lastSeq,
    ...(row.deletedCount !== null && { deletedCount: row.deletedCount }),
    unreadCount: row.unreadCount,
    ...(row.greeting !== null && { greeting: row.greeting }),
    ...(row.ratable && { ratable: toRatable(row.ratable) }),
  };
}
