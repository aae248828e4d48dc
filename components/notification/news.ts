import { shellCopy } from "#components/catalogs/shell.ts";
import type { Known } from "#components/live/known-conversations.ts";
import { visitorName } from "#components/visitor/visitor-name.ts";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";

const AT_ONCE_MAX = 3;

/** A conversation with its number of new messages. */
export type News = { conversation: ConversationJson; count: number };

/**
 * Finds new messages among the known conversations: unread ones of visitors, newer than everything before. `since` is
 * the server's time when the page was rendered.
 */
export function createNewsReader(since: string): (known: Known) => News[] {
  let newest = since;
  let before: Known = new Map();
  return (known) => {
    const news: News[] = [];
    let latest = newest;
    for (const conversation of known.values()) {
      const { id, lastSeq, unreadCount, lastMessageAt } = conversation;
      if (lastMessageAt > latest) latest = lastMessageAt;
      const known = before.get(id);
      const count = Math.min(unreadCount, lastSeq - (known?.lastSeq ?? 0));
      // In a team, a mark of one's own outlasts a colleague's reply. An automatic message isn't the last one, and moves no time.
      if (conversation.spam || conversation.lastMessageBy !== "visitor" || known?.lastMessageAt === lastMessageAt)
        continue;
      if (lastMessageAt >= newest && count > 0) news.push({ conversation, count });
    }
    newest = latest;
    before = known;
    return news;
  };
}

/** A notification, and the path it opens. */
export type NotificationWords = { title: string; body: string; path: string };

/** Returns one notification per conversation with news, or a single one if there would be too many. */
export function notificationsFor(news: readonly News[]): NotificationWords[] {
  if (news.length > AT_ONCE_MAX) {
    const sum = news.reduce((total, { count }) => total + count, 0);
    return [{ title: shellCopy.newMessages(sum), body: shellCopy.inConversations(news.length), path: "/inbox" }];
  }
  return news.map(({ conversation }) => ({
    title: `${visitorName(conversation)} · ${conversation.siteName}`,
    body: conversation.lastMessagePreview,
    path: `/inbox/${conversation.id}`,
  }));
}
