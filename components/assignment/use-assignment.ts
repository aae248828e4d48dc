import { type ComponentType, useEffect, useEffectEvent, useState } from "react";
import type { ApiProblem } from "#components/api/problem.ts";
import { assignmentCopy } from "#components/catalogs/assignment.tsx";
import { triageCopy } from "#components/catalogs/triage.tsx";
import { changeConversation } from "#components/live/change-conversation.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { problemWords } from "#components/triage/problem-words.ts";
import { useCommand, useHeldKeys } from "#components/ui/commands.ts";
import { showToast } from "#components/ui/toast.tsx";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";
import { onAssignTo } from "./assign-to.ts";
import { useNameOf, useTeam } from "./team-provider.tsx";

export type Assignment = {
  conversation: ConversationJson;
  /** Assigns the conversation to a person, or to no one, unless someone else changed it first. */
  assign: (userId: string | null) => void;
  /** Assigns it to the reader. Undefined if it's theirs to keep. */
  take: (() => void) | undefined;
  /** Assigns it to no one. Undefined unless it's the reader's. */
  giveBack: (() => void) | undefined;
  openDialog: () => void;
  /** Whether a dialog is loading. */
  isOpening: boolean;
  /** The open dialog, loaded on demand. */
  Dialog: ComponentType<{ assignment: Assignment; onClose: () => void }> | undefined;
  closeDialog: () => void;
};

const loadDialog = () => import("./assign-dialog.tsx").then(({ AssignDialog }) => AssignDialog);

/** Returns how the open conversation is assigned, with its keys and commands. Null if no one else was ever in the workspace. */
export function useAssignment(conversation: ConversationJson): Assignment | null {
  const { id, assigneeId = null } = conversation;
  const { inbox, userId } = useLive();
  const { isShared } = useTeam();
  const [Dialog, setDialog] = useState<Assignment["Dialog"]>();
  const [isOpening, setOpening] = useState(false);
  // What's typed before the dialog is there is meant for it.
  useHeldKeys(isOpening);

  const nameOf = useNameOf();
  const change = async (assignee: string | null, ifAssignee: string | null) => {
    const result = await changeConversation(inbox, id, { assignee, ifAssignee });
    return result.ok ? undefined : refusalWords(result.problem);
  };
  const assign = async (assignee: string | null) => {
    const problem = await change(assignee, assigneeId);
    if (problem !== undefined) return showToast({ words: problem });
    const undo = () => change(assigneeId, assignee);
    if (assignee !== assigneeId) showToast({ words: assignedWords(assignee, userId, nameOf), undo });
  };
  const openDialog = () => {
    setOpening(true);
    loadDialog()
      .then((loaded) => setDialog(() => loaded))
      .catch(() => showToast({ words: triageCopy.notChangedOffline }))
      .finally(() => setOpening(false));
  };

  const isOwn = assigneeId === userId;
  // Taking a conversation that round robin assigned keeps it.
  const take = isOwn && !conversation.turnEndsAt ? undefined : () => void assign(userId);
  const giveBack = isOwn ? () => void assign(null) : undefined;
  const { commands } = assignmentCopy;
  useCommand("take", isShared && take ? commands.take : undefined, () => take?.());
  useCommand("giveBack", isShared && giveBack ? commands.giveBack : undefined, () => giveBack?.());
  useCommand("assign", isShared ? commands.assign : undefined, openDialog);

  const onCommand = useEffectEvent((to: string) => void assign(to));
  useEffect(() => onAssignTo((to) => onCommand(to)), []);

  if (!isShared) return null;
  return {
    conversation,
    assign: (to) => void assign(to),
    take,
    giveBack,
    openDialog,
    isOpening,
    Dialog,
    closeDialog: () => setDialog(undefined),
  };
}

function assignedWords(assignee: string | null, readerId: string, nameOf: (userId: string) => string): string {
  if (assignee === null) return assignmentCopy.unassignedToast;
  return assignee === readerId ? assignmentCopy.assignedToMeToast : assignmentCopy.assignedToast(nameOf(assignee));
}

function refusalWords(problem: ApiProblem): string {
  const { code, assignee: holder, fields } = problem;
  if (code !== "already_assigned") return fields.assignee ? assignmentCopy.noAccess : problemWords(problem);
  return holder ? assignmentCopy.tookFirst(holder.name ?? assignmentCopy.teammate) : assignmentCopy.givenBackFirst;
}
