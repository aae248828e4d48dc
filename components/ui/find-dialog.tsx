"use client";

import { type KeyboardEvent, type ReactNode, useId } from "react";
import { isComposing } from "#client/pressed-key.ts";
import { classNames } from "./class-names.ts";
import { Dialog } from "./dialog.tsx";
import type { useOptionList } from "./option-list.tsx";

type Props<T extends { id: string }> = {
  label: string;
  placeholder: string;
  maxLength: number;
  query: string;
  onQuery: (query: string) => void;
  list: ReturnType<typeof useOptionList<T>>;
  listLabel: string;
  /** Whether several options can be selected, in a narrower dialog. */
  isMultiple?: boolean;
  onChoose: (option: T, element: Element) => void;
  onClose: () => void;
  /** Says how it went, below the options. */
  status: ReactNode;
  children: ReactNode;
};

/** A dialog that finds one of its options by a few typed letters. */
export function FindDialog<T extends { id: string }>(props: Props<T>) {
  const { label, placeholder, maxLength, query, onQuery, list, listLabel, isMultiple, onChoose, onClose } = props;
  const id = useId();

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event.nativeEvent) || !list.active) return;
    if (list.step(event.key)) event.preventDefault();
    if (event.key !== "Enter") return;
    event.preventDefault();
    onChoose(list.active, event.currentTarget);
  };

  return (
    <Dialog
      labelledBy={`${id}-label`}
      onClose={onClose}
      className={classNames(
        "mt-[12dvh] max-h-[70dvh] w-full overflow-hidden max-sm:mt-4 max-sm:w-[calc(100%-1rem)]",
        isMultiple ? "max-w-sm" : "max-w-xl",
      )}
    >
      <div className="flex max-h-[inherit] flex-col">
        <label id={`${id}-label`} htmlFor={`${id}-input`} className="sr-only">
          {label}
        </label>
        <input
          id={`${id}-input`}
          role="combobox"
          aria-expanded="true"
          aria-controls={list.id}
          aria-activedescendant={list.activeElementId}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          maxLength={maxLength}
          value={query}
          onChange={(event) => {
            onQuery(event.currentTarget.value);
            list.activate(undefined);
          }}
          onKeyDown={onKeyDown}
          className={classNames(
            "h-13 shrink-0 border-b border-line bg-transparent text-ellipsis px-5 outline-none",
            isMultiple ? "pointer-coarse:text-lg" : "text-lg",
          )}
        />
        <div
          id={list.id}
          role="listbox"
          aria-label={listLabel}
          aria-multiselectable={isMultiple}
          className="min-h-0 overflow-y-auto p-2 empty:hidden"
        >
          {props.children}
        </div>
        {props.status}
      </div>
    </Dialog>
  );
}
