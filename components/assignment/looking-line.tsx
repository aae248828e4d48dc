import { assignmentCopy } from "#components/catalogs/assignment.tsx";
import type { ShownColleagues } from "./colleagues.ts";
import { useNameOf, useTeam } from "./team-provider.tsx";

/** Says which colleagues type or look. Screen readers announce the sentence when it changes. */
export function LookingLine({ typing, noting, looking }: ShownColleagues) {
  const { isShared } = useTeam();
  const nameOf = useNameOf(assignmentCopy.teammate);
  if (!isShared) return null;
  const names = (ids: string[]) => ids.map(nameOf);
  const words =
    typing.length > 0
      ? assignmentCopy.typing(names(typing))
      : noting.length > 0
        ? assignmentCopy.noting(names(noting))
        : looking.length > 0 && assignmentCopy.looking(names(looking));
  return (
    <p role="status" className="h-5 min-w-0 flex-1 truncate pe-5 text-end text-xs leading-5 text-quiet md:pe-7">
      {words && <bdi>{words}</bdi>}
    </p>
  );
}
