import { Hand, Undo2, UserRoundPlus } from "lucide-react";
import { assignmentCopy } from "#components/catalogs/assignment.tsx";
import { useLive } from "#components/live/live-provider.tsx";
import { useReader } from "#components/time/reader.tsx";
import { untilTime } from "#components/time/time-words.ts";
import { MenuButton } from "#components/ui/menu.tsx";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";
import { useNameOf } from "./team-provider.tsx";
import type { Assignment } from "./use-assignment.ts";

/** Says who the conversation is assigned to and why, and opens the dialog that changes it. */
export function AssigneeButton({ assignment: { conversation, openDialog } }: { assignment: Assignment }) {
  const nameOf = useNameOf();
  const { assigneeId } = conversation;
  const words = assigneeId ? assignmentCopy.ofPerson(nameOf(assigneeId)) : assignmentCopy.unassigned;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={words}
        title={words}
        onClick={openDialog}
        className="-mx-1.5 flex min-h-7 max-w-full items-center gap-1.5 rounded-md px-1.5 transition-colors hover:bg-hover hover:text-ink pointer-coarse:min-h-11"
      >
        <UserRoundPlus size={14} aria-hidden className="shrink-0" />
        <bdi className="truncate">{assigneeId ? nameOf(assigneeId) : assignmentCopy.unassigned}</bdi>
      </button>
      {conversation.assignedVia && <Turn conversation={conversation} />}
    </>
  );
}

/** Says that it was the assignee's turn, and until when it is. */
function Turn({ conversation: { assigneeId, turnEndsAt } }: { conversation: ConversationJson }) {
  const { userId } = useLive();
  const reader = useReader();
  if (!turnEndsAt) return <p>{assignmentCopy.byRoundRobin}</p>;
  const time = untilTime(new Date(turnEndsAt), reader);
  const words = assigneeId === userId ? assignmentCopy.yourTurnUntil : assignmentCopy.byRoundRobinUntil;
  return <p suppressHydrationWarning>{words(time)}</p>;
}

/** What the conversation's menu offers on narrow screens. */
export function AssignmentItems({ assignment: { take, giveBack, openDialog } }: { assignment: Assignment }) {
  const items = [
    ...(take ? [{ name: assignmentCopy.take, icon: <Hand size={16} aria-hidden />, run: take }] : []),
    ...(giveBack ? [{ name: assignmentCopy.giveBack, icon: <Undo2 size={16} aria-hidden />, run: giveBack }] : []),
    { name: assignmentCopy.assign, icon: <UserRoundPlus size={16} aria-hidden />, run: openDialog },
  ];
  return items.map(({ name, icon, run }) => (
    <MenuButton key={name} onClick={run}>
      {icon}
      {name}
    </MenuButton>
  ));
}
