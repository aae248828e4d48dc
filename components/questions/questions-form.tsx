"use client";

import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { callApi } from "#components/api/call-api.ts";
import { questionsCopy as copy } from "#components/catalogs/questions.tsx";
import { readWords } from "#components/sites/words-field.tsx";
import { Button } from "#components/ui/button.tsx";
import { announceInput } from "#components/ui/day-hours.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { SaveBar } from "#components/ui/save-bar.tsx";
import { useForm } from "#components/ui/use-form.ts";
import type { PreviewedWidget } from "#components/widget-preview/shown-widget.ts";
import { WidgetPreview } from "#components/widget-preview/widget-preview.tsx";
import { QUESTION_KINDS, QUESTION_LIMITS, QUESTION_TIMES } from "#lib/sites/sites/asked-questions.ts";
import { LANGUAGES } from "#lib/sites/sites/languages.ts";
import type { Question } from "#lib/sites/sites/questions.ts";
import type { SiteJson } from "#lib/sites/sites/schema.ts";
import { QuestionFields } from "./question-fields.tsx";

const { perSite } = QUESTION_LIMITS;

type Props = { site: SiteJson; widget: PreviewedWidget };
type Fields = { questions: Question[] };

const read = (form: FormData): Fields => ({
  questions: form
    .getAll("question")
    .map(String)
    .map((key) => ({
      key,
      label: readWords(form, `label-${key}`, undefined),
      labels: Object.fromEntries(
        LANGUAGES.map((language) => [language, readWords(form, `label-${key}`, language)] as const).filter(
          ([, text]) => text,
        ),
      ),
      kind: QUESTION_KINDS.find((kind) => kind === textOf(form, `kind-${key}`)) ?? "text",
      required: form.has(`required-${key}`),
      asked: QUESTION_TIMES.find((time) => time === textOf(form, `asked-${key}`)) ?? "always",
    })),
});

/** Edits what visitors are asked, next to how it looks to them. */
export function QuestionsForm({ site, widget }: Props) {
  const router = useRouter();
  const edit = useForm<Fields>({
    initial: { questions: site.questions },
    read,
    submit: ({ questions }) => callApi(`/sites/${site.id}`, { method: "PATCH", body: { questions } }),
    onDone: () => router.refresh(),
  });
  const { typed, fields, errors } = edit;
  const shown = typed.questions.filter(({ label }) => label);
  return (
    <div className="grid gap-8 xl:grid-cols-[minmax(0,40rem)_22rem] xl:gap-10">
      <form key={edit.key} {...edit.form} noValidate className="grid content-start gap-6 *:min-w-0">
        <QuestionList
          initial={fields.questions}
          typed={typed.questions}
          errors={errors}
          hasHours={widget.site?.hours !== undefined}
        />
        <SaveBar form={edit} done={copy.saved} />
      </form>
      <WidgetPreview look={{ ...site, ...site.appearance, questions: shown }} widget={widget} begins="after" />
    </div>
  );
}

type ListProps = { initial: Question[]; typed: Question[]; errors: Record<string, string>; hasHours: boolean };

const newQuestion = (): Question => ({
  key: Math.random().toString(36).slice(2, 10),
  label: "",
  labels: {},
  kind: "text",
  required: false,
  asked: "always",
});

function QuestionList({ initial, typed, errors, hasHours }: ListProps) {
  const list = useRef<HTMLFieldSetElement>(null);
  const [rows, setRows] = useState(initial);
  const change = (next: Question[]) => {
    flushSync(() => setRows(next));
    announceInput(list.current);
  };
  const focus = (selector: string) => list.current?.querySelector<HTMLElement>(selector)?.focus();
  const add = () => {
    change([...rows, newQuestion()]);
    focus("li:last-child input:not([type=hidden])");
  };
  const remove = (key: string) => {
    change(rows.filter((row) => row.key !== key));
    focus("li:last-child input:not([type=hidden]), button:last-of-type");
  };
  const move = (from: number, to: number) => {
    const [row] = rows.slice(from, from + 1);
    if (row) change(rows.toSpliced(from, 1).toSpliced(to, 0, row));
  };
  return (
    <fieldset ref={list} aria-describedby={errors.questions && "questions-error"} className="grid gap-4 *:min-w-0">
      <legend className="sr-only">{copy.list}</legend>
      {rows.length === 0 && <p className="text-quiet">{copy.none}</p>}
      <ol className="grid gap-4 *:min-w-0 empty:hidden">
        {rows.map((row, at) => (
          <li key={row.key} className="rounded-xl border border-line p-4">
            <QuestionFields
              row={row}
              at={at}
              isLast={at === rows.length - 1}
              typed={typed.find(({ key }) => key === row.key) ?? row}
              errors={errors}
              hasHours={hasHours}
              onMove={(by) => move(at, at + by)}
              onRemove={() => remove(row.key)}
            />
          </li>
        ))}
      </ol>
      {errors.questions && (
        <p id="questions-error" role="alert" className="text-sm text-danger">
          {errors.questions}
        </p>
      )}
      {rows.length < perSite ? (
        <div>
          <Button look={rows.length === 0 ? "primary" : "plain"} onClick={add}>
            <Plus size={16} aria-hidden />
            {copy.add}
          </Button>
        </div>
      ) : (
        <p className="text-sm text-quiet">{copy.full(perSite)}</p>
      )}
    </fieldset>
  );
}
