import { type ApiResult, callApi } from "#components/api/call-api.ts";
import { LANGUAGES, type Language } from "#lib/sites/sites/languages.ts";
import type { WordsJson, WordsOfSite } from "#lib/sites/words/schema.ts";
import { readWords } from "./words-field.tsx";

export const QUESTIONS = [0, 1, 2] as const;

type TextName = keyof WordsJson;
/** Some of a site's texts in each language, without what's empty. */
export type WordsIn<Name extends TextName> = { [language in Language]?: Pick<WordsJson, Name> };

const APPEARANCE = ["welcomeMessage", "replyTimeText", "starterQuestions"] as const satisfies TextName[];
/** What the appearance form edits in each language. */
export type AppearanceWords = WordsIn<(typeof APPEARANCE)[number]>;

/** Returns the texts of these names. */
const pick = <Name extends TextName>(words: WordsOfSite, names: readonly Name[]): WordsIn<Name> =>
  collect((language) => Object.fromEntries(names.map((name) => [name, words[language]?.[name] ?? ""])));

export const appearanceWords = (words: WordsOfSite): AppearanceWords => pick(words, APPEARANCE);
export type AwayWords = WordsIn<"awayText">;
export const awayWords = (words: WordsOfSite): AwayWords => pick(words, ["awayText"]);

/** Returns the stored texts, with what's typed in place of these names. */
const typedOver = (names: readonly TextName[], stored: WordsOfSite, typed: WordsOfSite): WordsOfSite =>
  Object.fromEntries(
    LANGUAGES.map((language) => {
      const kept = Object.entries({ ...stored[language] }).filter(([name]) => !names.includes(name as TextName));
      return [language, { ...Object.fromEntries(kept), ...typed[language] }];
    }),
  );

export const withAppearance = (stored: WordsOfSite, typed: AppearanceWords) => typedOver(APPEARANCE, stored, typed);
export const withAwayText = (stored: WordsOfSite, typed: AwayWords) => typedOver(["awayText"], stored, typed);

export const readQuestions = (form: FormData, language: Language | undefined): string[] =>
  QUESTIONS.map((at) => readWords(form, `question${at}`, language)).filter(Boolean);

export const readAppearanceWords = (form: FormData): AppearanceWords =>
  collect((language) => ({
    welcomeMessage: readWords(form, "welcomeMessage", language),
    replyTimeText: readWords(form, "replyTimeText", language),
    starterQuestions: readQuestions(form, language),
  }));

export const readAwayWords = (form: FormData): AwayWords =>
  collect((language) => ({ awayText: readWords(form, "awayText", language) }));

function collect<Name extends TextName>(
  textsOf: (language: Language) => { [name in Name]?: string | readonly string[] },
): WordsIn<Name> {
  const filled = LANGUAGES.map((language) => {
    const texts = Object.entries<string | readonly string[] | undefined>(textsOf(language));
    return [language, Object.fromEntries(texts.filter(([, text]) => text?.length))] as const;
  });
  return Object.fromEntries(filled.filter(([, texts]) => Object.keys(texts).length > 0)) as WordsIn<Name>;
}

/** Returns the languages that have this text. */
export const filledWith = <Name extends TextName>(words: WordsIn<Name>, name: Name): string[] =>
  LANGUAGES.filter((language) => words[language]?.[name]);

/** Stores the texts of each language that changed. A failure names the language's field. */
export async function storeWords(
  siteId: string,
  before: WordsOfSite,
  now: WordsOfSite,
): Promise<ApiResult<unknown> | undefined> {
  for (const language of LANGUAGES) {
    const [was, is] = [before[language], now[language]];
    if (JSON.stringify(was) === JSON.stringify(is)) continue;
    const removed = Object.keys({ ...was }).map((name) => [name, null]);
    const body = { ...Object.fromEntries(removed), ...is };
    const result = await callApi(`/sites/${siteId}/words/${language}`, { method: "PUT", body });
    if (!result.ok)
      return { ok: false, problem: { ...result.problem, fields: named(result.problem.fields, language) } };
  }
  return undefined;
}

const named = (fields: Record<string, string>, language: Language) =>
  Object.fromEntries(Object.entries(fields).map(([path, words]) => [`${path.replace(/\..*/, "")}.${language}`, words]));
