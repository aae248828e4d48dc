"use client";

import { Button } from "#components/ui/button.tsx";
import { BLOCKED_WORDS } from "./blocked-words.ts";
import { turnOffNotifications, turnOnNotifications, useNotificationChoice } from "./notification-choice.ts";

/** Whether this browser tells of new messages. */
export function NotificationSettings() {
  const choice = useNotificationChoice();
  if (choice === "none") {
    return <p>This browser shows no notifications here. They need an address that begins with https.</p>;
  }
  if (choice === "blocked") return <p>{BLOCKED_WORDS}</p>;
  if (choice === "on") return <Button onClick={turnOffNotifications}>Stop telling me in this browser</Button>;
  return <Button onClick={() => void turnOnNotifications()}>Tell me of new messages in this browser</Button>;
}
