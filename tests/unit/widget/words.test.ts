import { expect, test } from "@playwright/test";
import { TRANSCRIPT_WORDS, type TranscriptLanguage } from "#lib/desk/transcripts/words.ts";
import { VISITOR_WORDS } from "#lib/notify/mail/templates/visitor-words.ts";
import { LANGUAGES as SITE_LANGUAGES } from "#lib/sites/sites/languages.ts";
import { RATE_WORDS } from "../../../components/rate/words.ts";
import { EMAIL_COPY_WORDS } from "../../../widget/panel/email-copy-words.ts";
import { FILE_WORDS } from "../../../widget/panel/file-words.ts";
import { atTime, PRESENCE_WORDS } from "../../../widget/panel/presence-words.ts";
import { TAKE_BACK_WORDS } from "../../../widget/panel/take-back-words.ts";
import {
  askWords,
  dialogWords,
  loaderWords,
  type PanelWords,
  panelWords,
  ratingWords,
} from "../../../widget/words/en.ts";
import { LANGUAGES, readWords, type WordFile } from "../../support/widget-languages.ts";

/** Texts that come in all languages at once. */
const TEXTS = {
  files: FILE_WORDS,
  presence: PRESENCE_WORDS,
  "copies by email": EMAIL_COPY_WORDS,
  "taking messages back": TAKE_BACK_WORDS,
  "emails to visitors": VISITOR_WORDS,
};

type Entry = string | { [category: string]: string; other: string };

const english: WordFile = { loaderWords, dialogWords, panelWords, ratingWords, askWords };
// Everything that a text of ours counts: characters, seconds, messages.
const NUMBERS = Array.from({ length: 4001 }, (_item, number) => number);

const placeholders = (text: string) => new Set(text.match(/\{\w+\}/g));

test("has every language that sites can have texts in", () => {
  expect(LANGUAGES.toSorted()).toEqual(SITE_LANGUAGES.toSorted());
});

test("one o'clock is singular in Spanish and Portuguese", () => {
  const today = (language: string, time: string) => atTime(PRESENCE_WORDS[language]?.today ?? "", time);
  expect(today("es", "1:00 p. m.")).toBe("Volvemos hoy a la {time}");
  expect(today("es", "13:00")).toBe("Volvemos hoy a las {time}");
  expect(today("pt", "01:30")).toBe("Voltamos hoje à {time}");
  expect(today("pt", "10:00")).toBe("Voltamos hoje às {time}");
  for (const [language, words] of Object.entries(PRESENCE_WORDS)) {
    if (language === "es" || language === "pt") continue;
    for (const text of Object.values(words)) expect(atTime(text, "1:00")).toBe(text);
  }
});

for (const language of LANGUAGES) {
  test.describe(language, () => {
    let file: WordFile;
    test.beforeAll(async () => {
      file = await readWords(language);
    });

    test("languages are named as browsers name them, so a page's own is recognized", () => {
      expect(Intl.getCanonicalLocales(language)).toEqual([language]);
      expect(Intl.PluralRules.supportedLocalesOf([language])).toEqual([language]);
    });

    test("every language has exactly the texts that English has", () => {
      for (const part of ["loaderWords", "dialogWords", "panelWords", "ratingWords", "askWords"] as const) {
        expect(Object.keys(file[part]), part).toEqual(Object.keys(english[part]));
      }
      for (const [name, entry] of Object.entries<Entry | string[]>({
        ...file.loaderWords,
        ...file.dialogWords,
        ...file.panelWords,
        ...file.ratingWords,
        ...file.askWords,
      })) {
        for (const text of typeof entry === "string" ? [entry] : Object.values(entry)) {
          expect(text.trim(), name).toBe(text);
          expect(text.length, name).toBeGreaterThan(0);
          expect(text, name).not.toMatch(/!|！/);
        }
      }
    });

    test("every language has the texts of the pages that emails link to", () => {
      const words = RATE_WORDS[language as keyof typeof RATE_WORDS];
      expect(Object.keys(words)).toEqual(Object.keys(RATE_WORDS.en));
      for (const [name, text] of Object.entries(words)) {
        if (typeof text !== "string") continue;
        expect([...placeholders(text)], name).toEqual(name === "title" ? [...placeholders(RATE_WORDS.en.title)] : []);
      }
    });

    for (const [part, words] of Object.entries<Record<string, Record<string, string>>>(TEXTS)) {
      test(`every language has the texts about ${part}, with the values that English puts into them`, () => {
        const texts = Object.entries({ ...words[language] });
        const english = Object.entries({ ...words.en });
        expect(texts.map(([name, text]) => [name, placeholders(text)])).toEqual(
          english.map(([name, text]) => [name, placeholders(text)]),
        );
      });
    }
    test("every language has the texts of transcripts with their values", () => {
      const texts = Object.entries({ ...TRANSCRIPT_WORDS[language as TranscriptLanguage] });
      expect(texts.map(([name, text]) => [name, placeholders(text)])).toEqual(
        Object.entries(TRANSCRIPT_WORDS.en).map(([name, text]) => [name, placeholders(text)]),
      );
    });

    test("every language has a form for each plural category of its counts, and no others", () => {
      const rules = new Intl.PluralRules(language);
      const needed = new Set(NUMBERS.map((number) => rules.select(number)));
      const known = new Set<string>(rules.resolvedOptions().pluralCategories);
      for (const [name, entry] of Object.entries<Entry>(file.panelWords)) {
        if (typeof entry === "string") continue;
        const given = Object.keys(entry);
        expect(given, name).toEqual(expect.arrayContaining([...needed, "other"]));
        expect(
          given.filter((category) => !known.has(category)),
          name,
        ).toEqual([]);
      }
    });

    test("every language puts the same values into its texts as English", () => {
      for (const [name, entry] of Object.entries<Entry>(file.panelWords)) {
        const original: Entry = english.panelWords[name as keyof PanelWords];
        expect(typeof entry, name).toBe(typeof original);
        // One, two and none may be written as a word; the form for all other numbers has to name them.
        const expected = placeholders(typeof original === "string" ? original : original.other);
        expect(placeholders(typeof entry === "string" ? entry : entry.other), name).toEqual(expected);
        for (const text of typeof entry === "string" ? [] : Object.values(entry)) {
          expect(placeholders(text).isSubsetOf(expected), name).toBe(true);
        }
      }
    });
  });
}
