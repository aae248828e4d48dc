import { supportedLanguage } from "#platform/supported-language.ts";
import type { PanelWords } from "../words/en.ts";

type Name = keyof PanelWords;
type Values = { count?: number; [name: string]: string | number };

declare global {
  /** Set by the language file that the frame's document loads before the panel. */
  var siteInboxWords: { language: string; words: PanelWords } | undefined;
}

let spoken: { language: string; words: PanelWords } | undefined;

/** Sets the language of everything that `say` returns from now on. */
export function speak(language: string, words: PanelWords): void {
  spoken = { language, words };
}

/** Returns a text of the panel in the visitor's language, with its values filled in. */
export function say(name: Name, values: Values = {}): string {
  if (!spoken) throw new Error("no language was chosen");
  const { language, words } = spoken;
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
  const language = spoken?.language ?? "en";
  return supportedLanguage([...navigator.languages.filter((one) => one.split("-")[0] === language), language]);
}
