"use client";

import { Check, Plus } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { triageCopy } from "#components/catalogs/triage.tsx";
import { LabelDot } from "#components/labels/label-chip.tsx";
import { createLabel, useLabels, useLabelsOf } from "#components/labels/use-labels.ts";
import { classNames } from "#components/ui/class-names.ts";
import { Dialog } from "#components/ui/dialog.tsx";
import { showToast } from "#components/ui/toast.tsx";
import { labelKey } from "#lib/labels/rules.ts";
import type { LabelJson } from "#lib/labels/schema.ts";
import { problemWords } from "./problem-words.ts";
import type { Triage } from "./use-triage.ts";

const NAME_MAX = 40;

/** Finds labels by their names, adds and removes them, and creates the one that's missing. */
export function LabelDialog({ triage, onClose }: { triage: Triage; onClose: () => void }) {
  const ids = useId();
  const { labels, isLoaded } = useLabels();
  const own = useLabelsOf(triage.conversation);
  const [query, setQuery] = useState("");
  const [activeId, setActiveId] = useState<string>();
  const [spoken, setSpoken] = useState("");

  const wanted = labelKey(query);
  const found = labels.filter(({ name }) => labelKey(name).includes(wanted));
  const canCreate = isLoaded && wanted !== "" && !labels.some(({ name }) => labelKey(name) === wanted);
  const choices: (LabelJson | undefined)[] = canCreate ? [...found, undefined] : found;
  const current = Math.max(
    0,
    choices.findIndex((one) => (one?.id ?? "new") === activeId),
  );
  const optionId = (choice: LabelJson | undefined) => `${ids}-${choice?.id ?? "new"}`;

  const toggle = async (label: LabelJson, isOn: boolean) => {
    if (!(await triage.label(label.id, isOn))) return;
    setSpoken(isOn ? triageCopy.labeled(label.name) : triageCopy.unlabeled(label.name));
  };
  const create = async () => {
    const name = query.trim();
    const result = await createLabel({ name });
    if (result.ok) return toggle(result.value.label, true);
    setQuery((typed) => typed || name);
    showToast({ words: result.problem.code === "conflict" ? triageCopy.tooManyLabels : problemWords(result.problem) });
  };
  const choose = (choice: LabelJson | undefined) => {
    // Immediately, because what's typed while the request is on its way belongs to the next label.
    setQuery("");
    void (choice ? toggle(choice, !own.some(({ id }) => id === choice.id)) : create());
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // In an input method, these keys also pick a word. Safari shows that by key code 229 alone.
    const { isComposing, keyCode } = event.nativeEvent;
    if (isComposing || keyCode === 229 || choices.length === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      const next = choices[(current + step + choices.length) % choices.length];
      setActiveId(next?.id ?? "new");
      document.getElementById(optionId(next))?.scrollIntoView({ block: "nearest" });
    }
    if (event.key === "Enter") {
      event.preventDefault();
      choose(choices[current]);
    }
  };

  return (
    <Dialog
      labelledBy={`${ids}-label`}
      onClose={onClose}
      className="mt-[12dvh] max-h-[70dvh] w-full max-w-sm overflow-hidden max-sm:mt-4 max-sm:w-[calc(100%-1rem)]"
    >
      <div className="flex max-h-[inherit] flex-col">
        <label id={`${ids}-label`} htmlFor={`${ids}-input`} className="sr-only">
          {triageCopy.labelTitle}
        </label>
        <input
          id={`${ids}-input`}
          role="combobox"
          aria-expanded="true"
          aria-controls={`${ids}-list`}
          aria-activedescendant={choices.length > 0 ? optionId(choices[current]) : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={triageCopy.findLabel}
          maxLength={NAME_MAX}
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setActiveId(undefined);
          }}
          onKeyDown={onKeyDown}
          className="h-13 shrink-0 border-b border-line bg-transparent px-5 outline-none pointer-coarse:text-lg"
        />
        <div
          id={`${ids}-list`}
          role="listbox"
          aria-label={triageCopy.labels}
          aria-multiselectable="true"
          className="min-h-0 overflow-y-auto p-2 empty:hidden"
        >
          {choices.map((choice, at) => (
            <Option
              key={choice?.id ?? "new"}
              id={optionId(choice)}
              isOn={choice !== undefined && own.some(({ id }) => id === choice.id)}
              isActive={at === current}
              onPoint={() => setActiveId(choice?.id ?? "new")}
              onChoose={() => choose(choice)}
            >
              {choice ? <LabelDot color={choice.color} /> : <Plus size={16} aria-hidden className="-mx-0.5 shrink-0" />}
              <bdi className="min-w-0 flex-1 truncate">{choice?.name ?? triageCopy.createLabel(query.trim())}</bdi>
            </Option>
          ))}
        </div>
        <p role="status" className={choices.length > 0 ? "sr-only" : "px-5 py-4 text-quiet"}>
          {choices.length > 0 ? spoken : isLoaded && triageCopy.noLabels}
        </p>
      </div>
    </Dialog>
  );
}

type OptionProps = {
  id: string;
  isOn: boolean;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
  children: ReactNode;
};

function Option({ id, isOn, isActive, onPoint, onChoose, children }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys, as in every combobox.
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text field.
    <div
      id={id}
      role="option"
      aria-selected={isOn}
      onPointerMove={isActive ? undefined : onPoint}
      onClick={onChoose}
      className={classNames(
        "flex min-h-9 cursor-default items-center gap-3 rounded-lg px-3 py-1.5 pointer-coarse:min-h-11",
        isActive && "bg-accent-soft",
      )}
    >
      {children}
      {isOn && <Check size={16} aria-hidden className="shrink-0" />}
    </div>
  );
}
