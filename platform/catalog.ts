declare global {
  /** The language of this page or process, if it isn't English: replaces an area's catalog by its own. */
  var siteInboxLanguage: (<C extends object>(area: string, english: C) => C) | undefined;
}

/** An area's texts in the language of this page or process. A text with values in it is a function of them. */
export function catalog<C extends object>(area: string, english: C): C {
  return globalThis.siteInboxLanguage?.(area, english) ?? english;
}

type PluralForms = { [category in Intl.LDMLPluralRule]?: string } & { other: string };

const rules = new Intl.PluralRules("en");
const numbers = new Intl.NumberFormat("en");

/** The form that fits a number, with the number in place of #. */
export function plural(count: number, forms: PluralForms): string {
  return (forms[rules.select(count)] ?? forms.other).replaceAll("#", numbers.format(count));
}
