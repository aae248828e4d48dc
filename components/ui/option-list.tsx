"use client";

import { type ReactNode, useId, useState } from "react";
import { classNames } from "./class-names.ts";

/** The options below a text field, which keeps the focus. One of them is active: the one that Enter chooses. */
export function useOptionList<T extends { id: string }>(options: readonly T[], columns = 1, first?: string) {
  const id = useId();
  const [activeId, setActiveId] = useState(first);
  const active = options.find((option) => option.id === activeId) ?? options[0];
  const optionId = (option: T) => `${id}-${option.id}`;
  return {
    id,
    options,
    active,
    /** The id of the active option's element. */
    activeElementId: active && optionId(active),
    /** Makes an option active, or without an id the first. */
    activate: setActiveId,
    /** Makes the next or the previous option active if the key says so. Returns whether it does. */
    step: (key: string): boolean => {
      const along = columns > 1 ? 1 : 0;
      const by = { ArrowDown: columns, ArrowUp: -columns, ArrowRight: along, ArrowLeft: -along }[key];
      if (!by || !active) return false;
      const next = options[(options.indexOf(active) + by + options.length) % options.length] ?? active;
      setActiveId(next.id);
      document.getElementById(optionId(next))?.scrollIntoView({ block: "nearest" });
      return true;
    },
    /** What an option's element needs. */
    propsOf: (option: T) => ({
      id: optionId(option),
      isActive: option === active,
      onPoint: () => setActiveId(option.id),
    }),
  };
}

type OptionProps = ReturnType<ReturnType<typeof useOptionList>["propsOf"]> & {
  /** Of several that can be chosen: whether this one is. */
  isSelected?: boolean;
  isTall?: boolean;
  /** Whether it's one of a grid. */
  isCell?: boolean;
  onChoose: (element: Element) => void;
  children: ReactNode;
};

export function Option({
  id,
  isActive,
  isSelected = isActive,
  isTall,
  isCell,
  onPoint,
  onChoose,
  children,
}: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys, as in every combobox.
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text field.
    <div
      id={id}
      role="option"
      aria-selected={isSelected}
      onPointerMove={isActive ? undefined : onPoint}
      onClick={(event) => onChoose(event.currentTarget)}
      className={classNames(
        "cursor-default rounded-lg",
        isCell ? "grid size-9 place-items-center pointer-coarse:size-11" : "px-3 py-1.5",
        isCell ? "" : isTall ? "pointer-coarse:py-2.5" : "flex min-h-9 items-center gap-3 pointer-coarse:min-h-11",
        isActive && "bg-accent-soft",
      )}
    >
      {children}
    </div>
  );
}
