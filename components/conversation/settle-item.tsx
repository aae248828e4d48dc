import { MessageCircleOff, MessageCircleReply } from "lucide-react";
import { conversationCopy } from "#components/catalogs/conversation.tsx";
import { useCommand } from "#components/ui/commands.ts";
import { MenuButton } from "#components/ui/menu.tsx";
import type { ConversationJson, UpdateConversationBody } from "#lib/desk/conversations/schema.ts";
import type { useLeave } from "./use-leave.ts";
import type { Position } from "./use-seen.ts";

type Settling = {
  change: (body: UpdateConversationBody) => Promise<boolean>;
  leave: ReturnType<typeof useLeave>;
  seenOf: () => Position;
};

/** Offers to say that the visitor needs no reply, or to take it back. Undefined if they don't wait. */
export function useSettle(
  { waitingSince, noReplyNeeded }: ConversationJson,
  { change, leave, seenOf }: Settling,
): { isSettled: boolean; run: () => void } | undefined {
  const { commands, settledToast } = conversationCopy;
  const isSettled = noReplyNeeded === true;
  const isOffered = isSettled || waitingSince !== undefined;
  const run = () => {
    if (isSettled) return void change({ noReplyNeeded: false });
    const { seenSeq } = seenOf();
    leave({ words: settledToast, reverse: { noReplyNeeded: false } }).follow(change({ noReplyNeeded: true, seenSeq }));
  };
  const label = isSettled ? commands.replyNeeded : commands.noReplyNeeded;
  useCommand("settle", isOffered ? label : undefined, run);
  return isOffered ? { isSettled, run } : undefined;
}

export function SettleItem({ settle: { isSettled, run } }: { settle: NonNullable<ReturnType<typeof useSettle>> }) {
  const Icon = isSettled ? MessageCircleReply : MessageCircleOff;
  return (
    <MenuButton onClick={run}>
      <Icon size={16} aria-hidden />
      {isSettled ? conversationCopy.replyNeeded : conversationCopy.noReplyNeeded}
    </MenuButton>
  );
}
