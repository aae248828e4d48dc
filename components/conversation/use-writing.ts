import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import type { UploadedFile } from "#client/live-event.ts";
import type { Unsent } from "#client/unsent.ts";
import { filesCopy } from "#components/catalogs/files.tsx";
import { useAttachments } from "#components/files/use-attachments.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useMode } from "#components/notes/use-mode.ts";
import { showToast } from "#components/ui/toast.tsx";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";
import { isOnlyNames } from "#lib/desk/messages/file-names.ts";
import { FILES_MAX_COUNT } from "#lib/files/files/file-count.ts";
import { useDraft } from "./use-draft.ts";

export type Writing = ReturnType<typeof useWriting>;

/** Keeps what's being written in a conversation: the drafts of the reply and the note, which of them shows, and files. */
export function useWriting(conversation: ConversationJson) {
  const { id } = conversation;
  const area = useRef<HTMLTextAreaElement>(null);
  const [mode, setMode] = useMode(id);
  const drafts = { reply: useDraft(`draft:${id}`, area), note: useDraft(`note-draft:${id}`) };
  const [draft, setDraft] = drafts[mode];
  const attachments = useAttachments(conversation);

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
    const [before, write] = drafts[own];
    write([isOnlyNames({ body, files: uploads }) ? "" : body, before].filter(Boolean).join("\n"));
    attachments.bringBack(message);
    flushSync(() => setMode(own));
    area.current?.focus();
  };
  useBroughtBack({ conversationId: id, isReady: attachments.isReady }, (texts, uploads) => {
    const [before, write] = drafts.reply;
    write([...texts, before].filter(Boolean).join("\n"));
    if (uploads.length > 0) attachments.bringBack({ uploads });
    setMode("reply");
    area.current?.focus();
  });
  return { area, mode, setMode, draft, setDraft, attachments, attach, edit };
}

type Box = { conversationId: string; isReady: boolean };
type BringBack = (texts: string[], uploads: UploadedFile[]) => void;

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
    );
  });
  useEffect(() => {
    if (isAny && isReady) take();
  }, [isAny, isReady]);
}
