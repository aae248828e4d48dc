/** The loader's labels of each language, joined: keys would be repeated in each. */
export type Languages = { [language: string]: string };
export const WORDS_SEPARATOR = "|";

/** Returns the tag's language, else the page's, else the first of the visitor's that's available. */
export function chooseLanguage(tag: Element | null, languages: Languages): string {
  for (const wanted of [tag?.getAttribute("data-language"), document.documentElement.lang, ...navigator.languages]) {
    const code = languageCode(wanted);
    if (Object.hasOwn(languages, code)) return code;
  }
  return "en";
}

/** "pt" for "pt-BR". */
export const languageCode = (language: unknown) => `${language}`.toLowerCase().split("-")[0] as string;
