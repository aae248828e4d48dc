import { Hand, Undo2, UserRoundPlus } from "lucide-react";
import { assignmentCopy } from "#components/catalogs/assignment.tsx";
import { menuItemClass } from "#components/ui/menu.tsx";
import { useNameOf } from "./team-provider.tsx";
import type { Assignment } from "./use-assignment.ts";

/** Says who the conversation is assigned to, and on wide screens opens the dialog that changes it. */
export function AssigneeButton({ assignment: { conversation, openDialog } }: { assignment: Assignment }) {
  const nameOf = useNameOf();
  const { assigneeId } = conversation;
  const words = assigneeId ? assignmentCopy.ofPerson(nameOf(assigneeId)) : assignmentCopy.unassigned;
  return (
    <>
      <span className="min-w-0 truncate lg:hidden">
        <bdi>{words}</bdi>
      </span>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={openDialog}
        className="pointer-events-auto -mx-1 min-h-6 min-w-0 truncate rounded-md px-1 text-ink underline decoration-edge underline-offset-3 hover:bg-hover max-lg:hidden"
      >
        <bdi>{words}</bdi>
      </button>
    </>
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
