"use client";

import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from "react";
import { callApi } from "#components/api/call-api.ts";
import { fieldProblem } from "#components/api/problem.ts";
import { generalCopy } from "#components/catalogs/general.ts";
import { greetingsCopy } from "#components/catalogs/greetings.tsx";
import { wordsCopy } from "#components/catalogs/words.ts";
import { WordsField, WordsText, wordsName } from "#components/sites/words-field.tsx";
import { Button } from "#components/ui/button.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { controlClass, Field } from "#components/ui/field.tsx";
import { SaveBar } from "#components/ui/save-bar.tsx";
import { useForm } from "#components/ui/use-form.ts";
import type { PreviewedWidget } from "#components/widget-preview/shown-widget.ts";
import { WidgetPreview } from "#components/widget-preview/widget-preview.tsx";
import { GREETING_LIMITS, GREETING_TIMES } from "#lib/sites/greetings/limits.ts";
import type { GreetingJson } from "#lib/sites/greetings/schema.ts";
import { LANGUAGES, type Language } from "#lib/sites/sites/languages.ts";
import type { SiteJson } from "#lib/sites/sites/schema.ts";
import type { WordsOfSite } from "#lib/sites/words/schema.ts";
import {
  errorsOf,
  fieldsOf,
  type GreetingFields,
  greetingName,
  greetingPages,
  NEW_GREETING,
  problemOf,
  readGreeting,
} from "./greeting-fields.ts";

const { textMax, patternMax, pagesMax, afterMax } = GREETING_LIMITS;

type Props = {
  site: SiteJson;
  words: WordsOfSite;
  widget: PreviewedWidget;
  greeting: GreetingJson | undefined;
  onSaved: () => void;
  onCancel: () => void;
};

/** Writes or changes a greeting, next to how it looks. It reads as a sentence. */
export function GreetingForm({ site, words, widget, greeting, onSaved, onCancel }: Props) {
  const first = useRef<HTMLInputElement>(null);
  const edit = useForm({
    initial: greeting ? fieldsOf(greeting) : NEW_GREETING,
    read: (form) => readGreeting(form, site.domain),
    submit: async (typed, changes) => {
      const problem = problemOf(typed);
      if (problem) return problem;
      const path = `/sites/${site.id}/greetings`;
      const result = greeting
        ? await callApi(`${path}/${greeting.id}`, { method: "PATCH", body: changes })
        : await callApi(path, { method: "POST", body: typed });
      if (result.ok) onSaved();
      if (!result.ok && result.problem.code === "conflict") return fieldProblem("name", greetingsCopy.taken);
      return result;
    },
  });
  const { fields, typed } = edit;
  const errors = errorsOf(edit.errors);
  useEffect(() => first.current?.focus(), []);
  return (
    <div className="grid gap-8 xl:grid-cols-[minmax(0,40rem)_22rem] xl:gap-10">
      <form
        key={edit.key}
        {...edit.form}
        noValidate
        aria-label={greeting ? greetingsCopy.editOne(greeting.name) : greetingsCopy.newOne}
        className="grid gap-5 *:min-w-0"
      >
        <Field
          ref={first}
          label={generalCopy.name}
          {...edit.field("name")}
          hint={greetingsCopy.nameHint}
          placeholder="pricing"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          {...correctedBy(greetingName)}
        />
        <Sentence fields={fields} domain={site.domain} isByName={typed.onlyByName} errors={errors} />
        <WordsField
          label={greetingsCopy.text}
          name="text"
          filled={Object.keys(typed.texts)}
          hint={greetingsCopy.textHint}
          errors={errors}
        >
          {(one) => (
            <WordsText
              one={one}
              label={greetingsCopy.text}
              name="text"
              initial={one.language ? fields.texts[one.language] : fields.text}
              fallback={one.language && typed.text}
              maxLength={textMax}
              isInvalid={errors[wordsName("text", one.language)] !== undefined}
            />
          )}
        </WordsField>
        <Choice
          {...edit.choice("onlyByName")}
          label={greetingsCopy.onlyByName}
          hint={greetingsCopy.onlyByNameHint(
            <code className="font-mono wrap-anywhere">{`SiteInbox('greet', '${typed.name || "name"}')`}</code>,
          )}
        />
        <div>
          <Button look="quiet" onClick={onCancel}>
            {generalCopy.cancel}
          </Button>
        </div>
        <SaveBar form={edit} />
      </form>
      <WidgetPreview look={{ ...site, ...site.appearance, words }} widget={widget} greeting={typed} />
    </div>
  );
}

/** Shows what a field's text is corrected to, once it's typed. */
const correctedBy = (correct: (text: string) => string) => {
  const show = (input: HTMLInputElement) => {
    input.value = correct(input.value);
  };
  return {
    onBlur: ({ currentTarget }: FocusEvent<HTMLInputElement>) => show(currentTarget),
    onKeyDown: ({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) => key === "Enter" && show(currentTarget),
  };
};

const INLINE = `${controlClass} inline-block! w-auto!`;

type SentenceProps = {
  fields: GreetingFields;
  domain: string | null;
  isByName: boolean;
  errors: Record<string, string>;
};

/** "On /pricing*, after 20 seconds, in any language, at any time, say". */
function Sentence({ fields, domain, isByName, errors }: SentenceProps) {
  const { pages, afterSeconds, languages, hours } = fields;
  const pagesError = Object.entries(errors).find(([path]) => path.startsWith("pages"))?.[1];
  const error = pagesError ?? errors.afterSeconds ?? errors.languages ?? errors.hours;
  const chosen = languages.join(",");
  const several = languages.length > 1 ? [chosen] : [];
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{greetingsCopy.sentence}</legend>
      <div className="flex flex-wrap items-center gap-2">
        <span className={isByName ? "hidden" : "contents"}>
          {greetingsCopy.on}
          <input
            name="pages"
            aria-label={greetingsCopy.pages}
            defaultValue={pages.join(", ")}
            placeholder={greetingsCopy.allPages}
            maxLength={pagesMax * (patternMax + 2)}
            aria-invalid={pagesError ? true : undefined}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className={`${controlClass} max-w-60`}
            {...correctedBy((text) => greetingPages(text, domain).join(", "))}
          />
          {greetingsCopy.after}
          <input
            type="number"
            name="afterSeconds"
            aria-label={greetingsCopy.seconds}
            defaultValue={afterSeconds}
            min={0}
            max={afterMax}
            aria-invalid={errors.afterSeconds ? true : undefined}
            className={`${controlClass} w-20!`}
          />
          {greetingsCopy.secondsUnit}
        </span>
        <select name="languages" aria-label={greetingsCopy.language} defaultValue={chosen} className={INLINE}>
          {["", ...LANGUAGES, ...several].map((value) => (
            <option key={value} value={value}>
              {languageNames(value.split(",").filter(Boolean)) || greetingsCopy.anyLanguage}
            </option>
          ))}
        </select>
        {greetingsCopy.at}
        <select name="hours" aria-label={greetingsCopy.hours} defaultValue={hours} className={INLINE}>
          {GREETING_TIMES.map((time) => (
            <option key={time} value={time}>
              {greetingsCopy.times[time]}
            </option>
          ))}
        </select>
        {greetingsCopy.say}
      </div>
      {error ? (
        <p role="alert" className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      ) : (
        !isByName && <p className="mt-1.5 text-sm text-quiet">{greetingsCopy.pagesHint}</p>
      )}
    </fieldset>
  );
}

/** Returns the name of each language in that language. */
export const languageNames = (languages: readonly string[]) =>
  languages.map((language) => wordsCopy.languages[language as Language]).join(", ");
