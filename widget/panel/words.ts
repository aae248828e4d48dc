import { supportedLanguage } from "#platform/supported-language.ts";
import type { PanelWords } from "../words/en.ts";

type Name = keyof PanelWords;
type Values = { count?: number; [name: string]: string | number };

declare global {
  /** Set by the language file that the frame's document loads before the panel. */
  var siteInboxWords: { language: string; words: PanelWords } | undefined;
}

/** Returns a text of the panel in the visitor's language, with its values filled in. */
export function say(name: Name, values: Values = {}): string {
  if (!siteInboxWords) throw new Error("no language was chosen");
  const { language, words } = siteInboxWords;
  const entry = words[name];
  const text =
    typeof entry === "string"
      ? entry
      : (entry[new Intl.PluralRules(language).select(values.count ?? 0)] ?? entry.other);
  return text.replace(/\{(\w+)\}/g, (place, key: string) => {
    const value = values[key] ?? place;
    return typeof value === "number" ? value.toLocaleString(language) : value;
  });
}

/** Returns the language for dates and times: the panel's, with the region of the reader's browser. */
export function dateLanguage(): string {
  const language = siteInboxWords?.language ?? "en";
  return supportedLanguage([...navigator.languages.filter((one) => one.split("-")[0] === language), language]);
}
