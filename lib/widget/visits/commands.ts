import { query } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { AppError } from "#platform/errors.ts";
import { readUserAgent } from "#platform/user-agent.ts";
import { Prisma } from "#prisma-client";
import type { VisitorScope } from "../../base/access/scopes.ts";
import { ownConversation } from "../../base/access/statements.ts";
import { keptLanguage, keptPage, keptTimeZone } from "./rules.ts";
import type { VisitBody } from "./schema.ts";

const PAGES_MAX = 50;

type Visit = { conversationId: string; body: VisitBody; userAgent: string | null };

/**
 * Stores the page that a visitor is on and what their browser says about itself, if the site collects that. The first
 * page stays, and past 50 the oldest after it goes. Throws `not_found`.
 */
export async function recordVisit(scope: VisitorScope, { conversationId, body, userAgent }: Visit): Promise<void> {
  const { browser = null, system = null } = readUserAgent(userAgent);
  const language = body.language === undefined ? null : keptLanguage(body.language);
  const timeZone = body.timeZone === undefined ? null : keptTimeZone(body.timeZone);
  const url = body.pageUrl === undefined ? null : keptPage(body.pageUrl);
  const page = JSON.stringify(url === null ? [] : [{ url, at: new Date().toISOString() }]);
  const [found] = await retryingConflicts(() =>
    query<{ id: string }>(Prisma.sql`
    WITH found AS (
      SELECT c.id, c.site_id, s.collects_details AND NOT v.is_test AS collects
      FROM conversations c JOIN sites s ON s.id = c.site_id JOIN visitors v ON v.id = c.visitor_id
      WHERE ${ownConversation(scope, conversationId)}
    ), stored AS (
      INSERT INTO conversation_visits AS d
        (conversation_id, site_id, browser, system, language, time_zone, pages, updated_at)
      SELECT id, site_id, ${browser}, ${system}, ${language}, ${timeZone}, ${page}::jsonb, now()
      FROM found WHERE collects
      ON CONFLICT (conversation_id) DO UPDATE SET
        browser = coalesce(excluded.browser, d.browser),
        system = coalesce(excluded.system, d.system),
        language = coalesce(excluded.language, d.language),
        time_zone = coalesce(excluded.time_zone, d.time_zone),
        pages = CASE
          WHEN d.pages -> -1 -> 'url' = excluded.pages -> 0 -> 'url' THEN d.pages
          WHEN jsonb_array_length(d.pages) + jsonb_array_length(excluded.pages) > ${PAGES_MAX}
            THEN d.pages - 1 || excluded.pages
          ELSE d.pages || excluded.pages
        END,
        updated_at = excluded.updated_at
    )
    SELECT id FROM found`),
  );
  if (!found) throw new AppError("not_found");
}
