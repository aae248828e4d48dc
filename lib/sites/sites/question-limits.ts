/** They're not in questions.ts, because browsers need them too. */
export const QUESTION_LIMITS = { perSite: 3, labelMax: 80, answerMax: 500, phoneMax: 40 };

/** What's asked for. All but `text` are about the visitor, and stored with them. */
export const QUESTION_KINDS = ["text", "name", "email", "phone"] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

export const QUESTION_TIMES = ["always", "closed"] as const;
