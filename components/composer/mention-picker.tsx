"use client";

import { type KeyboardEvent, type RefObject, useEffect, useImperativeHandle } from "react";
import { notesCopy } from "#components/catalogs/notes.tsx";
import type { Mentionable } from "#components/notes/mentions.ts";
import { Option, useOptionList } from "#components/ui/option-list.tsx";
import { PickerFrame } from "./picker-frame.tsx";
import type { PickerKeys } from "./saved-reply-picker.tsx";

const SHOWN_MAX = 8;

type Props = {
  listId: string;
  found: readonly Mentionable[];
  keys: RefObject<PickerKeys | null>;
  /** The option that's chosen with Enter to begin with, if it's there. */
  first: string | undefined;
  /** Names the option that's chosen with Enter, for the text field. */
  onActive: (optionId: string | undefined) => void;
  onChoose: (teammate: Mentionable) => void;
  onClose: () => void;
};

/** The teammates to mention, above the text field, which keeps the focus. */
export function MentionPicker({ listId, found, keys, first, onActive, onChoose, onClose }: Props) {
  const list = useOptionList(found.slice(0, SHOWN_MAX), 1, first);
  const { options, active, activeElementId } = list;

  const press = ({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    if (key === "Escape") {
      onClose();
      return true;
    }
    if (shiftKey || ctrlKey || metaKey || altKey || !active) return false;
    if (list.step(key)) return true;
    if (key !== "Tab" && key !== "Enter") return false;
    onChoose(active);
    return true;
  };
  useImperativeHandle(keys, () => ({ press, chosen: () => active?.id }));

  useEffect(() => {
    onActive(activeElementId);
    return () => onActive(undefined);
  }, [activeElementId, onActive]);

  return (
    <PickerFrame listId={listId} label={notesCopy.mentions} status={notesCopy.mentionsFound(found.length)}>
      {options.map((teammate) => (
        <Option key={teammate.id} {...list.propsOf(teammate)} onChoose={() => onChoose(teammate)}>
          <bdi className="min-w-0 truncate">{teammate.name}</bdi>
        </Option>
      ))}
    </PickerFrame>
  );
}
