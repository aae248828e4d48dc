import type { SiteWords } from "#prisma-client";
import { type WordsOfSite, WordsResponse } from "./schema.ts";

/** The table's constraints are the schema's, so what's stored parses. An empty list is one that's null. */
export const toWordsJson = (rows: readonly SiteWords[]): WordsOfSite =>
  WordsResponse.shape.words.parse(
    Object.fromEntries(
      rows.map(({ siteId: _, language, starterQuestions, ...texts }) => [
        language,
        {
          ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== null)),
          ...(starterQuestions.length > 0 && { starterQuestions }),
        },
      ]),
    ),
  );
