"use client";

import { useEffect, useEffectEvent } from "react";
import { callApi } from "#components/api/call-api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useOpenPage } from "#components/ui/use-open-page.ts";
import type { ConversationJson } from "#lib/conversations/schema.ts";
import { createNewsReader, type News, type NotificationWords, notificationsFor } from "./news.ts";
import { notificationChoice } from "./notification-choice.ts";
import { joinTabs } from "./one-tab.ts";

const MISSED_PATH = "/conversations?status=open&limit=20";

/** Announces new messages while the page is out of view, with a notification from one of the tabs. */
export function Notifier({ since }: { since: string }) {
  const { inbox, userId } = useLive();
  const openPage = useOpenPage();
  const open = useEffectEvent((path: string) => openPage(path));

  useEffect(() => {
    const { known } = inbox;
    const readNews = createNewsReader(since);
    const tabs = joinTabs(userId);

    const onKnown = () => {
      const news = readNews(known.get());
      if (news.length > 0 && notificationChoice(userId) === "on") void notifyOf(news);
    };

    const notifyOf = async (news: News[]) => {
      if (!(await tabs.shouldNotify())) return;
      for (const words of notificationsFor(news)) notify(words, (path) => open(path));
    };

    readNews(known.get());
    const stopWatching = known.subscribe(onKnown);
    // The visible list may be another one, or there may be none.
    const stopAsking = inbox.onResync(async () => {
      if (!(await tabs.shouldNotify())) return true;
      const result = await callApi<{ conversations: ConversationJson[] }>(MISSED_PATH);
      if (result.ok) known.learn(result.value.conversations);
      return result.ok;
    });
    return () => {
      stopAsking();
      stopWatching();
      tabs.leave();
    };
  }, [inbox, userId, since]);

  return null;
}

function notify({ title, body, path }: NotificationWords, open: (path: string) => void): void {
  // A later notification of the same conversation replaces the previous one, and still alerts.
  const options = { body, tag: path, renotify: true, icon: "/icon.svg" };
  try {
    const notification = new Notification(title, options);
    notification.onclick = () => {
      notification.close();
      window.focus();
      open(path);
    };
  } catch {
    // Phones allow notifications for installed pages only. The title still has the count.
  }
}
