"use client";

import { useState } from "react";
import { bulkCopy } from "#components/catalogs/bulk.ts";
import { LabelDot } from "#components/labels/label-chip.tsx";
import { type ShownLabel, useLabels } from "#components/labels/use-labels.ts";
import { closeDialogOf } from "#components/ui/dialog.tsx";
import { FindDialog } from "#components/ui/find-dialog.tsx";
import { Option, useOptionList } from "#components/ui/option-list.tsx";
import { labelKey } from "#lib/desk/labels/rules.ts";

const NAME_MAX = 40;

type Props = { title: string; onChoose: (label: ShownLabel) => void; onClose: () => void };

/** Finds the label that's added to the selected conversations, or removed from them. */
export function BulkLabelDialog({ title, onChoose, onClose }: Props) {
  const { labels, isLoaded } = useLabels();
  const [query, setQuery] = useState("");
  const wanted = labelKey(query);
  const list = useOptionList(labels.filter(({ name }) => labelKey(name).includes(wanted)));
  const choose = (label: ShownLabel, element: Element) => {
    closeDialogOf(element);
    onChoose(label);
  };
  return (
    <FindDialog
      label={title}
      placeholder={bulkCopy.findLabel}
      maxLength={NAME_MAX}
      query={query}
      onQuery={setQuery}
      list={list}
      listLabel={title}
      onChoose={choose}
      onClose={onClose}
      status={
        <p role="status" className="px-5 text-quiet not-empty:pb-5">
          {isLoaded && list.options.length === 0 && bulkCopy.noLabel}
        </p>
      }
    >
      {list.options.map((label) => (
        <Option key={label.id} {...list.propsOf(label)} onChoose={(element) => choose(label, element)}>
          <LabelDot color={label.color} />
          <bdi className="min-w-0 flex-1 truncate">{label.name}</bdi>
        </Option>
      ))}
    </FindDialog>
  );
}
