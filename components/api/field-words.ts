import { problemCopy } from "#components/catalogs/problems.ts";

const copy = problemCopy.ofFields;
const BLANK: Partial<Record<string, string>> = copy.blank;
const numberWords = (digits = "") => Number(digits).toLocaleString("en");

// What a field that's a list has at most so many of.
const LISTS: Partial<Record<string, string>> = { words: "lines", mentions: "mentions" };

const EMPTY = /^must not be (blank|empty)$|^is required\b/;

// Rules whose sentence is always the same.
const SENTENCES: Record<string, string> = {
  "must be one line without control characters": copy.oneLine,
  "must not contain bidirectional control characters": copy.noDirection,
  "must not contain a NUL character": copy.unstorable,
  "must be well-formed Unicode": copy.unstorable,
  "must not begin or end with a space": copy.noSpaceAround,
  "must be an email address": copy.email,
  "must be # and six hexadecimal digits": copy.color,
  "must be an int": copy.wholeNumber,
  "must begin with https://": copy.https,
  "must not contain a username or password": copy.noCredentials,
  "must not have a part after #, which is never sent": copy.noFragment,
  "must be a public host; your administrator can allow others with OUTBOUND_ALLOWED_HOSTS": copy.publicHost,
  "must end with a topic, as in https://ntfy.sh/my-topic": copy.topic,
  "must be an address that visitors can have, which loopback, unspecified and multicast addresses aren’t":
    copy.notOfVisitor,
  "must differ from `from`": copy.sameTime,
  "must be after from": copy.endsFirst,
  "must be at least 24 hours ahead": copy.dayAhead,
  "must be a time in UTC, such as 2026-12-01T08:00:00Z": copy.dateAndTime,
  "must not share a day": copy.sharedDay,
  "must be in the years 1970 to 2999": copy.years,
  "must begin with /, # or *": copy.path,
  "must not contain ?: what follows it in a URL isn’t compared": copy.noQuery,
  "must have at most one * between its first and its last character": copy.oneStar,
  "must be 1 to 40 of a to z, 0 to 9 and -": copy.shortName,
  "must not have a key twice": copy.otherKeys,
  "must not ask for a name, an email or a phone number twice": copy.askedTwice,
  "must not be before `from`": copy.endsFirst,
  "must contain at least one site": copy.chooseOne("site"),
  "must be a name and a value, as in plan:pro": copy.nameAndValue,
  "must name at least one event": copy.chooseOne("event"),
  "must be text, unless there are files": copy.textOrFiles,
  "must be a teammate with access to this site": copy.assignee,
  "must be teammates with access to this conversation": copy.mentions,
  "must be a passkey for this service, created with a PIN or biometrics": copy.passkey,
};

// Rules with a value in them.
const RULES: readonly [RegExp, (found: RegExpExecArray, path: string) => string][] = [
  [/^must be at least (\d+) characters$/, ([, min]) => copy.atLeast(numberWords(min))],
  [
    /^must be at most (\d+) (characters|questions|files|kinds|times|pages|labels)$/,
    ([, max, things = ""]) => copy.atMost(numberWords(max), things),
  ],
  [/^Too big: expected string to have <=(\d+) characters$/, ([, max]) => copy.atMost(numberWords(max), "characters")],
  [/^Too big: expected array to have <=(\d+) items$/, ([, max]) => copy.atMost(numberWords(max), "of these")],
  [/^must contain at most (\d+) sites$/, ([, max]) => copy.chooseAtMost(numberWords(max), "sites")],
  [
    /^must be a whole number from (\d+) to (\d+)(?:, or null)?$/,
    ([, least, most]) => copy.number(numberWords(least), numberWords(most)),
  ],
  [/^must be a whole number(?: of \w+)?(?:, or null)?$/, () => copy.wholeNumber],
  [/^(?:must be at least|Too small: expected \w+ to be >=) ?(\d+)$/, ([, least]) => copy.noLess(numberWords(least))],
  [
    /^(?:must be at most|Too big: expected \w+ to be <=) ?(\d+)$/,
    ([, most], path) => (LISTS[path] ? copy.atMost(numberWords(most), LISTS[path]) : copy.noMore(numberWords(most))),
  ],
  [/^must be a time in the next (\d+) days(?:, or null)?$/, ([, days]) => copy.timeAhead(numberWords(days))],
  [/^must have (an? .+)$/, ([, part = ""]) => copy.use(part)],
  [/^must be (an? .+?|the .+?)(?:, or null)?$/, ([, value = ""]) => copy.enter(value)],
  [/^(.+) isn’t a variable$/, ([, text = ""]) => copy.notVariable(text)],
  [/^((?:must|is) .+)$/, ([, rule = ""]) => copy.rule(rule)],
];

/** Returns an error of the API's, such as "must not be blank", as the sentence that a form shows below the field. */
export function fieldWords(path: string, message: string): string {
  if (EMPTY.test(message)) return BLANK[path] ?? copy.anyBlank;
  const text = message.replaceAll("'", "’");
  const sentence = SENTENCES[text];
  if (sentence !== undefined) return sentence;
  for (const [rule, words] of RULES) {
    const found = rule.exec(text);
    if (found) return words(found, path);
  }
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
