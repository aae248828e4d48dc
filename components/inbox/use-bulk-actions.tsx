import { type ComponentType, useState } from "react";
import { useNameOf } from "#components/assignment/team-provider.tsx";
import { bulkCopy } from "#components/catalogs/bulk.ts";
import { triageCopy } from "#components/catalogs/triage.tsx";
import { useReader } from "#components/time/reader.tsx";
import { untilTime } from "#components/time/time-words.ts";
import { useHeldKeys } from "#components/ui/commands.ts";
import { showToast } from "#components/ui/toast.tsx";
import type { Change } from "#lib/desk/bulk-changes/schema.ts";
import { type ChangedSet, changeInBulk } from "./change-in-bulk.ts";
import { clearSelection } from "./selection.ts";

const IDS_MAX = 1_000;

type Opened = ComponentType<{ onClose: () => void }>;

const loadAssign = () => import("#components/assignment/assign-dialog.tsx").then(({ AssignDialog }) => AssignDialog);
const loadSnooze = () => import("#components/triage/snooze-dialog.tsx").then(({ SnoozeDialog }) => SnoozeDialog);
const loadLabels = () => import("./bulk-label-dialog.tsx").then(({ BulkLabelDialog }) => BulkLabelDialog);

export type BulkActions = ReturnType<typeof useBulkActions>;

/** Returns what can be done with a set of conversations. It ends the selection. */
export function useBulkActions(set: ChangedSet) {
  const reader = useReader();
  const nameOf = useNameOf();
  const [busy, setBusy] = useState(false);
  const [opened, setOpened] = useState<{ Dialog: Opened } | undefined>();
  // What's typed before a dialog is there is meant for it.
  const [isOpening, setOpening] = useState(false);
  useHeldKeys(isOpening);

  const change = async (body: Change, done: (count: number) => string) => {
    if (busy) return;
    if ("conversationIds" in set && set.conversationIds.length === 0) return;
    if ("conversationIds" in set && set.conversationIds.length > IDS_MAX) {
      showToast({ words: bulkCopy.tooMany(IDS_MAX) });
      return;
    }
    setBusy(true);
    const hasBegun = await changeInBulk(set, body, done);
    setBusy(false);
    if (hasBegun) clearSelection();
  };
  const open = async (load: () => Promise<Opened>) => {
    setOpening(true);
    await load()
      .then((Dialog) => setOpened({ Dialog }))
      .catch(() => void showToast({ words: triageCopy.notChangedOffline }));
    setOpening(false);
  };
  const snooze = (until: Date | null) =>
    void change(
      { snooze: { until: until?.toISOString() ?? null } },
      until ? bulkCopy.snoozedUntil(untilTime(until, reader)) : bulkCopy.snoozedUntilReply,
    );
  const assign = (assignee: string | null) =>
    void change({ assignee }, assignee === null ? bulkCopy.unassigned : bulkCopy.assigned(nameOf(assignee)));
  const openAssign = () =>
    open(async () => {
      const AssignDialog = await loadAssign();
      const assignment = { conversation: { assigneeId: "" }, assign };
      return ({ onClose }) => <AssignDialog assignment={assignment} onClose={onClose} />;
    });
  const openSnooze = () =>
    open(async () => {
      const SnoozeDialog = await loadSnooze();
      return ({ onClose }) => <SnoozeDialog triage={{ snooze }} onClose={onClose} />;
    });
  const openLabels = (way: "add" | "remove") =>
    open(async () => {
      const LabelDialog = await loadLabels();
      const label = ({ id, name }: { id: string; name: string }) =>
        way === "add"
          ? change({ labels: { add: [id] } }, bulkCopy.labeled(name))
          : change({ labels: { remove: [id] } }, bulkCopy.unlabeled(name));
      const title = way === "add" ? bulkCopy.addLabel : bulkCopy.removeLabel;
      return ({ onClose }) => <LabelDialog title={title} onChoose={(chosen) => void label(chosen)} onClose={onClose} />;
    });

  return {
    busy: busy || isOpening,
    change: (body: Change, done: (count: number) => string) => void change(body, done),
    assign,
    openAssign: () => void openAssign(),
    openSnooze: () => void openSnooze(),
    openLabels: (way: "add" | "remove") => void openLabels(way),
    Dialog: opened?.Dialog,
    closeDialog: () => setOpened(undefined),
  };
}
