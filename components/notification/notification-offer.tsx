"use client";

import { Bell, X } from "lucide-react";
import { useState } from "react";
import { shellCopy } from "#components/catalogs/shell.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { turnOffNotifications, turnOnNotifications, useNotificationChoice } from "./notification-choice.ts";

/** Offers notifications once, at the end of the list. It asks the browser for permission only when accepted. */
export function NotificationOffer() {
  const { userId } = useLive();
  const choice = useNotificationChoice(userId);
  const [hasAsked, setAsked] = useState(false);
  if (choice === "blocked" && hasAsked) {
    return (
      <p role="alert" className="rise shrink-0 border-t border-line px-5 py-3 text-sm text-pretty">
        {shellCopy.notificationsBlocked}
      </p>
    );
  }
  if (choice !== "open") return null;
  const turnOn = () => {
    setAsked(true);
    void turnOnNotifications(userId);
  };
  return (
    <div className="flex shrink-0 items-center gap-1 border-t border-line ps-3 pe-2 py-1.5">
      <button
        type="button"
        onClick={turnOn}
        className="flex min-h-9 min-w-0 flex-1 items-center gap-2.5 rounded-lg px-2 text-start text-sm font-medium text-accent transition-colors hover:bg-hover pointer-coarse:min-h-11"
      >
        <Bell size={16} aria-hidden className="shrink-0" />
        {shellCopy.turnOnNotifications}
      </button>
      <button
        type="button"
        onClick={() => void turnOffNotifications(userId)}
        title={shellCopy.notNow}
        className="grid size-9 shrink-0 place-items-center rounded-lg text-quiet transition-colors hover:bg-hover hover:text-ink pointer-coarse:size-11"
      >
        <X size={16} aria-hidden />
        <span className="sr-only">{shellCopy.notNow}</span>
      </button>
    </div>
  );
}
