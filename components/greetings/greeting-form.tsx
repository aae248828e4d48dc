"use client";

import { useEffect, useRef } from "react";
import { callApi } from "#components/api/call-api.ts";
import { fieldProblem } from "#components/api/problem.ts";
import { generalCopy } from "#components/catalogs/general.ts";
import { greetingsCopy } from "#components/catalogs/greetings.tsx";
import { wordsCopy } from "#components/catalogs/words.ts";
import { readWords, WordsField, WordsText, wordsName } from "#components/sites/words-field.tsx";
import { Button } from "#components/ui/button.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { controlClass, Field } from "#components/ui/field.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { SaveBar } from "#components/ui/save-bar.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { GREETING_LIMITS, GREETING_TIMES } from "#lib/sites/greetings/limits.ts";
import type { GreetingJson } from "#lib/sites/greetings/schema.ts";
import { LANGUAGES, type Language } from "#lib/sites/sites/languages.ts";

const { textMax, patternMax, pagesMax, afterMax } = GREETING_LIMITS;
const COMMA = /\s*[,\n]\s*/;

type Fields = Omit<GreetingJson, "id" | "active" | "createdAt" | "updatedAt">;

const NEW: Fields = {
  name: "",
  text: "",
  texts: {},
  pages: [],
  afterSeconds: 20,
  languages: [],
  hours: "any",
  onlyByName: false,
};

const read = (form: FormData): Fields => ({
  name: textOf(form, "name").trim(),
  text: textOf(form, "text").trim(),
  texts: Object.fromEntries(
    LANGUAGES.map((language) => [language, readWords(form, "text", language)] as const).filter(([, text]) => text),
  ),
  pages: textOf(form, "pages").trim().split(COMMA).filter(Boolean),
  afterSeconds: Number(textOf(form, "afterSeconds")),
  languages: textOf(form, "languages").split(",").filter(Boolean) as Language[],
  hours: GREETING_TIMES.find((time) => time === textOf(form, "hours")) ?? "any",
  onlyByName: form.has("onlyByName"),
});

/** The API names a translation's error after `texts`. */
const errorsOf = (errors: Record<string, string>) =>
  Object.fromEntries(Object.entries(errors).map(([path, words]) => [path.replace(/^texts\./, "text."), words]));

type Props = { siteId: string; greeting: GreetingJson | undefined; onSaved: () => void; onCancel: () => void };

/** Writes or changes a greeting. It reads as a sentence. */
export function GreetingForm({ siteId, greeting, onSaved, onCancel }: Props) {
  const first = useRef<HTMLInputElement>(null);
  const edit = useForm({
    initial: greeting ? fieldsOf(greeting) : NEW,
    read,
    submit: async (typed, changes) => {
      const path = `/sites/${siteId}/greetings`;
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
      />
      <Sentence fields={fields} isByName={typed.onlyByName} errors={errors} />
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
  );
}

function fieldsOf({ id: _, active: __, createdAt: ___, updatedAt: ____, ...fields }: GreetingJson): Fields {
  return fields;
}

const INLINE = `${controlClass} inline-block! w-auto!`;

type SentenceProps = { fields: Fields; isByName: boolean; errors: Record<string, string> };

/** "On /pricing*, after 20 seconds, in any language, at any time, say". */
function Sentence({ fields, isByName, errors }: SentenceProps) {
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
