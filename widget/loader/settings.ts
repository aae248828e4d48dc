import type { LoaderWords } from "../words/en.ts";
import { warn } from "./guard.ts";

export type Languages = { [language: string]: LoaderWords };

/** What the script tag's data attributes ask for; "" where they ask for nothing. */
export type Settings = { language: string; position: string; theme: string; isHidden: boolean };

/** Reads the tag's attributes. A value that means nothing counts as none, and the page's developer is told. */
export function readSettings(tag: Element | null, languages: Languages): Settings {
  const given = (name: string) => tag?.getAttribute(`data-${name}`);
  const read = (name: string, known: object, value = given(name) ?? "") => {
    if (!value || Object.hasOwn(known, value)) return value;
    warn(`data-${name}="${value}" is not known`);
    return "";
  };
  return {
    language: chooseLanguage(read("language", languages, toCode(given("language"))), languages),
    position: read("position", { left: 1, right: 1 }),
    theme: read("theme", { auto: 1, light: 1, dark: 1 }),
    isHidden: given("hide") != null,
  };
}

/** The tag's language, else the page's, else the first of the visitor's that there is. */
function chooseLanguage(own: string, languages: Languages): string {
  for (const wanted of [own, document.documentElement.lang, ...navigator.languages]) {
    const code = toCode(wanted);
    if (Object.hasOwn(languages, code)) return code;
  }
  return "en";
}

/** "pt" of "pt-BR". */
const toCode = (language: string | null | undefined): string => (language ?? "").toLowerCase().split("-")[0] ?? "";
