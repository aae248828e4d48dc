import { catalog } from "#platform/catalog.ts";

/** Labels of texts that have a version for each of the widget's languages. */
export const wordsCopy = catalog("words", {
  others: "Other languages",
  languages: {
    ar: "العربية",
    de: "Deutsch",
    en: "English",
    es: "Español",
    fr: "Français",
    ja: "日本語",
    pt: "Português",
  },
  filled: "filled in",
  languagesOf: "Languages of the text",
  inLanguage: (label: string, language: string) => `${label}, ${language}`,
});
