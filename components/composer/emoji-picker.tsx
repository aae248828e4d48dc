"use client";

import { useEffect, useRef, useState } from "react";
import { isComposing } from "#client/pressed-key.ts";
import { composerCopy } from "#components/catalogs/composer.tsx";
import { Option, useOptionList } from "#components/ui/option-list.tsx";
import { emojiName, findEmoji } from "#platform/formatted-text/emoji-codes.ts";

const COLUMNS = 8;

type Props = { onChoose: (emoji: string) => void; onEscape: () => void; onLeave: () => void };

/** A grid of emojis above the text field, with a search that has the focus. */
export function EmojiPicker({ onChoose, onEscape, onLeave }: Props) {
  const [search, setSearch] = useState("");
  const list = useOptionList(findEmoji(search), COLUMNS);
  const { id, options, active, activeElementId } = list;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the search keeps the focus and handles the keys.
    <div
      onMouseDown={(event) => {
        if (event.target !== field.current) event.preventDefault();
      }}
      className="rise absolute start-0 bottom-full z-10 mb-2 rounded-xl border border-line bg-surface p-1 shadow-[0_8px_32px_var(--shade)]"
    >
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label={composerCopy.emojiSearch}
        aria-expanded
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={activeElementId}
        placeholder={composerCopy.emojiSearch}
        autoComplete="off"
        value={search}
        onChange={(event) => {
          setSearch(event.currentTarget.value);
          list.activate(undefined);
        }}
        onBlur={onLeave}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent)) return;
          if (event.key === "Escape") onEscape();
          else if (event.key === "Enter" && active) onChoose(active.emoji);
          // In the form of the text, it would send that.
          else if (event.key !== "Enter" && !list.step(event.key)) return;
          event.preventDefault();
          event.stopPropagation();
        }}
        className="mb-1 block min-h-9 w-full rounded-lg bg-sunken px-3 outline-none pointer-coarse:min-h-11 pointer-coarse:text-lg"
      />
      <div
        id={id}
        role="listbox"
        aria-label={composerCopy.emoji}
        className="relative grid max-h-56 min-w-72 grid-cols-8 overflow-y-auto"
      >
        {options.map((option) => (
          <Option key={option.id} {...list.propsOf(option)} isCell onChoose={() => onChoose(option.emoji)}>
            <span aria-hidden className="text-xl">
              {option.emoji}
            </span>
            <span className="sr-only">{emojiName(option)}</span>
          </Option>
        ))}
      </div>
      {options.length === 0 && <p className="px-3 py-1.5 text-quiet">{composerCopy.noEmoji}</p>}
      <p role="status" className="sr-only">
        {search && composerCopy.emojiFound(options.length)}
      </p>
    </div>
  );
}
