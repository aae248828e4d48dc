import { type ComponentType, useState } from "react";
import { triageCopy } from "#components/catalogs/triage.tsx";
import { changeConversation } from "#components/live/change-conversation.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useReader } from "#components/time/reader.tsx";
import { untilTime } from "#components/time/time-words.ts";
import { useCommand, useHeldKeys } from "#components/ui/commands.ts";
import { showToast } from "#components/ui/toast.tsx";
import type { ConversationJson, UpdateConversationBody } from "#lib/desk/conversations/schema.ts";
import { problemWords } from "./problem-words.ts";

export type Triage = {
  conversation: ConversationJson;
  canSnooze: boolean;
  star: () => void;
  /** Snoozes until a time, or until a reply. */
  snooze: (until: Date | null) => void;
  /** Adds or removes a label. Returns whether it worked. */
  label: (labelId: string, isOn: boolean) => Promise<boolean>;
  openSnooze: () => void;
  openLabels: () => void;
  /** Whether a dialog is loading. */
  isOpening: boolean;
  /** The open dialog, loaded on demand. */
  Dialog: ComponentType<{ triage: Triage; onClose: () => void }> | undefined;
  closeDialog: () => void;
};

const loadSnooze = () => import("./snooze-dialog.tsx").then(({ SnoozeDialog }) => SnoozeDialog);
const loadLabels = () => import("./label-dialog.tsx").then(({ LabelDialog }) => LabelDialog);

/** Called before the open conversation is snoozed; returns how to leave it. */
type Leave = (leaving: { words: string; reverse: UpdateConversationBody }) => {
  follow: (change: Promise<boolean>) => void;
};

/** Returns what an owner does with the open conversation besides replying, with its keys and commands. */
export function useTriage(conversation: ConversationJson, leave: Leave): Triage {
  const { id, starred = false, spam = false, status, snoozed = false, snoozedUntil } = conversation;
  const { inbox } = useLive();
  const reader = useReader();
  const [Dialog, setDialog] = useState<Triage["Dialog"]>();
  const [isOpening, setOpening] = useState(false);
  // What's typed before the dialog is there is meant for it.
  useHeldKeys(isOpening);

  const change = async (body: UpdateConversationBody): Promise<boolean> => {
    const result = await changeConversation(inbox, id, body);
    if (!result.ok) {
      const isFull = body.labels && result.problem.code === "conflict";
      showToast({ words: isFull ? triageCopy.tooManyOnConversation : problemWords(result.problem) });
    }
    return result.ok;
  };
  const open = (load: () => Promise<NonNullable<Triage["Dialog"]>>) => {
    setOpening(true);
    load()
      .then((loaded) => setDialog(() => loaded))
      .catch(() => showToast({ words: triageCopy.notChangedOffline }))
      .finally(() => setOpening(false));
  };

  const canSnooze = status === "open" && !spam;
  const star = () => void change({ starred: !starred });
  const openSnooze = () => open(loadSnooze);
  const openLabels = () => open(loadLabels);
  const { commands } = triageCopy;
  useCommand("star", starred ? commands.unstar : commands.star, star);
  useCommand("snooze", canSnooze ? commands.snooze : undefined, openSnooze);
  useCommand("label", commands.label, openLabels);

  return {
    conversation,
    canSnooze,
    star,
    snooze: (until) => {
      const words = until ? triageCopy.snoozedToast(untilTime(until, reader)) : triageCopy.snoozedUntilReplyToast;
      const reverse = { snooze: snoozed ? { until: snoozedUntil ?? null } : null };
      leave({ words, reverse }).follow(change({ snooze: { until: until?.toISOString() ?? null } }));
    },
    label: (labelId, isOn) => change({ labels: isOn ? { add: [labelId] } : { remove: [labelId] } }),
    openSnooze,
    openLabels,
    isOpening,
    Dialog,
    closeDialog: () => setDialog(undefined),
  };
}
