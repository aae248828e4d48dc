import { Client } from "pg";
import { LANGUAGES, type Language, wordsOf } from "../data-set/words.ts";
import type { MadeSet } from "../world/data-sets.ts";

const COMMON_RANK = 30;
const RARE_RANK = 1000;
const MESSAGES = 3000;

const SCRIPTS: Record<Language, RegExp> = {
  latin: /\p{Script=Latin}/u,
  cyrillic: /\p{Script=Cyrillic}/u,
  arabic: /\p{Script=Arabic}/u,
  chinese: /^[\p{Script=Han}，]+$/u,
  japanese: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
};

/** How the two words are: each pair was written in one message, so that there is something to find. */
export type Searches = { rare: string[]; mixed: string[]; common: string[] };

/** Searches for two words in each language, taken from what one owner's visitors wrote. */
export async function sampleSearches({ url }: MadeSet, workspaceId: string): Promise<Map<Language, Searches>> {
  const bodies = await sampleBodies(url, workspaceId);
  return new Map(
    LANGUAGES.map((language) => {
      const ranks = new Map(wordsOf(language).map((word, rank) => [word, rank]));
      const texts = bodies.filter((body) => SCRIPTS[language].test(body));
      return [language, pairsIn(texts, ranks)];
    }),
  );
}

function pairsIn(texts: string[], ranks: ReadonlyMap<string, number>): Searches {
  const found: Searches = { rare: [], mixed: [], common: [] };
  for (const text of texts) {
    const words = wordsIn(text, ranks);
    const rare = words.filter((word) => (ranks.get(word) ?? 0) >= RARE_RANK);
    const common = words.filter((word) => (ranks.get(word) ?? RARE_RANK) < COMMON_RANK);
    for (const [kind, [one, two]] of [
      ["rare", rare],
      ["mixed", [rare[0], common[0]]],
      ["common", common],
    ] as const) {
      if (one !== undefined && two !== undefined) found[kind].push(`${one} ${two}`);
    }
  }
  return found;
}

/** The known words of a text, each once, also where it has no spaces between them. */
function wordsIn(text: string, ranks: ReadonlyMap<string, number>): string[] {
  const words = /\s/.test(text) ? text.split(/[\s，]+/) : pieces(text);
  return [...new Set(words.filter((word) => ranks.has(word)))];
}

const LONGEST = 10;

function pieces(text: string): string[] {
  const letters = [...text];
  return letters.flatMap((_, from) =>
    Array.from({ length: LONGEST - 1 }, (_unused, more) => letters.slice(from, from + more + 2).join("")),
  );
}

async function sampleBodies(url: string, workspaceId: string): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ body: string }>(
    `SELECT m.body FROM (
       SELECT id FROM (
         SELECT id, row_number() OVER (ORDER BY id) AS n, count(*) OVER () AS total FROM conversations WHERE workspace_id = $1
       ) numbered WHERE n % greatest(1, total / $2) = 0
     ) c JOIN messages m ON m.conversation_id = c.id AND m.seq = 1 ORDER BY m.id`,
    [workspaceId, MESSAGES],
  );
  await client.end();
  return rows.map(({ body }) => body);
}
