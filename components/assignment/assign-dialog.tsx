"use client";

import { Check } from "lucide-react";
import { useState } from "react";
import { assignmentCopy } from "#components/catalogs/assignment.tsx";
import { useLive } from "#components/live/live-provider.tsx";
import { useReader } from "#components/time/reader.tsx";
import { closeDialogOf } from "#components/ui/dialog.tsx";
import { FindDialog } from "#components/ui/find-dialog.tsx";
import { Option, useOptionList } from "#components/ui/option-list.tsx";
import { awayWords } from "./away-words.ts";
import { useTeam } from "./team-provider.tsx";
import type { Assignment } from "./use-assignment.ts";

type Choice = { id: string; name: string; email?: string; away?: string | null };

const NOBODY = "nobody";
const NAME_MAX = 160;

/** What's assigned: a conversation, or if it has no site, several of them. */
type Assigned = { conversation: { siteId?: string; assigneeId?: string }; assign: Assignment["assign"] };

/** Finds the people who have access to the conversation's site, and assigns it to one of them or to no one. */
export function AssignDialog({ assignment, onClose }: { assignment: Assigned; onClose: () => void }) {
  const { conversation, assign } = assignment;
  const { siteId, assigneeId = NOBODY } = conversation;
  const { userId } = useLive();
  const { teammates } = useTeam();
  const reader = useReader();
  const [query, setQuery] = useState("");

  const people = teammates.filter(({ siteIds }) => !siteIds || !siteId || siteIds.includes(siteId));
  const choices: Choice[] = [
    ...people.filter(({ id }) => id === userId).map(({ id }) => ({ id, name: assignmentCopy.me })),
    { id: NOBODY, name: assignmentCopy.nobody },
    ...people.filter(({ id }) => id !== userId).map((person) => ({ ...person, away: awayWords(person, reader) })),
  ];
  const wanted = query.trim().toLocaleLowerCase();
  const textOf = ({ name, email = "" }: Choice) => `${name} ${email}`.toLocaleLowerCase();
  // "ned" is Ned rather than Unassigned.
  const beginsWord = (choice: Choice) =>
    textOf(choice)
      .split(/[\s@._-]+/u)
      .some((word) => word.startsWith(wanted));
  const list = useOptionList(
    choices
      .filter((choice) => textOf(choice).includes(wanted))
      .toSorted((one, other) => Number(beginsWord(other)) - Number(beginsWord(one))),
  );

  const choose = ({ id }: Choice, element: Element) => {
    closeDialogOf(element);
    if (id !== assigneeId) assign(id === NOBODY ? null : id);
  };

  return (
    <FindDialog
      label={assignmentCopy.assignTo}
      placeholder={assignmentCopy.findPerson}
      maxLength={NAME_MAX}
      query={query}
      onQuery={setQuery}
      list={list}
      listLabel={assignmentCopy.assignTo}
      onChoose={choose}
      onClose={onClose}
      status={
        <p role="status" className="px-5 text-quiet not-empty:pb-5">
          {list.options.length === 0 && assignmentCopy.noPerson}
        </p>
      }
    >
      {list.options.map((choice) => (
        <Option key={choice.id} {...list.propsOf(choice)} onChoose={(element) => choose(choice, element)}>
          <bdi className={choice.away ? "min-w-0 truncate text-quiet" : "min-w-0 truncate"}>{choice.name}</bdi>
          {choice.away && <span className="ms-auto shrink-0 text-sm text-quiet">{choice.away}</span>}
          {choice.id === assigneeId && (
            <Check size={16} aria-hidden className={choice.away ? "shrink-0" : "ms-auto shrink-0"} />
          )}
        </Option>
      ))}
    </FindDialog>
  );
}
