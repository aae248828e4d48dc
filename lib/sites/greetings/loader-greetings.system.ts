import { queryPrepared } from "#platform/database/database.ts";
import { type Greeting, Prisma } from "#prisma-client";
import { pathExpression } from "./pages.ts";

/** A greeting as the loader gets it (widget/loader/site.ts). `open` is absent if it doesn't depend on the hours. */
export type LoaderGreeting = { name: string; open?: 0 | 1 };

type Row = Pick<Greeting, "name" | "text" | "pages" | "afterSeconds" | "languages" | "hours" | "onlyByName"> & {
  texts: { [language: string]: string };
};

/** Returns the greetings of a site that are on, in their order, as its pages get them. In SQL for a hot path. */
export async function findLoaderGreetings(siteId: string): Promise<LoaderGreeting[]> {
  const rows = await queryPrepared<Row>(Prisma.sql`
    SELECT g.name, g.text, g.texts, g.pages, g.after_seconds AS "afterSeconds", g.languages, g.hours,
      g.only_by_name AS "onlyByName"
    FROM greetings g WHERE g.site_id = ${siteId}::uuid AND g.active ORDER BY g.position, g.id`);
  return rows.map(ruleOf);
}

// Each page with the widget loads it, so defaults are left out.
function ruleOf({ name, text, texts, pages, afterSeconds, languages, hours, onlyByName }: Row): LoaderGreeting {
  const expression = pathExpression(pages);
  const isForAll = languages.length === 0;
  const own = isForAll ? texts : Object.fromEntries(languages.map((language) => [language, texts[language] ?? text]));
  return {
    name,
    ...(isForAll && { text }),
    ...(Object.keys(own).length > 0 && { texts: own }),
    ...(expression !== undefined && { pages: expression }),
    ...(!onlyByName && { after: afterSeconds }),
    ...(hours !== "any" && { open: hours === "open" ? 1 : 0 }),
  };
}
