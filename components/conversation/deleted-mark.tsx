import { useTeam } from "#components/assignment/team-provider.tsx";
import { assignmentCopy } from "#components/catalogs/assignment.tsx";
import { conversationCopy } from "#components/catalogs/conversation.tsx";
import { Moment } from "#components/time/moment.tsx";
import type { ThreadItem } from "./thread-items.ts";

type Props = { deleted: NonNullable<ThreadItem["deleted"]> } & Pick<ThreadItem, "sender" | "senderId">;

/** Says who deleted a message, and when, in its place. */
export function DeletedMark({ deleted: { at, by, byName }, sender, senderId }: Props) {
  const { isShared, readerId } = useTeam();
  const moment = <Moment at={at} form="short" />;
  const name = <bdi>{byName ?? assignmentCopy.formerTeammate}</bdi>;
  return (
    <p className="w-fit max-w-120 min-w-0 rounded-xl border border-dashed border-line px-3.5 py-2 text-sm wrap-anywhere text-quiet">
      {sender === "visitor" && by === senderId
        ? conversationCopy.takenBack(moment)
        : by === readerId || !isShared
          ? conversationCopy.youDeleted(moment)
          : conversationCopy.deletedBy(name, moment)}
    </p>
  );
}
