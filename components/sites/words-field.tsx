"use client";

import { type ReactNode, useEffect, useId, useState } from "react";
import { wordsCopy } from "#components/catalogs/words.ts";
import { classNames } from "#components/ui/class-names.ts";
import { controlClass, FieldWords } from "#components/ui/field.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { LANGUAGES, type Language } from "#lib/sites/sites/languages.ts";

/** What a form calls a text in a language, or the one for all others. */
const nameOf = (name: string, language: Language | undefined) => (language ? `${name}.${language}` : name);

/** Reads a text's translations from a form, without empty ones. */
export function readTranslations(form: FormData, name: string): { [language in Language]?: string } {
  const texts: { [language in Language]?: string } = {};
  for (const language of LANGUAGES) {
    const text = textOf(form, nameOf(name, language)).replaceAll("\r\n", "\n").trim();
    if (text) texts[language] = text;
  }
  return texts;
}

type Choice = { name: string; isFilled: boolean; onChoose: () => void; isChosen: boolean; language?: Language };

type Props = {
  label: string;
  name: string;
  /** What's typed for each language now. */
  typed: { [language in Language]?: unknown };
  hint?: string | undefined;
  /** Errors by the names of the fields. */
  errors: Record<string, string>;
  /** Draws what's edited in a language, or for all others. */
  children: (field: {
    language: Language | undefined;
    name: (of: string) => string;
    lang: string | undefined;
  }) => ReactNode;
};

/** Texts in as many of the widget's languages as wanted. What's empty is shown in gray, as visitors of the language get it. */
export function WordsField({ label, name, typed, hint, errors, children }: Props) {
  const id = useId();
  const [chosen, setChosen] = useState<Language>();
  const faulty = [undefined, ...LANGUAGES].find((language) => errorOf(errors, nameOf(name, language)));
  const error = errorOf(errors, nameOf(name, faulty));
  useEffect(() => {
    if (error) setChosen(faulty);
  }, [error, faulty]);
  const choices: Choice[] = [undefined, ...LANGUAGES].map((language) => ({
    name: language ? wordsCopy.languages[language] : wordsCopy.others,
    isFilled: language !== undefined && Boolean(typed[language]),
    isChosen: chosen === language,
    onChoose: () => setChosen(language),
    ...(language && { language }),
  }));
  return (
    <fieldset aria-describedby={error ? `${id}-error` : hint && `${id}-hint`}>
      <legend className="mb-1.5 font-medium">{label}</legend>
      <fieldset aria-label={wordsCopy.languageOf(label)} className="mb-2 flex flex-wrap gap-1">
        {choices.map((choice) => (
          <LanguageButton key={choice.name} {...choice} />
        ))}
      </fieldset>
      {[undefined, ...LANGUAGES].map((language) => (
        <div key={language ?? ""} hidden={chosen !== language}>
          {children({ language, name: (of) => nameOf(of, language), lang: language })}
        </div>
      ))}
      <FieldWords id={id} hint={hint} error={error} />
    </fieldset>
  );
}

const errorOf = (errors: Record<string, string>, name: string) => errors[name];

function LanguageButton({ name, isFilled, isChosen, onChoose, language }: Choice) {
  return (
    <button
      type="button"
      lang={language}
      aria-pressed={isChosen}
      onClick={onChoose}
      className="flex min-h-7 items-center gap-1.5 rounded-md px-2.5 text-sm text-quiet hover:bg-sunken hover:text-ink aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent pointer-coarse:min-h-11"
    >
      {name}
      {isFilled && (
        <>
          <span aria-hidden className="size-1.5 rounded-full bg-current" />
          <span className="sr-only" lang="en">
            {wordsCopy.filled}
          </span>
        </>
      )}
    </button>
  );
}

type TextProps = {
  label: string;
  name: string;
  lang: string | undefined;
  initial: string | undefined;
  /** What visitors get if it's empty. */
  fallback?: string | undefined;
  maxLength: number;
  isLong?: boolean;
  error?: string | undefined;
};

/** One text of a `WordsField`. */
export function WordsText({ label, name, lang, initial = "", fallback, maxLength, isLong = false, error }: TextProps) {
  const attributes = {
    name,
    lang,
    dir: "auto",
    maxLength,
    defaultValue: initial,
    placeholder: fallback,
    autoComplete: "off",
    "aria-label": lang ? wordsCopy.inLanguage(label, wordsCopy.languages[lang as Language]) : label,
    "aria-invalid": error ? true : undefined,
  };
  return isLong ? (
    <textarea
      {...attributes}
      rows={2}
      className={classNames(controlClass, "field-sizing-content max-h-60 wrap-anywhere")}
    />
  ) : (
    <input {...attributes} className={controlClass} />
  );
}
