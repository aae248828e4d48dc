import { queryPrepared } from "#platform/database/database.ts";
import { type Greeting, Prisma } from "#prisma-client";
import { DAY_MS } from "../hours/open-times.ts";
import { openTimesOf, type StoredHours } from "../hours/rules.ts";
import { HOURS_COLUMNS } from "../hours/statements.ts";
import { pathExpression } from "./pages.ts";

/** What the loader of a site that greets knows in addition (widget/loader/site.ts). */
export type LoaderGreetings = {
  greetings: object[];
  /** Only if one of them depends on the hours, and the site has some. */
  hours?: { turns: number[]; day: number };
};

/** How far a page that stays open knows the hours. */
const DAYS_AHEAD = 8;
const DAY_MINUTES = 1_440;

type Row = Pick<Greeting, "name" | "text" | "pages" | "afterSeconds" | "languages" | "hours" | "onlyByName"> & {
  texts: { [language: string]: string };
};

/** Returns the greetings of a site that are on, in their order, as its pages get them. In SQL for a hot path. */
export async function findLoaderGreetings(siteId: string, at = Date.now()): Promise<LoaderGreetings> {
  const rows = await queryPrepared<Row>(Prisma.sql`
    SELECT g.name, g.text, g.texts, g.pages, g.after_seconds AS "afterSeconds", g.languages, g.hours,
      g.only_by_name AS "onlyByName"
    FROM greetings g WHERE g.site_id = ${siteId}::uuid AND g.active ORDER BY g.position, g.id`);
  const needsHours = rows.some(({ hours }) => hours !== "any");
  const [stored] = needsHours
    ? await queryPrepared<StoredHours>(Prisma.sql`
        SELECT ${HOURS_COLUMNS} FROM site_hours h WHERE h.site_id = ${siteId}::uuid`)
    : [];
  const day = Math.floor(at / DAY_MS);
  const isSoon = (turn: number) => turn < (day + DAYS_AHEAD) * DAY_MINUTES;
  return {
    greetings: rows.map((row) => ruleOf(row, stored !== undefined)),
    ...(stored && { hours: { turns: openTimesOf(stored, at).turns.filter(isSoon), day } }),
  };
}

// Each page with the widget loads it, so what goes without saying is left out.
function ruleOf(
  { name, text, texts, pages, afterSeconds, languages, hours, onlyByName }: Row,
  hasHours: boolean,
): object {
  const expression = pathExpression(pages);
  const isForAll = languages.length === 0;
  const own = isForAll ? texts : Object.fromEntries(languages.map((language) => [language, texts[language] ?? text]));
  return {
    name,
    ...(isForAll && { text }),
    ...(Object.keys(own).length > 0 && { texts: own }),
    ...(expression !== undefined && { pages: expression }),
    ...(!onlyByName && { after: afterSeconds }),
    ...(hasHours && hours !== "any" && { open: hours === "open" ? 1 : 0 }),
  };
}
