"use client";

import { useEffect, useId, useRef } from "react";
import { fieldProblem } from "#components/api/problem.ts";
import { generalCopy } from "#components/catalogs/general.ts";
import { viewsCopy } from "#components/catalogs/views.ts";
import { type InboxFilter, listQuery } from "#components/filter/inbox-filter.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { closeDialogOf, Dialog, DialogButtons } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";
import { showToast } from "#components/ui/toast.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { outranks } from "#lib/base/access/scopes.ts";
import { VIEW_NAME_MAX } from "#lib/desk/views/name-length.ts";
import type { ViewJson } from "#lib/desk/views/schema.ts";
import { changeView, createView } from "./use-views.ts";

type Props = { filter: InboxFilter; view?: ViewJson | undefined; isTeam: boolean; onClose: () => void };

/** Names a view: a new one of the list's filters, or one that's there. */
export function ViewDialog({ filter, view, isTeam, onClose }: Props) {
  const headingId = useId();
  const first = useRef<HTMLInputElement>(null);
  const { role } = useLive();
  const mayShare = !view && isTeam && outranks(role, "admin");
  const edit = useForm({
    initial: { name: view?.name ?? "", personal: true },
    read: (form) => ({ name: textOf(form, "name").trim(), personal: textOf(form, "audience") !== "shared" }),
    submit: async ({ name, personal }) => {
      const result = await (view
        ? changeView(view.id, { name })
        : createView({ name, personal, filter: listQuery(filter) }));
      if (!result.ok && result.problem.code === "conflict") return fieldProblem("name", viewsCopy.taken);
      return result;
    },
    onDone: ({ view: stored }) => {
      showToast({ words: view ? viewsCopy.renamed(stored.name) : viewsCopy.stored(stored.name) });
      if (first.current) closeDialogOf(first.current);
    },
  });
  const { field, fields, message, busy, form } = edit;
  useEffect(() => first.current?.focus(), []);
  return (
    <Dialog labelledBy={headingId} onClose={onClose}>
      <form {...form} noValidate className="grid gap-5 p-6 *:min-w-0">
        <h2 id={headingId} className="text-xl font-semibold tracking-tight text-balance">
          {view ? viewsCopy.renameTitle : viewsCopy.saveTitle}
        </h2>
        <Field
          ref={first}
          label={generalCopy.name}
          {...field("name")}
          autoComplete="off"
          maxLength={VIEW_NAME_MAX}
          required
          {...(!view && { hint: viewsCopy.saveHint })}
        />
        {mayShare && <Audience isPersonal={fields.personal} isMine={filter.assignee === "me"} />}
        <Notice tone="problem">{message}</Notice>
        <DialogButtons busy={busy}>{generalCopy.save}</DialogButtons>
      </form>
    </Dialog>
  );
}

function Audience({ isPersonal, isMine }: { isPersonal: boolean; isMine: boolean }) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium">{viewsCopy.audience}</legend>
      {(["personal", "shared"] as const).map((value) => (
        <label key={value} className="flex cursor-pointer items-center gap-2.5 pointer-coarse:min-h-11">
          <input
            type="radio"
            name="audience"
            value={value}
            defaultChecked={isPersonal === (value === "personal")}
            className="size-4 accent-accent pointer-coarse:size-5"
          />
          {value === "personal" ? viewsCopy.onlyMe : viewsCopy.everyone}
        </label>
      ))}
      {isMine && <p className="text-sm text-quiet">{viewsCopy.meHint}</p>}
    </fieldset>
  );
}
