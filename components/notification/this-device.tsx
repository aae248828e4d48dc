"use client";

import { shellCopy } from "#components/catalogs/shell.ts";
import { Button } from "#components/ui/button.tsx";
import { turnOffNotifications, turnOnNotifications, useNotificationChoice } from "./notification-choice.ts";

/** Turns notifications on and off in this browser. */
export function ThisDevice() {
  const choice = useNotificationChoice();
  if (choice === "none") {
    return <p>{shellCopy.notificationsUnavailable}</p>;
  }
  if (choice === "blocked") return <p>{shellCopy.notificationsBlocked}</p>;
  if (choice === "on") return <Button onClick={turnOffNotifications}>{shellCopy.turnOffNotifications}</Button>;
  return <Button onClick={() => void turnOnNotifications()}>{shellCopy.turnOnNotifications}</Button>;
}
