import { problemCopy } from "#components/catalogs/problems.ts";

const copy = problemCopy.ofFields;
const BLANK: Partial<Record<string, string>> = copy.blank;
const numberWords = (digits = "") => Number(digits).toLocaleString("en");

// The rules as the API words them, and as a form does.
const RULES: readonly [RegExp, (found: RegExpExecArray) => string][] = [
  [/^must be at least (\d+) characters$/, ([, min]) => copy.atLeast(numberWords(min))],
  [/^must be at most (\d+) characters$/, ([, max]) => copy.atMost(numberWords(max))],
  [
    /^must be a whole number from (\d+) to (\d+)(?:, or null)?$/,
    ([, least, most]) => copy.number(numberWords(least), numberWords(most)),
  ],
  [/^must be one line without control characters$/, () => copy.oneLine],
  [/^must be an email address$/, () => copy.email],
  [/^must have (an? .+)$/, ([, part = ""]) => copy.use(part)],
  [/^must be (an? .+?|the .+?)(?:, or null)?$/, ([, value = ""]) => copy.enter(value)],
  [/^((?:must|is) .+)$/, ([, rule = ""]) => copy.rule(rule)],
];

/** Returns an error of the API's, such as "must not be blank", as the sentence that a form shows below the field. */
export function fieldWords(path: string, message: string): string {
  if (/^must not be (blank|empty)$|^is required$/.test(message)) return BLANK[path] ?? copy.anyBlank;
  for (const [rule, words] of RULES) {
    const found = rule.exec(message);
    if (found) return words(found);
  }
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}
