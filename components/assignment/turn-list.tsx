"use client";

import { assignmentCopy } from "#components/catalogs/assignment.tsx";
import { useReader } from "#components/time/reader.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { Avatar } from "#components/visitor/avatar.tsx";
import { personName } from "#lib/people/owners/person-name.ts";
import type { MemberJson } from "#lib/team/members/schema.ts";
import { awayWords } from "./away-words.ts";

/** The people who get a site's conversations in turn, and what happens if nobody is available. */
export function TurnList({ people }: { people: readonly MemberJson[] }) {
  const reader = useReader();
  const rows = people.map((person) => ({
    ...person,
    name: personName(person),
    away: awayWords(person, reader),
  }));
  const isAnyoneThere = rows.some(({ away }) => away === null);
  return (
    <>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {rows.map(({ id, photoUrl, name, away }) => (
          <li key={id} className="flex min-h-14 items-center gap-3 px-4 py-2">
            <Avatar id={id} name={name} photoUrl={photoUrl} />
            <bdi className={classNames("min-w-0 flex-1 wrap-anywhere", away === null ? "font-medium" : "text-quiet")}>
              {name}
            </bdi>
            <span className="shrink-0 text-sm text-quiet" suppressHydrationWarning>
              {away ?? assignmentCopy.available}
            </span>
          </li>
        ))}
      </ul>
      <p className={classNames("mt-3 text-sm text-pretty", isAnyoneThere ? "text-quiet" : "font-medium")}>
        {isAnyoneThere ? assignmentCopy.ifNobody : assignmentCopy.nobodyAvailable}
      </p>
    </>
  );
}
