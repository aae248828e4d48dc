"use client";

import { type ReactNode, useEffect, useId, useState } from "react";
import { wordsCopy } from "#components/catalogs/words.ts";
import { classNames } from "#components/ui/class-names.ts";
import { controlClass, FieldWords } from "#components/ui/field.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { LANGUAGES, type Language } from "#lib/sites/sites/languages.ts";

/** Without a language, it's what visitors of all others get. */
const CHOICES = [undefined, ...LANGUAGES];

/** What a form calls a text in a language. */
export const wordsName = (name: string, language: Language | undefined) => (language ? `${name}.${language}` : name);

/** Reads a text in a language from a form. A form sends CR LF. */
export const readWords = (form: FormData, name: string, language: Language | undefined) =>
  textOf(form, wordsName(name, language)).replaceAll("\r\n", "\n").trim();

/** One of a `WordsField`'s languages. */
export type WordsIn = { language: Language | undefined; isShown: boolean };

type Props = {
  label: string;
  name: string;
  /** The languages that have a text. */
  filled: readonly string[];
  hint?: string | ((language: Language | undefined) => string) | undefined;
  /** Errors by the names that the form gives this field and its languages. */
  errors: Record<string, string>;
  /** Draws what's edited in a language. */
  children: (one: WordsIn) => ReactNode;
};

/** Texts in as many of the widget's languages as wanted. What's empty shows in gray what visitors of the language get. */
export function WordsField({ label, name, filled, hint, errors, children }: Props) {
  const id = useId();
  const [chosen, setChosen] = useState<Language>();
  const faulty = CHOICES.find((language) => errors[wordsName(name, language)]);
  const error = errors[wordsName(name, faulty)];
  const hintWords = typeof hint === "function" ? hint(chosen) : hint;
  useEffect(() => {
    if (error) setChosen(faulty);
  }, [error, faulty]);
  return (
    <fieldset aria-describedby={error ? `${id}-error` : hintWords && `${id}-hint`}>
      <legend className="mb-1.5 font-medium">{label}</legend>
      <fieldset aria-label={wordsCopy.languagesOf} className="mb-2 flex flex-wrap gap-1">
        {CHOICES.map((language) => (
          <LanguageButton
            key={language ?? ""}
            language={language}
            isFilled={language !== undefined && filled.includes(language)}
            isChosen={language === chosen}
            onChoose={() => setChosen(language)}
          />
        ))}
      </fieldset>
      {CHOICES.map((language) => (
        <div key={language ?? ""} hidden={language !== chosen}>
          {children({ language, isShown: language === chosen })}
        </div>
      ))}
      <FieldWords id={id} hint={hintWords} error={error} />
    </fieldset>
  );
}

type ButtonProps = { language: Language | undefined; isFilled: boolean; isChosen: boolean; onChoose: () => void };

function LanguageButton({ language, isFilled, isChosen, onChoose }: ButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className="flex min-h-7 items-center gap-1.5 rounded-md px-2.5 text-sm text-quiet hover:bg-sunken hover:text-ink aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent pointer-coarse:min-h-11"
    >
      <bdi lang={language}>{language ? wordsCopy.languages[language] : wordsCopy.others}</bdi>
      {isFilled && (
        <>
          <span aria-hidden className="size-1.5 rounded-full bg-current" />
          <span className="sr-only">{wordsCopy.filled}</span>
        </>
      )}
    </button>
  );
}

type TextProps = {
  one: WordsIn;
  label: string;
  name: string;
  initial: string | undefined;
  /** What visitors get if it's empty. */
  fallback: string | undefined;
  maxLength?: number;
  isLong?: boolean;
  isInvalid?: boolean;
};

/** A text of a `WordsField` in one of its languages. */
export function WordsText({ one, label, name, initial = "", fallback, maxLength, isLong, isInvalid }: TextProps) {
  const { language, isShown } = one;
  const attributes = {
    name: wordsName(name, language),
    lang: language,
    dir: "auto",
    maxLength,
    defaultValue: initial,
    placeholder: fallback,
    autoComplete: "off",
    // What isn't shown has no name, which would be found twice.
    "aria-label":
      isShown && language ? wordsCopy.inLanguage(label, wordsCopy.languages[language]) : language ? undefined : label,
    "aria-invalid": isInvalid ? true : undefined,
  };
  return isLong ? (
    <textarea
      {...attributes}
      rows={3}
      className={classNames(controlClass, "field-sizing-content max-h-60 wrap-anywhere")}
    />
  ) : (
    <input {...attributes} className={controlClass} />
  );
}
