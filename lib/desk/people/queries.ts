import { query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { type ListPosition, listCursor } from "#platform/list-cursor.ts";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { positionOf } from "../conversations/filter.ts";
import { checkedPage, searchedRows } from "../conversations/list-statements.ts";
import type { ConversationRow } from "../conversations/statements.ts";
import type { ConversationPage } from "../inbox/queries.ts";
import type { NoteRow } from "../notes/statements.ts";
import { searchWords } from "../search/rules.ts";
import {
  type CountedRow,
  countedPage,
  type FoundRow,
  findPeople,
  newestOfPeople,
  SEEN_WALK_MAX,
  type SeenRow,
  seenPage,
} from "./list-statements.ts";
import type { PeopleOrder } from "./orders.ts";
import { type Person, peopleInOrder } from "./person.ts";
import type { ListPeopleQuery, PersonConversationsQuery } from "./schema.ts";
import {
  conversationsOfPerson,
  filesOfPerson,
  findSamePeople,
  notesOfPerson,
  type PersonFileRow,
  type PersonVisitorRow,
  peopleOf,
  type SaidRow,
  saidOf,
} from "./statements.ts";

export type { Person } from "./person.ts";

/** How many conversations are checked for one page of people. */
const WALK_MAX = 2_000;
const CANDIDATES_MAX = 1_000;
const SUGGESTIONS_MAX = 5;
const FILES_MAX = 30;
const NOTES_MAX = 30;

type Position = ListPosition<"at">;
type Asked = Pick<ListPeopleQuery, "siteId" | "q" | "order">;

const cursors = listCursor<"at", Asked>({
  time: "at",
  filterText: ({ order, siteId = "", q = "" }) => `people ${order} ${siteId} ${q}`,
  sameAs: "parameters",
});

/** A visitor of a person, and where they are in the list. */
type Place = Position & { visitorId: string };

/** Visitors, one of each person, and where a page ended. Null at the end of the list. */
type Found = { ids: string[]; end: Position | null };

/** Returns a page of places. `stop` is where the walk stopped before the end of the list. */
function pageOf(places: readonly Place[], limit: number, stop?: Position): Found {
  const last = places.length > limit ? places[limit - 1] : stop;
  return { ids: places.slice(0, limit).map(({ visitorId }) => visitorId), end: last ?? null };
}

/** A place that a walk came by: whether the person is listed, and how many it had checked by then. */
type Walked = Place & { fits: boolean; walked: number };

const fitting = (walked: readonly Walked[]) => walked.filter(({ fits }) => fits);
const stopOf = (walked: readonly Walked[], most: number) => walked.find((place) => place.walked === most);

type Wanted = {
  siteId: string | undefined;
  words: string[];
  order: Asked["order"];
  after: Position | null;
  limit: number;
};

/** Returns a page of everyone who wrote. It may be short with more to come, as the work per page is bounded. */
export async function listPeople(
  scope: OwnerScope,
  { limit, cursor, ...asked }: ListPeopleQuery,
): Promise<{ people: Person[]; nextCursor: string | null }> {
  const { siteId, q, order } = asked;
  const after = cursor === undefined ? null : cursors.decode(cursor, asked);
  const wanted = { siteId, words: q === undefined ? [] : searchWords(q), order, after, limit };
  const { ids, end } = (q === undefined ? null : await search(scope, wanted)) ?? (await walk(scope, wanted));
  return { people: await findByVisitors(scope, ids), nextCursor: end && cursors.encode(end, asked) };
}

const findByVisitors = async (scope: OwnerScope, ids: string[]): Promise<Person[]> =>
  ids.length === 0 ? [] : peopleInOrder(ids, await query<PersonVisitorRow>(peopleOf(scope, ids)));

const walk = (scope: OwnerScope, wanted: Wanted) =>
  ({ lastMessage: walkInbox, firstSeen: walkSeen, conversations: walkCounted })[wanted.order](scope, wanted);

async function walkInbox(scope: OwnerScope, { siteId, words, after, limit }: Wanted): Promise<Found> {
  const rows = searchedRows(scope, { ...(siteId !== undefined && { siteId }) }, after, { most: WALK_MAX });
  const page = checkedPage(scope, { ...newestOfPeople(rows, words, WALK_MAX), most: WALK_MAX }, limit + 1);
  const walked = await query<ConversationRow & { fits: boolean; walked: number }>(page);
  const places = walked.map((row) => ({ ...row, ...positionOf(row, undefined) }));
  return pageOf(fitting(places), limit, stopOf(places, WALK_MAX));
}

// These positions have no time. `at` is the number of conversations, or 0 where the id alone gives the order.
const positionIn = (order: PeopleOrder, id: string, conversations: number): Position => ({
  id,
  at: new Date(order === "conversations" ? conversations : 0),
});

/** Walks over visitors in the order they were first seen. By conversations, only those with a single one. */
async function walkSeen(scope: OwnerScope, { siteId, words, order, after, limit }: Wanted): Promise<Found> {
  const isSingle = order === "conversations";
  const page = seenPage(scope, { siteId, words, before: after?.id ?? null, limit: limit + 1, isSingle });
  const rows = await query<SeenRow>(page);
  const places = rows.map((row) => ({ ...row, visitorId: row.id, ...positionIn(order, row.id, 1) }));
  return pageOf(fitting(places), limit, stopOf(places, SEEN_WALK_MAX));
}

/** Walks over those with several conversations, then over the rest. */
async function walkCounted(scope: OwnerScope, wanted: Wanted): Promise<Found> {
  const { siteId, words, after, limit } = wanted;
  const before = after && { conversations: after.at.getTime(), id: after.id };
  if (before?.conversations === 1) return walkSeen(scope, wanted);
  const rows = await query<CountedRow>(countedPage(scope, { siteId, words, before, limit: limit + 1 }));
  const places = rows.map((row) => ({
    ...row,
    visitorId: row.id,
    ...positionIn(wanted.order, row.id, row.conversations),
  }));
  const found = fitting(places);
  const end = stopOf(places, SEEN_WALK_MAX) ?? found[limit - 1];
  if (end) return pageOf(found, limit, end);
  const rest = await walkSeen(scope, { ...wanted, after: null, limit: limit - found.length });
  return { ids: [...found.map(({ visitorId }) => visitorId), ...rest.ids], end: rest.end };
}

/** Finds people by the index. Null if too many fit to check them: a walk finds some of those soon. */
async function search(scope: OwnerScope, { siteId, words, order, after, limit }: Wanted): Promise<Found | null> {
  const rows = await query<FoundRow>(findPeople(scope, { siteId, words, candidates: CANDIDATES_MAX }));
  if (!rows[0]?.isComplete) return null;
  const found = rows.flatMap((row) => (row.id === null ? [] : [row]));
  const place = ({ at, id, seenId, conversations }: (typeof found)[number]): Position =>
    order === "lastMessage" ? { at, id } : positionIn(order, seenId, conversations);
  const places = found.map((row) => ({ visitorId: row.id, ...place(row) })).toSorted(byPlace);
  const rest = after === null ? places : places.filter((one) => byPlace(one, after) > 0);
  return pageOf(rest, limit);
}

const byPlace = (one: Position, other: Position) =>
  other.at.getTime() - one.at.getTime() || (one.id < other.id ? 1 : one.id > other.id ? -1 : 0);

/** What a person's page shows besides their conversations. */
export type PersonPage = {
  person: Person;
  said: SaidRow[];
  suggestions: Person[];
  files: PersonFileRow[];
  notes: NoteRow[];
};

/** Returns the person that a visitor is. Throws `not_found`. */
export async function getPerson(scope: OwnerScope, visitorId: string): Promise<Person> {
  const [person] = await findByVisitors(scope, [visitorId]);
  if (!person) throw new AppError("not_found");
  return person;
}

/** Returns the person that a visitor is, with who may be the same person, and what's in their conversations. Throws `not_found`. */
export async function getPersonPage(scope: OwnerScope, visitorId: string): Promise<PersonPage> {
  const person = await getPerson(scope, visitorId);
  const visitorIds = person.visitors.map(({ id }) => id);
  const [said, same, files, notes] = await Promise.all([
    query<SaidRow>(saidOf(scope, visitorIds)),
    query<{ id: string }>(findSamePeople(scope, { siteId: person.siteId, visitorIds }, SUGGESTIONS_MAX)),
    query<PersonFileRow>(filesOfPerson(scope, visitorId, FILES_MAX)),
    query<NoteRow>(notesOfPerson(scope, visitorId, NOTES_MAX)),
  ]);
  const suggestions = await findByVisitors(
    scope,
    same.map(({ id }) => id),
  );
  return { person, said, suggestions, files, notes };
}

const conversationCursors = listCursor<"at", string>({
  time: "at",
  filterText: (visitorId) => `person ${visitorId}`,
  sameAs: "person",
});

/** Returns a page of a person's conversations, newest first, spam included. Throws `not_found`. */
export async function listPersonConversations(
  scope: OwnerScope,
  visitorId: string,
  { limit, cursor }: PersonConversationsQuery,
): Promise<ConversationPage> {
  const after = cursor === undefined ? null : conversationCursors.decode(cursor, visitorId);
  const rows = await query<ConversationRow>(conversationsOfPerson(scope, visitorId, { after, limit: limit + 1 }));
  if (rows.length === 0) await getPerson(scope, visitorId);
  const conversations = rows.slice(0, limit);
  const last = rows.length > limit ? conversations.at(-1) : undefined;
  const nextCursor = last ? conversationCursors.encode({ id: last.id, at: last.lastMessageAt }, visitorId) : null;
  return { conversations, nextCursor };
}
