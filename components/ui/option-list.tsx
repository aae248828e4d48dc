"use client";

import { type ReactNode, useId, useState } from "react";
import { classNames } from "./class-names.ts";

/** The options below a text field, which keeps the focus. One of them is active: the one that Enter chooses. */
export function useOptionList<T extends { id: string }>(options: readonly T[]) {
  const id = useId();
  const [activeId, setActiveId] = useState<string>();
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
      const by = { ArrowDown: 1, ArrowUp: -1 }[key];
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
  onChoose: (element: Element) => void;
  children: ReactNode;
};

export function Option({ id, isActive, isSelected = isActive, isTall, onPoint, onChoose, children }: OptionProps) {
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
        "cursor-default rounded-lg px-3 py-1.5",
        isTall ? "pointer-coarse:py-2.5" : "flex min-h-9 items-center gap-3 pointer-coarse:min-h-11",
        isActive && "bg-accent-soft",
      )}
    >
      {children}
    </div>
  );
}
