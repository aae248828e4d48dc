"use client";

import { Trash2 } from "lucide-react";
import { createContext, type PointerEvent, type ReactNode, use, useMemo, useState } from "react";
import { callApi, callDelete } from "#components/api/call-api.ts";
import { conversationCopy } from "#components/catalogs/conversation.tsx";
import { useLive } from "#components/live/live-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { outranks } from "#lib/base/access/scopes.ts";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";
import type { ThreadItem } from "./thread-items.ts";

type Choosing = { isOn: boolean; setOn: (isOn: boolean) => void };

/** Whether the reader chooses a message to delete: then each has its button. Otherwise only the one that a mouse points at has. */
export const ChoosingContext = createContext<Choosing>({ isOn: false, setOn: () => undefined });

type ProviderProps = { conversationId: string; children: ReactNode };

/** Provides it for one conversation at a time. */
export function ChoosingProvider({ conversationId, children }: ProviderProps) {
  const [choosingIn, setChoosingIn] = useState<string>();
  const isOn = choosingIn === conversationId;
  const value = useMemo(
    () => ({ isOn, setOn: (isNowOn: boolean) => setChoosingIn(isNowOn ? conversationId : undefined) }),
    [isOn, conversationId],
  );
  return <ChoosingContext value={value}>{children}</ChoosingContext>;
}

/** Says what to do while a message is chosen. */
export function ChoosingBar() {
  const { isOn, setOn } = use(ChoosingContext);
  const { role } = useLive();
  if (!isOn) return null;
  return (
    <div className="flex shrink-0 items-center gap-3 border-t border-line px-4 py-2 md:px-6">
      <p role="status" className="min-w-0 flex-1 text-sm text-quiet">
        {outranks(role, "admin") ? conversationCopy.chooseMessage : conversationCopy.chooseOwnMessage}
      </p>
      <Button onClick={() => setOn(false)}>{conversationCopy.chosen}</Button>
    </div>
  );
}

/** Returns the button that deletes a stored message, while it's offered, and handlers for the message under the mouse. */
export function useDeleteButton(item: ThreadItem) {
  const { isOn } = use(ChoosingContext);
  const [isNear, setNear] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const isOffered = item.place !== undefined && !item.deleted && (isOn || isNear || isAsking);
  return {
    pointed: {
      onPointerEnter: ({ pointerType }: PointerEvent) => setNear(pointerType === "mouse"),
      onPointerLeave: () => setNear(false),
    },
    button: isOffered && <DeleteButton item={item} isAsking={isAsking} onAsk={setAsking} />,
  };
}

type Props = { item: ThreadItem; isAsking: boolean; onAsk: (isAsking: boolean) => void };

// It takes no space, so that nothing moves when it shows.
function DeleteButton({ item: { sender, senderId, place }, isAsking, onAsk }: Props) {
  const { inbox, role, userId } = useLive();
  const { setOn } = use(ChoosingContext);
  const isOwn = sender === "owner" && senderId === userId;
  if (!place || !(isOwn || outranks(role, "admin"))) return null;
  const conversation = `/conversations/${place.conversationId}`;

  const remove = async () => {
    const result = await callDelete(`${conversation}/messages/${place.messageId}`);
    if (!result.ok) return result.problem.words;
    // Also without a stream, the thread sees by it that a message is gone.
    const changed = await callApi<{ conversation: ConversationJson }>(conversation);
    if (changed.ok) inbox.onEvent({ type: "conversation.updated", data: changed.value });
    onAsk(false);
    setOn(false);
    return undefined;
  };

  return (
    <>
      <button
        type="button"
        title={conversationCopy.deleteMessage}
        aria-label={conversationCopy.deleteMessage}
        onClick={() => onAsk(true)}
        className={classNames(
          "absolute top-1/2 grid size-7 -translate-y-1/2 place-items-center rounded-lg text-quiet hover:bg-sunken hover:text-ink pointer-coarse:size-11",
          sender === "visitor" ? "start-full ms-1" : sender === "owner" ? "end-full me-6" : "end-full me-1",
        )}
      >
        <Trash2 size={15} aria-hidden />
      </button>
      {isAsking && (
        <ConfirmDialog
          title={conversationCopy.deleteMessageTitle}
          action={conversationCopy.deleteMessage}
          onConfirm={remove}
          onClose={() => onAsk(false)}
        >
          {conversationCopy.deleteMessageHint}
        </ConfirmDialog>
      )}
    </>
  );
}
