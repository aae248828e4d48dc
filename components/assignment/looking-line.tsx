import { assignmentCopy } from "#components/catalogs/assignment.tsx";
import { useNameOf, useTeam } from "./team-provider.tsx";

type Props = { typing: readonly string[]; looking: readonly string[] };

/** Says which colleagues type or look. Screen readers announce the sentence when it changes. */
export function LookingLine({ typing, looking }: Props) {
  const { isShared } = useTeam();
  const nameOf = useNameOf(assignmentCopy.teammate);
  if (!isShared) return null;
  const names = (ids: readonly string[]) => ids.map(nameOf);
  const words =
    typing.length > 0
      ? assignmentCopy.typing(names(typing))
      : looking.length > 0 && assignmentCopy.looking(names(looking));
  return (
    <p role="status" className="h-5 min-w-0 flex-1 truncate pe-5 text-end text-xs leading-5 text-quiet md:pe-7">
      {words && <bdi>{words}</bdi>}
    </p>
  );
}
