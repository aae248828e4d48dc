"use client";

import { type ComponentProps, type ComponentType, type RefObject, useEffect, useRef, useState } from "react";
import { findMention, findTeammates, type Mentionable } from "#components/notes/mentions.ts";
import type { Mode } from "#components/notes/use-mode.ts";
import { useHandover } from "./handover.ts";
import type { PickerKeys, SavedReplyPicker } from "./saved-reply-picker.tsx";
import { findSlash } from "./slash-query.ts";

type Options = {
  area: RefObject<HTMLTextAreaElement | null>;
  conversationId: string;
  mode: Mode;
  draft: string;
  teammates: readonly Mentionable[];
};

/** Follows the caret, and returns what's suggested there: saved replies after a slash, or in a note teammates after an @. */
export function useSuggestions({ area, conversationId, mode, draft, teammates }: Options) {
  const isNote = mode === "note";
  const [caret, setCaret] = useState(-1);
  const [dismissed, setDismissed] = useState<number>();
  const [activeOption, setActiveOption] = useState<string>();
  const keys = useRef<PickerKeys | null>(null);
  const enteredAhead = useRef(false);
  const [firstOption, setFirstOption] = useState<string>();
  useHandover(
    conversationId,
    area,
    () => ({ mode, dismissed, option: keys.current?.chosen(), enteredAhead: enteredAhead.current }),
    (box) => {
      setCaret(box.selection[1]);
      setDismissed(box.dismissed);
      setFirstOption(box.option);
      enteredAhead.current = box.enteredAhead;
    },
  );

  const findQuery = isNote ? findMention : findSlash;
  const found = caret < 0 ? undefined : findQuery(draft, caret);
  const query = found?.start === dismissed ? undefined : found;
  const isAsked = query !== undefined && !isNote;
  const Picker = usePicker(isAsked);
  const mentionable = query && isNote ? findTeammates(teammates, query.query) : [];
  const onType = (value: string, end: number) => {
    enteredAhead.current = false;
    setCaret(end);
    if (!findQuery(value, end)) setDismissed(undefined);
  };
  return {
    query,
    mentionable,
    /** Null if it isn't asked for, or can't be loaded. Undefined while it loads. */
    Picker: isAsked ? Picker : null,
    hasList: mentionable.length > 0 || (isAsked && !!Picker),
    ...{ keys, enteredAhead, activeOption, firstOption, setCaret, setDismissed, setActiveOption, onType },
  };
}

export type Suggestions = ReturnType<typeof useSuggestions>;

type Picker = ComponentType<ComponentProps<typeof SavedReplyPicker>>;

/** Loads the list of saved replies once it's wanted. Undefined until then, and null if it can't be loaded. */
function usePicker(isWanted: boolean): Picker | null | undefined {
  const [loaded, setLoaded] = useState<Picker | null>();
  useEffect(() => {
    if (!isWanted) return;
    import("./saved-reply-picker.tsx").then(
      ({ SavedReplyPicker }) => setLoaded(() => SavedReplyPicker),
      () => setLoaded(null),
    );
  }, [isWanted]);
  return loaded;
}
