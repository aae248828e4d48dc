import { shellCopy } from "#components/catalogs/shell.ts";
import { visitorName } from "#components/inbox/visitor-name.ts";
import type { News } from "./news.ts";

/** A notification, and where it leads. */
export type NotificationWords = { title: string; body: string; path: string };

const AT_ONCE_MAX = 3;

/** One notification for each conversation with news, or a single one where they would be a burst. */
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
