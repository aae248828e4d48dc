"use client";

import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useImperativeHandle } from "react";
import { savedRepliesCopy } from "#components/catalogs/saved-replies.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { Option, useOptionList } from "#components/ui/option-list.tsx";
import type { SavedReplyActions, SavedReplyJson } from "#lib/desk/saved-replies/schema.ts";
import { plainText } from "#platform/formatted-text/parse.ts";
import { type ShownAction, useShownActions } from "./action-words.tsx";
import { expandReply, type KnownValues } from "./expand-reply.ts";
import { PickerFrame } from "./picker-frame.tsx";
import { useSavedReplies } from "./use-saved-replies.ts";

const SHOWN_MAX = 50;

export type PickerKeys = {
  /** Uses a key of the text field for the list. Returns whether it did. */
  press: (event: KeyboardEvent) => boolean;
  /** Returns the id of the option that Enter chooses. */
  chosen: () => string | undefined;
};

type Props = {
  listId: string;
  query: string;
  known: Omit<KnownValues, "myName"> & { siteId: string };
  keys: RefObject<PickerKeys | null>;
  /** The option that's chosen with Enter to begin with, if it's there. */
  first: string | undefined;
  /** Whether Enter was pressed before the list was there. */
  enteredAhead: RefObject<boolean>;
  /** Names the option that's chosen with Enter, for the text field. */
  onActive: (optionId: string | undefined) => void;
  /** Called with its text, and with what it does when it's sent. */
  onInsert: (text: string, actions: SavedReplyActions) => void;
  onClose: () => void;
};

/** The saved replies above the text field, which keeps the focus. */
export function SavedReplyPicker(props: Props) {
  const { listId, query, known, keys, first, enteredAhead, onActive, onInsert, onClose } = props;
  const { loaded, hasFailed } = useSavedReplies();
  const list = useOptionList(findReplies(loaded?.replies ?? [], query).slice(0, SHOWN_MAX), 1, first);
  const { options: found, active, activeElementId } = list;

  const shownActions = useShownActions(known.siteId);

  const insert = ({ body, actions }: SavedReplyJson) =>
    onInsert(expandReply(body, { ...known, myName: loaded?.myName }), actions);

  // With Ctrl too: what's only a search mustn't be sent.
  const enter = (): boolean => {
    if (active) insert(active);
    else if (loaded || hasFailed) return false;
    else enteredAhead.current = true;
    return true;
  };

  const press = ({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    if (key === "Escape") {
      onClose();
      return true;
    }
    const isNewLine = shiftKey && !ctrlKey && !metaKey;
    if (key === "Enter" && !isNewLine) return enter();
    if (shiftKey || ctrlKey || metaKey || altKey || !active) return false;
    if (list.step(key)) return true;
    if (key !== "Tab") return false;
    insert(active);
    return true;
  };
  useImperativeHandle(keys, () => ({ press, chosen: () => active?.id }));

  const insertAhead = useEffectEvent(() => {
    if (active && enteredAhead.current) insert(active);
    if (loaded) enteredAhead.current = false;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once the list is there.
  useEffect(() => insertAhead(), [loaded]);

  useEffect(() => {
    onActive(activeElementId);
    return () => onActive(undefined);
  }, [activeElementId, onActive]);

  return (
    <PickerFrame
      listId={listId}
      label={savedRepliesCopy.title}
      status={loaded && savedRepliesCopy.found(found.length)}
      empty={
        found.length === 0 && (
          <p className="flex min-h-9 items-center gap-2 px-3 py-1.5 text-quiet">
            {!loaded &&
              (hasFailed ? savedRepliesCopy.notLoaded : <span className="late">{savedRepliesCopy.loading}</span>)}
            {loaded && (loaded.replies.length > 0 ? savedRepliesCopy.noMatch : savedRepliesCopy.none)}
            {loaded?.replies.length === 0 && (
              <AppLink href="/settings/saved-replies" className="font-medium text-accent underline underline-offset-3">
                {savedRepliesCopy.createOne}
              </AppLink>
            )}
          </p>
        )
      }
    >
      {found.map((reply) => (
        <Option key={reply.id} {...list.propsOf(reply)} isTall onChoose={() => insert(reply)}>
          <div className="flex items-baseline gap-2">
            <bdi className="min-w-0 truncate font-medium">{reply.name}</bdi>
            {reply.personal && <span className="ms-auto shrink-0 text-xs text-quiet">{savedRepliesCopy.personal}</span>}
          </div>
          <bdi className="block truncate text-sm text-quiet">{plainText(reply.body).replaceAll(/\s+/g, " ")}</bdi>
          <ActionSummary actions={shownActions(reply.actions)} />
        </Option>
      ))}
    </PickerFrame>
  );
}

/** What a saved reply does when it's sent. */
function ActionSummary({ actions }: { actions: readonly ShownAction[] }) {
  if (actions.length === 0) return null;
  return (
    <span className="line-clamp-2 text-xs text-quiet">
      {savedRepliesCopy.afterSending(actions.map(({ words }) => words))}
    </span>
  );
}

/** Finds replies by their name first, then by their text. */
function findReplies(replies: readonly SavedReplyJson[], query: string): SavedReplyJson[] {
  const wanted = query.trim().toLocaleLowerCase();
  const rankOf = ({ name, body }: SavedReplyJson) => {
    const lower = name.toLocaleLowerCase();
    if (lower.startsWith(wanted)) return 0;
    if (lower.includes(wanted)) return 1;
    return body.toLocaleLowerCase().includes(wanted) ? 2 : undefined;
  };
  const ranked = replies.map((reply) => ({ reply, rank: rankOf(reply) }));
  return [0, 1, 2].flatMap((rank) => ranked.filter((one) => one.rank === rank).map(({ reply }) => reply));
}
