"use client";

import { useEffect, useRef } from "react";
import { callApi } from "#components/api/call-api.ts";
import { fieldProblem } from "#components/api/problem.ts";
import { generalCopy } from "#components/catalogs/general.ts";
import { savedRepliesCopy } from "#components/catalogs/saved-replies.tsx";
import { useKnownTargets } from "#components/composer/action-words.tsx";
import { findBlanks } from "#components/composer/blanks.ts";
import { expandReply } from "#components/composer/expand-reply.ts";
import { FormattedText } from "#components/conversation/formatted-text.tsx";
import { Button } from "#components/ui/button.tsx";
import { Field, TextField } from "#components/ui/field.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { SaveBar } from "#components/ui/save-bar.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { SAVED_REPLY_NAME_MAX } from "#lib/desk/saved-replies/name-length.ts";
import type { SavedReplyJson } from "#lib/desk/saved-replies/schema.ts";
import { VARIABLES } from "#lib/desk/saved-replies/template.ts";
import { ActionFields, actionsIn, shownInForm } from "./action-fields.tsx";

type Props = { reply: SavedReplyJson | undefined; onSaved: (name: string) => void; onCancel: () => void };

const NEW = { name: "", body: "", personal: false, actions: {} as SavedReplyJson["actions"] };

const read = (form: FormData) => ({
  name: textOf(form, "name").trim(),
  // A form sends CR LF.
  body: textOf(form, "body").replaceAll("\r\n", "\n"),
  personal: textOf(form, "audience") === "personal",
  actions: actionsIn(form),
});

/** Writes or changes a saved reply, and shows how it looks. */
export function SavedReplyForm({ reply, onSaved, onCancel }: Props) {
  const first = useRef<HTMLInputElement>(null);
  const body = useRef<HTMLTextAreaElement>(null);
  const known = useKnownTargets();
  const { name, body: text, personal, actions } = reply ?? NEW;
  const edit = useForm({
    initial: { name, body: text, personal, actions: shownInForm(actions, known) },
    read,
    submit: async (typed, changes) => {
      const result = await callApi(reply ? `/saved-replies/${reply.id}` : "/saved-replies", {
        method: reply ? "PATCH" : "POST",
        body: reply ? changes : typed,
      });
      if (result.ok) onSaved(typed.name);
      if (!result.ok && result.problem.code === "conflict") return fieldProblem("name", savedRepliesCopy.taken);
      const wrong = result.ok ? [] : Object.keys(result.problem.fields).filter((field) => field.startsWith("actions."));
      const tooMany = result.ok ? undefined : result.problem.fields["actions.labels"];
      if (wrong.length > 0) return fieldProblem("actions", tooMany ?? savedRepliesCopy.actionGone);
      return result;
    },
  });
  const { field, fields, typed } = edit;
  useEffect(() => first.current?.focus(), []);

  // As typing would, so that it can be undone.
  const insert = (given: string) => {
    body.current?.focus();
    document.execCommand("insertText", false, given);
  };

  return (
    <form key={edit.key} {...edit.form} noValidate className="grid gap-5 *:min-w-0">
      <Field
        ref={first}
        label={generalCopy.name}
        {...field("name")}
        autoComplete="off"
        maxLength={SAVED_REPLY_NAME_MAX}
        required
      />
      <div>
        <TextField ref={body} label={savedRepliesCopy.body} {...field("body")} dir="auto" rows={4} required />
        <fieldset className="mt-2 flex flex-wrap items-center gap-1.5">
          <legend className="mb-1.5 text-sm text-quiet">{savedRepliesCopy.insert}</legend>
          {VARIABLES.map((variable) => (
            <InsertButton
              key={variable}
              label={savedRepliesCopy.variables[variable]}
              onInsert={() => insert(`{{${variable}}}`)}
            />
          ))}
          <InsertButton label={savedRepliesCopy.blank} onInsert={() => insert(`{{?${savedRepliesCopy.blankName}}}`)} />
        </fieldset>
      </div>
      <Preview body={typed.body} />
      <ActionFields chosen={fields.actions} error={edit.errors.actions} />
      <fieldset className="flex flex-wrap gap-x-6 gap-y-2">
        <legend className="mb-1.5 font-medium">{savedRepliesCopy.audience}</legend>
        {(["shared", "personal"] as const).map((value) => (
          <label key={value} className="flex cursor-pointer items-center gap-2.5">
            <input
              type="radio"
              name="audience"
              value={value}
              defaultChecked={fields.personal === (value === "personal")}
              className="size-4 accent-accent pointer-coarse:size-5"
            />
            {savedRepliesCopy[value]}
          </label>
        ))}
      </fieldset>
      <div>
        <Button look="quiet" onClick={onCancel}>
          {generalCopy.cancel}
        </Button>
      </div>
      <SaveBar form={edit} />
    </form>
  );
}

function InsertButton({ label, onInsert }: { label: string; onInsert: () => void }) {
  return (
    <button
      type="button"
      // The caret stays where it is.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onInsert}
      className="min-h-7 rounded-full border border-line px-2.5 text-sm transition-colors hover:bg-hover pointer-coarse:min-h-11 pointer-coarse:px-3.5"
    >
      {label}
    </button>
  );
}

const { name, firstName, email, site } = savedRepliesCopy.sample;
const SAMPLE = { visitorName: name, visitorEmail: email, siteName: site };

function Preview({ body }: { body: string }) {
  const text = expandReply(body, SAMPLE);
  const blanks = findBlanks(text);
  const ends = [0, ...blanks.map(({ end }) => end)];
  if (!text.trim()) return null;
  return (
    <figure>
      <figcaption className="mb-1.5 font-medium">{savedRepliesCopy.preview(<bdi>{firstName}</bdi>)}</figcaption>
      <blockquote dir="auto" className="max-w-120 rounded-xl bg-own px-3.5 py-2 whitespace-pre-wrap wrap-anywhere">
        {blanks.length === 0 && <FormattedText text={text} />}
        {blanks.map((blank, at) => (
          <span key={blank.start}>
            {text.slice(ends[at], blank.start)}
            <mark className="rounded bg-surface px-1 text-ink outline outline-1 outline-edge">{blank.name}</mark>
          </span>
        ))}
        {blanks.length > 0 && text.slice(ends.at(-1))}
      </blockquote>
      {blanks.length > 0 && <p className="mt-1.5 text-sm text-quiet">{savedRepliesCopy.previewHint}</p>}
    </figure>
  );
}
