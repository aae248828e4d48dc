"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useOpenPage } from "#components/ui/use-open-page.ts";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";
import type { NotificationSettingsJson } from "#lib/team/notification-settings/schema.ts";
import { createNewsReader, type News, type NotificationWords, notificationsFor } from "./news.ts";
import { notificationChoice } from "./notification-choice.ts";
import { joinTabs } from "./one-tab.ts";

const MISSED_PATH = "/conversations?status=open&limit=20";

type Props = {
  since: string;
  /** Null without a sound. */
  sound: NotificationSettingsJson | null;
};

/** Announces new messages: with a notification while the page is out of view, and with a sound if one is chosen. */
export function Notifier({ since: renderedAt, sound }: Props) {
  const { inbox, userId, name } = useLive();
  // Rendering the frame again is no new start.
  const [since] = useState(renderedAt);
  const settings = useSettings(sound);
  const openPage = useOpenPage();
  const open = useEffectEvent((path: string) => openPage(path));

  useEffect(() => {
    const { known } = inbox;
    const readNews = createNewsReader(since);
    const tabs = joinTabs(name);

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
  }, [inbox, userId, name, since]);

  useEffect(() => {
    if (!settings || settings.sound === "none") return;
    const starting = import("./alert-sound.ts").then(({ startAlertSound }) =>
      startAlertSound({ settings, since, name, inbox }),
    );
    starting.catch(() => undefined);
    return () => void starting.then((stop) => stop()).catch(() => undefined);
  }, [inbox, name, since, settings]);

  return null;
}

/** The person's settings, fetched again when they change, possibly in another tab. */
function useSettings(stored: NotificationSettingsJson | null) {
  const { inbox } = useLive();
  const [settings, setSettings] = useState(stored);
  useEffect(() => {
    const refetch = async () => {
      const result = await callApi<{ notifications: NotificationSettingsJson }>("/account/notifications");
      if (result.ok) setSettings(result.value.notifications);
    };
    return inbox.listen(({ type, data }) => {
      if (type === "settings.updated" && data.about === "account") void refetch();
    });
  }, [inbox]);
  return settings;
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
