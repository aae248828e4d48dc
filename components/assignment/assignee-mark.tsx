import { assignmentCopy } from "#components/catalogs/assignment.tsx";
import { Photo } from "#components/pictures/picture.tsx";
import { avatarInitials } from "#components/visitor/avatar-initials.ts";
import { useNameOf, usePhotoOf, useTeam } from "./team-provider.tsx";

/** The photo or the initials of the person that a row's conversation is assigned to. */
export function AssigneeMark({ userId }: { userId: string }) {
  const { isShared } = useTeam();
  const nameOf = useNameOf();
  const photoUrl = usePhotoOf(userId);
  if (!isShared) return null;
  const words = assignmentCopy.ofPerson(nameOf(userId));
  return (
    <span
      title={words}
      className="relative grid size-5 shrink-0 place-items-center rounded-full bg-sunken text-[9px] leading-none font-semibold text-quiet ring-1 ring-line"
    >
      <bdi aria-hidden>{avatarInitials(nameOf(userId))}</bdi>
      {photoUrl && <Photo url={photoUrl} />}
      <bdi className="sr-only">{`${words}.`}</bdi>
    </span>
  );
}
