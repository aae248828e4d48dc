import { Prisma } from "#prisma-client";

/**
 * The text that a visitor of `site` says they reply to, if one of its greetings has it now, as an expression. In SQL for the
 * statement that stores a message.
 */
export const presentText = (text: string) => Prisma.sql`(
    SELECT ${text}::text FROM greetings g WHERE g.site_id = site.id
      AND (g.text = ${text} OR EXISTS (SELECT FROM jsonb_each_text(g.texts) t WHERE t.value = ${text})) LIMIT 1
  )`;
