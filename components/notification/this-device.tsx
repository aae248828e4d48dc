"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { notificationsCopy } from "#components/catalogs/notifications.tsx";
import { shellCopy } from "#components/catalogs/shell.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { PushJson } from "#lib/outbox/channels/schema.ts";
import { turnOffNotifications, turnOnNotifications, useNotificationChoice } from "./notification-choice.ts";

const { thisDevice: copy } = notificationsCopy;

/** Turns notifications on this device on and off, or says what prevents them. */
export function ThisDevice({ push, baseUrl }: { push: PushJson; baseUrl: string }) {
  const { userId } = useLive();
  const router = useRouter();
  const choice = useNotificationChoice(userId);
  const [problem, setProblem] = useState<string>();
  const [busy, startTransition] = useTransition();
  const isOn = choice === "device" || choice === "on";

  const change = () =>
    startTransition(async () => {
      setProblem(await (isOn ? turnOffNotifications(userId) : turnOnNotifications(userId)));
      router.refresh();
    });

  const obstacle = choice && obstacleOf(choice, push, baseUrl);
  if (obstacle) return <p className="max-w-120 text-pretty">{obstacle}</p>;
  return (
    <div className="grid justify-items-start gap-3">
      {choice === "device" && <p className="font-medium text-accent">{copy.isOn}</p>}
      {choice === "on" && <p className="max-w-120 text-pretty">{copy.isOnWhileOpen}</p>}
      <Button look={isOn ? "plain" : "primary"} busy={busy || choice === undefined} onClick={change}>
        {isOn ? shellCopy.turnOffNotifications : shellCopy.turnOnNotifications}
      </Button>
      {push.reason === "this_host" && <p className="text-sm text-quiet">{copy.thisHost}</p>}
      <Notice tone="problem">{problem}</Notice>
    </div>
  );
}

type Choice = NonNullable<ReturnType<typeof useNotificationChoice>>;

function obstacleOf(choice: Choice, push: PushJson, baseUrl: string): string | undefined {
  if (push.reason === "insecure") return copy.insecure(baseUrl);
  if (push.reason === "ip_address") return copy.ipAddress(baseUrl);
  if (choice === "blocked") return shellCopy.notificationsBlocked;
  if (choice === "none") return isPhoneOfApple() ? copy.homeScreen : shellCopy.notificationsUnavailable;
  return undefined;
}

// Safari offers notifications only to pages that were added to the Home Screen.
const isPhoneOfApple = () => /\b(iPhone|iPad)\b/.test(navigator.userAgent);
