import { Hand, Undo2, UserRoundPlus } from "lucide-react";
import { assignmentCopy } from "#components/catalogs/assignment.tsx";
import { menuItemClass } from "#components/ui/menu.tsx";
import { useNameOf } from "./team-provider.tsx";
import type { Assignment } from "./use-assignment.ts";

/** Says who the conversation is assigned to, and opens the dialog that changes it. */
export function AssigneeButton({ assignment: { conversation, openDialog } }: { assignment: Assignment }) {
  const nameOf = useNameOf();
  const { assigneeId } = conversation;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={openDialog}
      className="-mx-1.5 mt-1 flex min-h-7 max-w-full items-center gap-1.5 rounded-md px-1.5 text-sm text-quiet transition-colors hover:bg-hover hover:text-ink pointer-coarse:min-h-11"
    >
      <UserRoundPlus size={14} aria-hidden className="shrink-0" />
      <bdi className="truncate">
        {assigneeId ? assignmentCopy.ofPerson(nameOf(assigneeId)) : assignmentCopy.unassigned}
      </bdi>
    </button>
  );
}

/** What the conversation's menu offers on narrow screens. */
export function AssignmentItems({ assignment: { take, giveBack, openDialog } }: { assignment: Assignment }) {
  const items = [
    ...(take ? [{ name: assignmentCopy.take, icon: <Hand size={16} aria-hidden />, run: take }] : []),
    ...(giveBack ? [{ name: assignmentCopy.giveBack, icon: <Undo2 size={16} aria-hidden />, run: giveBack }] : []),
    { name: assignmentCopy.assign, icon: <UserRoundPlus size={16} aria-hidden />, run: openDialog },
  ];
  return items.map(({ name, icon, run }) => (
    <li key={name}>
      <button type="button" onClick={run} className={menuItemClass}>
        {icon}
        {name}
      </button>
    </li>
  ));
}
