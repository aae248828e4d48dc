"use client";

import { Volume2 } from "lucide-react";
import { useEffect, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { notificationsCopy } from "#components/catalogs/notifications.tsx";
import { useCounts } from "#components/counts/counts-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";
import { RadioRow } from "#components/ui/radio-row.tsx";
import { SaveBar } from "#components/ui/save-bar.tsx";
import { useForm } from "#components/ui/use-form.ts";
import type { NotificationSettingsJson } from "#lib/team/notification-settings/schema.ts";
import { createSpeaker, type SoundName } from "./speaker.ts";

const { sound: copy } = notificationsCopy;
type Sound = NotificationSettingsJson["sound"];

/** The sound of a new message, and what keeps this browser from playing it or from showing the app's badge. */
export function SoundSettings({ stored }: { stored: Pick<NotificationSettingsJson, "sound" | "repeatSound"> }) {
  const [problem, setProblem] = useState<string>();
  const [speaker] = useState(createSpeaker);
  const edit = useForm({
    initial: stored,
    read: (form) => ({ sound: textOf(form, "sound") as Sound, repeatSound: form.has("repeatSound") }),
    submit: (_, body) => callApi("/account/notifications", { method: "PATCH", body }),
  });
  const listen = async (name: SoundName) => {
    const hasPlayed = await speaker.play(name);
    setProblem(hasPlayed ? undefined : copy.unavailable);
  };
  const { sound } = edit.typed;
  return (
    <form key={edit.key} {...edit.form} noValidate className="grid gap-5">
      <div className="flex flex-wrap items-end gap-3">
        <RadioRow
          {...edit.field("sound")}
          label={copy.label}
          options={Object.entries(copy.options) as [Sound, string][]}
        />
        {sound !== "none" && (
          <div className="flex min-h-10.5 items-center">
            <Button onClick={() => void listen(sound)}>
              <Volume2 size={16} aria-hidden />
              {copy.listen}
            </Button>
          </div>
        )}
      </div>
      <Notice tone="problem">{problem}</Notice>
      <Choice label={copy.repeat} hint={copy.repeatHint} {...edit.choice("repeatSound")} />
      <Obstacles hasSound={sound !== "none"} />
      <SaveBar form={edit} />
    </form>
  );
}

function Obstacles({ hasSound }: { hasSound: boolean }) {
  const waitsForClick = useWaitsForClick();
  const badge = useBadgeObstacle();
  return (
    <div className="grid max-w-120 gap-2 text-sm text-quiet text-pretty empty:hidden" role="status">
      {hasSound && waitsForClick && <p>{copy.blocked}</p>}
      {badge && <p>{badge}</p>}
    </div>
  );
}

/** Whether nobody has clicked or typed in this page yet, which most browsers want before the first sound. */
function useWaitsForClick(): boolean {
  const [waits, setWaits] = useState(false);
  useEffect(() => {
    const look = () => setWaits(navigator.userActivation?.hasBeenActive === false);
    look();
    const gestures = ["pointerup", "keydown"] as const;
    for (const gesture of gestures) addEventListener(gesture, look);
    return () => {
      for (const gesture of gestures) removeEventListener(gesture, look);
    };
  }, []);
  return waits;
}

function useBadgeObstacle(): string | undefined {
  const { open } = useCounts();
  const [obstacle, setObstacle] = useState<string>();
  useEffect(() => {
    if (!navigator.setAppBadge) return setObstacle(copy.noBadge);
    const shown = open > 0 ? navigator.setAppBadge(open) : navigator.clearAppBadge();
    shown.then(
      () => setObstacle(undefined),
      () => setObstacle(copy.badgeBlocked),
    );
  }, [open]);
  return obstacle;
}
