import { type ApiResult, callApi } from "#components/api/call-api.ts";
import { LANGUAGES, type Language } from "#lib/sites/sites/languages.ts";
import type { WordsOfSite } from "#lib/sites/words/schema.ts";
import { readWords } from "./words-field.tsx";

export const QUESTIONS = [0, 1, 2] as const;

/** What the appearance form edits in each language, without what's empty. */
export type AppearanceWords = {
  [language in Language]?: { welcomeMessage?: string; starterQuestions?: readonly string[] };
};

/** Returns the part of a site's texts that the form edits. */
export const appearanceWords = (words: WordsOfSite): AppearanceWords =>
  collect((language) => ({
    welcomeMessage: words[language]?.welcomeMessage ?? "",
    starterQuestions: words[language]?.starterQuestions ?? [],
  }));

export const readQuestions = (form: FormData, language: Language | undefined): string[] =>
  QUESTIONS.map((at) => readWords(form, `question${at}`, language)).filter(Boolean);

export const readAppearanceWords = (form: FormData): AppearanceWords =>
  collect((language) => ({
    welcomeMessage: readWords(form, "welcomeMessage", language),
    starterQuestions: readQuestions(form, language),
  }));

function collect(
  textsOf: (language: Language) => { welcomeMessage: string; starterQuestions: readonly string[] },
): AppearanceWords {
  const words: AppearanceWords = {};
  for (const language of LANGUAGES) {
    const { welcomeMessage, starterQuestions } = textsOf(language);
    if (!welcomeMessage && starterQuestions.length === 0) continue;
    words[language] = {
      ...(welcomeMessage && { welcomeMessage }),
      ...(starterQuestions.length > 0 && { starterQuestions }),
    };
  }
  return words;
}

/** Stores the texts of each language that changed. A failure names the language's field. */
export async function storeWords(
  siteId: string,
  before: AppearanceWords,
  now: AppearanceWords,
): Promise<ApiResult<unknown> | undefined> {
  for (const language of LANGUAGES) {
    const [was, is] = [before[language] ?? {}, now[language] ?? {}];
    if (JSON.stringify(was) === JSON.stringify(is)) continue;
    const body = { welcomeMessage: is.welcomeMessage ?? null, starterQuestions: is.starterQuestions ?? null };
    const result = await callApi(`/sites/${siteId}/words/${language}`, { method: "PUT", body });
    if (!result.ok)
      return { ok: false, problem: { ...result.problem, fields: named(result.problem.fields, language) } };
  }
  return undefined;
}

const named = (fields: Record<string, string>, language: Language) =>
  Object.fromEntries(Object.entries(fields).map(([path, words]) => [`${path.replace(/\..*/, "")}.${language}`, words]));
