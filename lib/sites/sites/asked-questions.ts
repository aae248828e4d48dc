import type { Language } from "./languages.ts";

// Not in questions.ts, because browsers need them without zod.

export const QUESTION_LIMITS = { perSite: 3, labelMax: 80, answerMax: 500, phoneMax: 40 };

/** What's asked for. All but `text` are about the visitor, and stored with them. */
export const QUESTION_KINDS = ["text", "name", "email", "phone"] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

export const QUESTION_TIMES = ["always", "closed"] as const;

type Labeled = { label: string; labels: { [language in Language]?: string } };

/** Returns what a question is called in a language. */
export const labelIn = ({ label, labels }: Labeled, language: string | undefined): string =>
  Object.hasOwn(labels, language ?? "") ? (labels[language as Language] ?? label) : label;
