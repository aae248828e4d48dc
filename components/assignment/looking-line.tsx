import { assignmentCopy } from "#components/catalogs/assignment.tsx";
import { Avatar } from "#components/visitor/avatar.tsx";
import type { ShownColleagues } from "./colleagues.ts";
import { useNameOf, useTeam } from "./team-provider.tsx";

const FACES_MAX = 4;

/** Shows which colleagues type or look. Screen readers announce the sentence when it changes. */
export function LookingLine({ typing, noting, looking }: ShownColleagues) {
  const { isShared, teammates } = useTeam();
  const nameOf = useNameOf(assignmentCopy.teammate);
  if (!isShared) return null;
  const writing = [...typing, ...noting];
  const names = (ids: string[]) => ids.map(nameOf);
  const words =
    typing.length > 0
      ? assignmentCopy.typing(names(typing))
      : noting.length > 0
        ? assignmentCopy.noting(names(noting))
        : looking.length > 0 && assignmentCopy.looking(names(looking));
  return (
    <div className="flex min-w-0 items-center gap-2 text-xs leading-5 text-quiet has-[span]:ps-5 md:has-[span]:ps-7">
      {words && (
        <span aria-hidden className="flex shrink-0 gap-1">
          {[...writing, ...looking].slice(0, FACES_MAX).map((id) => (
            <span
              key={id}
              title={nameOf(id)}
              data-writing={writing.includes(id) || undefined}
              className="grid rounded-full outline-offset-1 outline-accent data-writing:outline-2 [&_.avatar]:size-4 [&_.avatar]:text-[8px]"
            >
              <Avatar id={id} name={nameOf(id)} photoUrl={teammates.find((one) => one.id === id)?.photoUrl} />
            </span>
          ))}
        </span>
      )}
      <p role="status" className="h-5 min-w-0 truncate">
        {words && <bdi>{words}</bdi>}
      </p>
    </div>
  );
}
