import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import type { UploadedFile } from "#client/live-event.ts";
import type { Unsent } from "#client/unsent.ts";
import { filesCopy } from "#components/catalogs/files.tsx";
import { chosenActions, mergeActions } from "#components/composer/chosen-actions.ts";
import { useAttachments } from "#components/files/use-attachments.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useMode } from "#components/notes/use-mode.ts";
import { showToast } from "#components/ui/toast.tsx";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";
import { isOnlyNames } from "#lib/desk/messages/file-names.ts";
import type { ReplyActions } from "#lib/desk/messages/schema.ts";
import { FILES_MAX_COUNT } from "#lib/files/files/file-count.ts";
import { useDraft } from "./use-draft.ts";
import { useReplyActions } from "./use-reply-actions.ts";

export type Writing = ReturnType<typeof useWriting>;

/** Keeps what's being written in a conversation: the drafts of the reply and the note, which of them shows, and files. */
export function useWriting(conversation: ConversationJson) {
  const { id } = conversation;
  const area = useRef<HTMLTextAreaElement>(null);
  const [mode, setMode] = useMode(id);
  const drafts = { reply: useDraft(`draft:${id}`, area), note: useDraft(`note-draft:${id}`) };
  const { text: draft, write, other, discardOther } = drafts[mode];
  const [actions, setActions] = useReplyActions(id);
  const attachments = useAttachments(conversation);

  const setDraft = (text: string) => {
    write(text);
    // The actions were chosen for this text.
    if (text === "" && mode === "reply") setActions({});
  };
  const attach = (files: readonly File[]) => {
    const room = Math.max(0, FILES_MAX_COUNT - attachments.uploads.length);
    if (files.length > room) showToast({ words: filesCopy.tooMany(FILES_MAX_COUNT) });
    attachments.add(files.slice(0, room));
    area.current?.focus();
  };
  /** Puts an unsent reply or note back into its box. */
  const edit = (message: Unsent) => {
    const { body, kind, uploads } = message;
    const own = kind ?? "reply";
    const { text: before, write: writeOwn } = drafts[own];
    writeOwn([isOnlyNames({ body, files: uploads }) ? "" : body, before].filter(Boolean).join("\n"));
    attachments.bringBack(message);
    if (message.replyActions) setActions(mergeActions(actions, chosenActions(message.replyActions)));
    flushSync(() => setMode(own));
    area.current?.focus();
  };
  useBroughtBack({ conversationId: id, isReady: attachments.isReady }, (texts, uploads, brought) => {
    const { text: before, write: writeReply } = drafts.reply;
    writeReply([...texts, before].filter(Boolean).join("\n"));
    if (uploads.length > 0) attachments.bringBack({ uploads });
    setActions(brought.reduce((all, one) => mergeActions(all, chosenActions(one)), actions));
    setMode("reply");
    area.current?.focus();
  });
  /** Adds what was written on another device. */
  const addOther = () => {
    setDraft([draft, other].filter(Boolean).join("\n"));
    discardOther();
    area.current?.focus();
  };
  return {
    ...{ area, mode, setMode, draft, setDraft, attachments, attach, edit, actions, setActions },
    other: other ? { text: other, onAdd: addOther, onDiscard: discardOther } : undefined,
  };
}

type Box = { conversationId: string; isReady: boolean };
type BringBack = (texts: string[], uploads: UploadedFile[], actions: ReplyActions[]) => void;

/** Puts replies that were taken back into their box, also if that's shown later. */
function useBroughtBack({ conversationId, isReady }: Box, bringBack: BringBack): void {
  const { back, takeBrought } = useLive().scheduled;
  const { replies } = useSyncExternalStore(back.subscribe, back.get, back.get);
  const isAny = replies.some((reply) => reply.conversationId === conversationId);
  const take = useEffectEvent(() => {
    const brought = takeBrought(conversationId);
    const texts = brought.map(({ body, files }) => (isOnlyNames({ body, files }) ? "" : body));
    bringBack(
      texts,
      brought.flatMap(({ files = [] }) => files),
      brought.flatMap(({ actions = [] }) => actions),
    );
  });
  useEffect(() => {
    if (isAny && isReady) take();
  }, [isAny, isReady]);
}
