"use client";

import { useLinkStatus } from "next/link";
import { memo } from "react";
import { SiteDot } from "#components/sites/site-dot.tsx";
import { Moment } from "#components/time/moment.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { classNames } from "#components/ui/class-names.ts";
import type { ConversationJson } from "#lib/conversations/schema.ts";
import { type InboxFilter, inboxPath } from "./inbox-filter.ts";
import { useUnreadCount } from "./unread-counts.ts";
import { visitorName } from "./visitor-name.ts";

type Props = {
  conversation: ConversationJson;
  siteColor: string | undefined;
  filter: InboxFilter;
  isSelected: boolean;
};

export const ConversationRow = memo(function ConversationRow({ conversation, siteColor, filter, isSelected }: Props) {
  const unread = useUnreadCount(conversation);
  const isUnread = unread > 0 && !isSelected;
  return (
    <li>
      <AppLink
        href={inboxPath(filter, conversation.id)}
        aria-current={isSelected ? "page" : undefined}
        className="relative mx-2 block h-16 rounded-lg ps-5 pe-3 py-3 transition-colors hover:bg-hover focus-visible:-outline-offset-2 aria-[current]:bg-accent-soft"
      >
        {isUnread && (
          <span className="absolute start-1.5 top-4.5 size-2 rounded-full bg-accent">
            <span className="sr-only">Unread. </span>
          </span>
        )}
        <span className="flex items-baseline gap-3">
          <bdi className={classNames("min-w-0 flex-1 truncate text-left", isUnread ? "font-semibold" : "font-medium")}>
            {visitorName(conversation)}
          </bdi>
          <Moment at={conversation.lastMessageAt} form="short" className="shrink-0 text-xs text-quiet" />
        </span>
        <span className="flex items-center gap-2">
          <SiteDot color={siteColor} />
          <span className="sr-only">{conversation.siteName}: </span>
          <bdi
            className={classNames("min-w-0 flex-1 truncate text-left text-sm", isUnread ? "text-ink" : "text-quiet")}
          >
            {conversation.lastMessagePreview}
          </bdi>
          {conversation.status === "closed" && filter.status === "all" && (
            <span className="shrink-0 text-xs text-quiet">Closed</span>
          )}
          {isUnread && (
            <span className="shrink-0 text-xs font-semibold text-accent tabular-nums">
              {unread > 99 ? "99+" : unread}
              <span className="sr-only"> new</span>
            </span>
          )}
        </span>
        <RowPending />
      </AppLink>
    </li>
  );
});

/** That a conversation is on its way, once that takes long enough to be noticed. */
function RowPending() {
  const { pending } = useLinkStatus();
  return pending && <span className="late absolute inset-x-5 bottom-0 h-0.5 rounded-full bg-accent" />;
}
