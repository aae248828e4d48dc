"use client";

import { Check, Plus } from "lucide-react";
import { useState } from "react";
import { triageCopy } from "#components/catalogs/triage.tsx";
import { LabelDot } from "#components/labels/label-chip.tsx";
import { createLabel, type ShownLabel, useLabels, useLabelsOf } from "#components/labels/use-labels.ts";
import { FindDialog } from "#components/ui/find-dialog.tsx";
import { Option, useOptionList } from "#components/ui/option-list.tsx";
import { showToast } from "#components/ui/toast.tsx";
import { labelKey } from "#lib/desk/labels/rules.ts";
import { problemWords } from "./problem-words.ts";
import type { Triage } from "./use-triage.ts";

const NAME_MAX = 40;

type Choice = { id: string; label?: ShownLabel };

/** Creates a label with the typed name. */
const NEW: Choice = { id: "new" };

/** Finds labels by their names, adds and removes them, and creates the one that's missing. */
export function LabelDialog({ triage, onClose }: { triage: Triage; onClose: () => void }) {
  const { labels, isLoaded } = useLabels();
  const own = useLabelsOf(triage.conversation);
  const [query, setQuery] = useState("");
  const [spoken, setSpoken] = useState("");

  const wanted = labelKey(query);
  const found = labels.filter(({ name }) => labelKey(name).includes(wanted));
  const canCreate = isLoaded && wanted !== "" && !labels.some(({ name }) => labelKey(name) === wanted);
  const list = useOptionList<Choice>([...found.map((label) => ({ id: label.id, label })), ...(canCreate ? [NEW] : [])]);

  const toggle = async (label: ShownLabel, isOn: boolean) => {
    if (!(await triage.label(label.id, isOn))) return;
    const words = isOn ? triageCopy.labeled(label.name) : triageCopy.unlabeled(label.name);
    setSpoken(words);
    const undo = () => triage.label(label.id, !isOn).then(() => undefined);
    showToast({ words: `${words}.`, undo });
  };
  const create = async () => {
    const name = query.trim();
    const result = await createLabel({ name });
    if (result.ok) return toggle(result.value.label, true);
    setQuery((typed) => typed || name);
    showToast({ words: result.problem.code === "conflict" ? triageCopy.tooManyLabels : problemWords(result.problem) });
  };
  const choose = ({ label }: Choice) => {
    // Immediately, because what's typed while the request is on its way belongs to the next label.
    setQuery("");
    void (label ? toggle(label, !own.some(({ id }) => id === label.id)) : create());
  };

  return (
    <FindDialog
      label={triageCopy.labelTitle}
      placeholder={triageCopy.findLabel}
      maxLength={NAME_MAX}
      query={query}
      onQuery={setQuery}
      list={list}
      listLabel={triageCopy.labels}
      isMultiple
      onChoose={choose}
      onClose={onClose}
      status={
        <p role="status" className={list.active ? "sr-only" : "px-5 py-4 text-quiet"}>
          {list.active ? spoken : isLoaded && triageCopy.noLabels}
        </p>
      }
    >
      {list.options.map((choice) => {
        const { id, label } = choice;
        const isOn = own.some((one) => one.id === id);
        return (
          <Option key={id} {...list.propsOf(choice)} isSelected={isOn} onChoose={() => choose(choice)}>
            {label ? <LabelDot color={label.color} /> : <Plus size={16} aria-hidden className="-mx-0.5 shrink-0" />}
            <bdi className="min-w-0 flex-1 truncate">{label?.name ?? triageCopy.createLabel(query.trim())}</bdi>
            {isOn && <Check size={16} aria-hidden className="shrink-0" />}
          </Option>
        );
      })}
    </FindDialog>
  );
}
