/** The widget's languages: one for each file of widget/words. Browsers need the list too. */
export const LANGUAGES = ["ar", "de", "en", "es", "fr", "ja", "pt"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Returns a value for each language. */
export const byLanguage = <Value>(value: Value) =>
  Object.fromEntries(LANGUAGES.map((language) => [language, value])) as Record<Language, Value>;

/** Returns a language of the widget: the given one, or English if it's none. */
export const languageOf = (language: string | null | undefined): Language =>
  LANGUAGES.find((known) => known === language) ?? "en";
