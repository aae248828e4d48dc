import { query, transaction } from "#platform/database/database.ts";
import { isCanceled } from "#platform/database/database-failure.ts";
import type { OwnerScope } from "../../base/access/scopes.ts";
import type { InboxPosition } from "../conversations/cursor.ts";
import { positionOf } from "../conversations/filter.ts";
import type { ConversationRow } from "../conversations/statements.ts";
import { excerptOf } from "./rules.ts";
import { findByIndex, type SearchInput, type WalkBounds, walkEnd, walkTo } from "./statements.ts";

type Search = Omit<SearchInput, "scope"> & { limit: number };

/** The conversations found, and where to continue. `end` is null at the end of the list. */
export type SearchPage = { rows: ConversationRow[]; end: InboxPosition | null };

// A walk over the first few shows how common the words are.
const FIRST_WALK: WalkBounds = { conversations: 150, messages: 1_000 };
const LONG_WALK: WalkBounds = { conversations: 700, messages: 2_800 };
const CANDIDATES_MAX = 1_000;
// Common words that hardly ever occur together keep the index busy. Their first page isn't kept waiting for it.
const FIRST_PAGE_MS = 30;

type FoundRow = ConversationRow & { foundBody: string | null };
type Walked = { found: FoundRow[]; end: InboxPosition | null; count: number };

/**
 * Finds conversations with all words in one message or in the visitor's details. A page may have fewer rows than
 * asked for with more to come, because the work per page is bounded: the first one shows the newest matches soon.
 */
export async function searchConversations(scope: OwnerScope, { limit, ...search }: Search): Promise<SearchPage> {
  const searched = { scope, ...search };
  const wanted = limit + 1;
  const first = await walk(searched, FIRST_WALK, wanted);
  if (first.end === null || first.found.length >= wanted) return pageOf(first, limit, search.words);

  // If a long walk would find a quarter of a page, it's faster than checking that many candidates.
  const isCommon = 4 * first.found.length * LONG_WALK.conversations >= wanted * first.count;
  const indexed = isCommon ? null : await askIndex(searched, wanted);
  if (indexed) return pageOf(indexed, limit, search.words);

  const rest = await walk({ ...searched, after: first.end }, LONG_WALK, wanted - first.found.length);
  return pageOf({ found: [...first.found, ...rest.found], end: rest.end }, limit, search.words);
}

async function walk(searched: SearchInput, bounds: WalkBounds, limit: number): Promise<Walked> {
  const [end] = await query<
    (InboxPosition & { count: number; isLast: boolean }) | { id: null; at: null; count: number; isLast: null }
  >(walkEnd(searched, bounds));
  if (!end || end.id === null) return { found: [], end: null, count: 0 };
  const found = await query<FoundRow>(walkTo(searched, end, limit));
  return { found, count: end.count, end: end.isLast ? null : { id: end.id, at: end.at } };
}

type IndexedRow = (FoundRow | { id: null }) & { isComplete: boolean };

async function askIndex(searched: SearchInput, limit: number): Promise<Pick<Walked, "found" | "end"> | null> {
  const rows = await (searched.after === null
    ? askSoon(searched, limit)
    : query<IndexedRow>(findByIndex(searched, limit, CANDIDATES_MAX)));
  if (!rows[0]?.isComplete) return null;
  return { found: rows.filter((row) => row.id !== null), end: null };
}

async function askSoon(searched: SearchInput, limit: number): Promise<IndexedRow[]> {
  const statement = findByIndex(searched, limit, CANDIDATES_MAX);
  try {
    return await transaction((tx) => tx.query<IndexedRow>(statement), { statementMs: FIRST_PAGE_MS });
  } catch (error) {
    if (isCanceled(error)) return [];
    throw error;
  }
}

function pageOf({ found, end }: Pick<Walked, "found" | "end">, limit: number, words: readonly string[]): SearchPage {
  const rows = found.slice(0, limit).map(({ foundBody, ...row }) => ({
    ...row,
    excerpt: foundBody === null ? null : excerptOf(foundBody, words),
  }));
  const last = rows.at(-1);
  return { rows, end: found.length > limit && last ? positionOf(last, undefined) : end };
}
