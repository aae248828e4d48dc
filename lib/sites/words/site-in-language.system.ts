import { queryPrepared } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";

type Row = {
  welcomeMessage: string | null;
  starterQuestions: string[] | null;
  replyTimeText: string | null;
};

/**
 * Returns a site with its texts in a language, as far as it has some. In SQL for a hot path: each request from a widget of a
 * site with translations.
 */
export async function inLanguage<S extends { id: string; hasWords: boolean }>(
  site: S,
  language: string | undefined,
): Promise<S> {
  if (!site.hasWords || language === undefined) return site;
  const [words] = await queryPrepared<Row>(Prisma.sql`
    SELECT t.welcome_message AS "welcomeMessage", nullif(t.starter_questions, '{}') AS "starterQuestions",
      t.reply_time_text AS "replyTimeText"
    FROM site_words t WHERE t.site_id = ${site.id}::uuid AND t.language = ${language}`);
  const texts = Object.entries(words ?? {}).filter(([name, text]) => name in site && text !== null);
  return { ...site, ...Object.fromEntries(texts) };
}
