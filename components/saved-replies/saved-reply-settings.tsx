"use client";

import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { callDelete } from "#components/api/call-api.ts";
import { savedRepliesCopy } from "#components/catalogs/saved-replies.tsx";
import { useShownActions } from "#components/composer/action-words.tsx";
import { useLive } from "#components/live/live-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { SavedReplyJson } from "#lib/desk/saved-replies/schema.ts";
import { SavedReplyForm } from "./saved-reply-form.tsx";

/** Lists, writes, changes and deletes saved replies. */
export function SavedReplySettings({ replies }: { replies: SavedReplyJson[] }) {
  const router = useRouter();
  const { inbox } = useLive();
  const list = useRef<HTMLDivElement>(null);
  const [editing, setEditing] = useState<SavedReplyJson | "new">();
  const [deleting, setDeleting] = useState<SavedReplyJson>();
  const [done, setDone] = useState<string>();

  useEffect(
    () =>
      inbox.listen((event) => {
        if (event.type === "settings.updated" && event.data.about === "saved_replies") router.refresh();
      }),
    [inbox, router],
  );

  const leave = (result?: string) => {
    setEditing(undefined);
    setDone(result);
    list.current?.focus();
  };

  const remove = async ({ id, name }: SavedReplyJson) => {
    const result = await callDelete(`/saved-replies/${id}`);
    if (!result.ok) return result.problem.words;
    setDeleting(undefined);
    router.refresh();
    leave(savedRepliesCopy.deleted(name));
    return undefined;
  };

  const edit = (reply: SavedReplyJson | "new") => {
    setDone(undefined);
    setEditing(reply);
  };
  const formOf = (reply: SavedReplyJson | undefined) => (
    <SavedReplyForm
      reply={reply}
      onCancel={() => leave()}
      onSaved={(name) => {
        router.refresh();
        leave(savedRepliesCopy.stored(name));
      }}
    />
  );

  return (
    <div ref={list} tabIndex={-1} className="grid gap-6 *:min-w-0 focus:outline-none">
      {editing === "new" ? (
        formOf(undefined)
      ) : (
        <div>
          <Button look={replies.length === 0 ? "primary" : "plain"} onClick={() => edit("new")}>
            <Plus size={16} aria-hidden />
            {savedRepliesCopy.add}
          </Button>
        </div>
      )}
      <Notice tone="done">{done}</Notice>
      {replies.length === 0 && editing !== "new" && (
        <p className="text-quiet">
          {savedRepliesCopy.none} {savedRepliesCopy.noneHint}
        </p>
      )}
      <ul aria-label={savedRepliesCopy.title} className="divide-y divide-line border-y border-line empty:hidden">
        {replies.map((reply) => (
          <li key={reply.id} className="py-3">
            {editing !== "new" && editing?.id === reply.id ? (
              formOf(reply)
            ) : (
              <Row reply={reply} onEdit={() => edit(reply)} onDelete={() => setDeleting(reply)} />
            )}
          </li>
        ))}
      </ul>
      {deleting && (
        <ConfirmDialog
          title={savedRepliesCopy.deleteTitle(<bdi>{deleting.name}</bdi>)}
          action={savedRepliesCopy.deleteAction}
          onConfirm={() => remove(deleting)}
          onClose={() => setDeleting(undefined)}
        >
          {savedRepliesCopy.deleteHint}
        </ConfirmDialog>
      )}
    </div>
  );
}

type RowProps = { reply: SavedReplyJson; onEdit: () => void; onDelete: () => void };

function Row({ reply: { name, body, personal, actions }, onEdit, onDelete }: RowProps) {
  const shown = useShownActions()(actions);
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex items-baseline gap-2">
          <bdi className="min-w-0 truncate font-medium">{name}</bdi>
          {personal && <span className="shrink-0 text-xs text-quiet">{savedRepliesCopy.personal}</span>}
        </p>
        <p className="truncate text-sm text-quiet">
          <bdi>{body}</bdi>
        </p>
        {shown.length > 0 && (
          <p className="text-sm text-quiet text-pretty wrap-anywhere">
            {savedRepliesCopy.afterSending(shown.map(({ words }) => words))}
          </p>
        )}
      </div>
      <span className="-me-3 flex max-sm:-ms-3">
        <Button look="quiet" onClick={onEdit} aria-label={savedRepliesCopy.editOne(name)}>
          {savedRepliesCopy.edit}
        </Button>
        <Button look="quiet" onClick={onDelete} aria-label={savedRepliesCopy.deleteOne(name)}>
          {savedRepliesCopy.delete}
        </Button>
      </span>
    </div>
  );
}
