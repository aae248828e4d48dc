"use client";

import { Pencil } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useId, useRef, useState } from "react";
import { isComposing } from "#client/pressed-key.ts";
import { callApi, callDelete } from "#components/api/call-api.ts";
import { generalCopy } from "#components/catalogs/general.ts";
import { triageCopy } from "#components/catalogs/triage.tsx";
import { useLive } from "#components/live/live-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Field, selectClass } from "#components/ui/field.tsx";
import { readTexts } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { LABEL_COLORS } from "#lib/desk/labels/label-colors.ts";
import type { LabelJson } from "#lib/desk/labels/schema.ts";
import { LabelChip, LabelDot } from "./label-chip.tsx";

const NAME_MAX = 40;

/** Creates, renames, recolors, merges and deletes labels. */
export function LabelSettings({ labels }: { labels: LabelJson[] }) {
  const router = useRouter();
  const { inbox } = useLive();
  const [editing, setEditing] = useState<string>();
  const [merging, setMerging] = useState<LabelJson>();
  const [deleting, setDeleting] = useState<LabelJson>();
  const list = useRef<HTMLUListElement>(null);
  useEffect(
    () =>
      inbox.listen(({ type, data }) => {
        if (type === "settings.updated" && data.about === "labels") router.refresh();
      }),
    [inbox, router],
  );

  const done = () => {
    setEditing(undefined);
    setMerging(undefined);
    setDeleting(undefined);
    router.refresh();
    list.current?.focus();
  };

  return (
    <div className="grid gap-8 *:min-w-0">
      {labels.length > 0 ? (
        <ul
          ref={list}
          tabIndex={-1}
          aria-label={triageCopy.labels}
          className="divide-y divide-line rounded-lg border border-line focus:outline-none focus-visible:outline-2"
        >
          {labels.map((label) => (
            <li key={label.id}>
              {editing === label.id ? (
                <EditLabel
                  label={label}
                  isAlone={labels.length === 1}
                  onDone={done}
                  onCancel={() => setEditing(undefined)}
                  onMerge={setMerging}
                  onDelete={setDeleting}
                />
              ) : (
                <div className="flex min-h-14 items-center gap-4 px-4 py-2">
                  <span className="flex min-w-0 flex-1">
                    <LabelChip label={label} />
                  </span>
                  <span className="shrink-0 text-sm text-quiet tabular-nums">
                    {label.conversationCount !== undefined && triageCopy.conversations(label.conversationCount)}
                  </span>
                  <button
                    type="button"
                    title={triageCopy.edit(label.name)}
                    onClick={() => setEditing(label.id)}
                    className="grid size-9 shrink-0 place-items-center rounded-lg text-quiet hover:bg-sunken hover:text-ink pointer-coarse:size-11"
                  >
                    <Pencil size={16} aria-hidden />
                    <span className="sr-only">{triageCopy.edit(label.name)}</span>
                  </button>
                </div>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-quiet">{triageCopy.noLabelsYet}</p>
      )}
      <NewLabel onMade={() => router.refresh()} />
      {deleting && <DeleteLabel label={deleting} onDone={done} onClose={() => setDeleting(undefined)} />}
      {merging && (
        <MergeLabel
          label={merging}
          others={labels.filter(({ id }) => id !== merging.id)}
          onDone={done}
          onClose={() => setMerging(undefined)}
        />
      )}
    </div>
  );
}

function NewLabel({ onMade }: { onMade: () => void }) {
  const { fields, errors, message, problem, busy, form } = useForm({
    initial: { name: "" },
    read: readTexts("name"),
    submit: (body) => callApi("/labels", { method: "POST", body }),
    onDone: onMade,
    clears: true,
  });
  return (
    <form {...form} noValidate className="grid justify-items-start gap-4 *:w-full">
      <Field
        label={triageCopy.newLabel}
        name="name"
        autoComplete="off"
        maxLength={NAME_MAX}
        defaultValue={fields.name}
        error={problem?.code === "conflict" ? triageCopy.notCreated : errors.name}
      />
      <Notice tone="problem">{problem?.code !== "conflict" && message}</Notice>
      <div>
        <Button type="submit" busy={busy}>
          {triageCopy.create}
        </Button>
      </div>
    </form>
  );
}

type EditProps = {
  label: LabelJson;
  /** There's no other label to merge it into. */
  isAlone: boolean;
  onDone: () => void;
  onCancel: () => void;
  onMerge: (label: LabelJson) => void;
  onDelete: (label: LabelJson) => void;
};

function EditLabel({ label, isAlone, onDone, onCancel, onMerge, onDelete }: EditProps) {
  const { fields, errors, message, busy, problem, form } = useForm({
    initial: { name: label.name, color: label.color as string },
    read: readTexts("name", "color"),
    submit: (body) => callApi(`/labels/${label.id}`, { method: "PATCH", body }),
    onDone,
  });
  const isTaken = problem?.code === "conflict";
  return (
    <form
      {...form}
      noValidate
      onKeyDown={(event) => event.key === "Escape" && !isComposing(event.nativeEvent) && onCancel()}
      className="grid gap-4 px-4 py-4"
    >
      <Field
        label={generalCopy.name}
        name="name"
        autoComplete="off"
        autoFocus
        maxLength={NAME_MAX}
        defaultValue={fields.name}
        error={isTaken ? triageCopy.nameTaken : errors.name}
      />
      <fieldset>
        <legend className="mb-1.5 font-medium">{triageCopy.color}</legend>
        <div className="flex flex-wrap gap-2">
          {LABEL_COLORS.map((color) => (
            <label
              key={color}
              className="flex min-h-9 cursor-pointer items-center gap-2 rounded-lg border border-line px-2.5 text-sm has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 pointer-coarse:min-h-11"
            >
              <input
                type="radio"
                name="color"
                value={color}
                defaultChecked={color === fields.color}
                className="sr-only"
              />
              <LabelDot color={color} />
              {triageCopy.colors[color]}
            </label>
          ))}
        </div>
      </fieldset>
      <Notice tone="problem">{!isTaken && message}</Notice>
      <div className="flex flex-wrap gap-3">
        <Button look="primary" type="submit" busy={busy}>
          {generalCopy.save}
        </Button>
        <Button onClick={onCancel}>{generalCopy.cancel}</Button>
        <span className="ms-auto flex gap-1">
          {!isAlone && (
            <Button look="quiet" onClick={() => onMerge(label)}>
              {triageCopy.merge}
            </Button>
          )}
          <Button look="quiet" onClick={() => onDelete(label)}>
            <span className="text-danger">{triageCopy.delete}</span>
          </Button>
        </span>
      </div>
    </form>
  );
}

type DialogProps = { label: LabelJson; onDone: () => void; onClose: () => void };

function DeleteLabel({ label, onDone, onClose }: DialogProps) {
  const remove = async () => {
    const result = await callDelete(`/labels/${label.id}`);
    if (!result.ok) return result.problem.words;
    onDone();
    return undefined;
  };
  return (
    <ConfirmDialog
      title={triageCopy.deleteTitle(label.name)}
      action={triageCopy.deleteAction}
      onConfirm={remove}
      onClose={onClose}
    >
      {triageCopy.deleteHint}
    </ConfirmDialog>
  );
}

function MergeLabel({ label, others, onDone, onClose }: DialogProps & { others: LabelJson[] }) {
  const id = useId();
  const [into, setInto] = useState(others[0]?.id ?? "");
  const merge = async () => {
    const result = await callApi(`/labels/${label.id}/merge`, { method: "POST", body: { into } });
    if (!result.ok) return result.problem.words;
    onDone();
    return undefined;
  };
  return (
    <ConfirmDialog
      title={triageCopy.mergeTitle(label.name)}
      action={triageCopy.mergeAction}
      onConfirm={merge}
      onClose={onClose}
    >
      <p>{triageCopy.mergeHint}</p>
      <label htmlFor={id} className="mt-4 mb-1.5 block font-medium text-ink">
        {triageCopy.mergeInto}
      </label>
      <select
        id={id}
        value={into}
        onChange={(event) => setInto(event.currentTarget.value)}
        className={`${selectClass} text-ink`}
      >
        {others.map(({ id: other, name }) => (
          <option key={other} value={other}>
            {name}
          </option>
        ))}
      </select>
    </ConfirmDialog>
  );
}
