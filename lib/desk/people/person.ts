import type { PersonVisitorRow } from "./statements.ts";

/** Someone who wrote, with the visitors that they are: the one that represents them first, the others as they were first seen. */
export type Person = Pick<PersonVisitorRow, "id" | "siteId" | "siteName" | "lastMessageAt" | "createdAt"> &
  Pick<
    PersonVisitorRow,
    | "name"
    | "email"
    | "isEmailConfirmed"
    | "phone"
    | "externalId"
    | "isVerified"
    | "language"
    | "isBlocked"
    | "conversations"
  > & { visitors: PersonVisitorRow[] };

const latest = (times: (Date | null)[]) =>
  times.reduce((last, time) => (last === null || (time !== null && time > last) ? time : last), null);

/** Returns one person of the rows of their visitors. What's proven comes before what's claimed, and what the first one said before the others. */
function personOfVisitors(rows: PersonVisitorRow[]): Person | undefined {
  const visitors = rows.toSorted((one, other) => Number(one.mergedAt !== null) - Number(other.mergedAt !== null));
  const [first] = visitors;
  if (!first) return undefined;
  const given = <K extends "name" | "phone" | "language">(key: K) =>
    visitors.find((visitor) => visitor[key] !== null)?.[key] ?? null;
  const ofEmail =
    visitors.find(({ isEmailConfirmed }) => isEmailConfirmed) ?? visitors.find(({ email }) => email !== null);
  const ofId = visitors.find(({ isVerified }) => isVerified) ?? visitors.find(({ externalId }) => externalId !== null);
  return {
    id: first.personId,
    siteId: first.siteId,
    siteName: first.siteName,
    name: given("name"),
    email: ofEmail?.email ?? null,
    isEmailConfirmed: ofEmail?.isEmailConfirmed ?? false,
    phone: given("phone"),
    externalId: ofId?.externalId ?? null,
    isVerified: ofId?.isVerified ?? false,
    language: given("language"),
    isBlocked: visitors.some(({ isBlocked }) => isBlocked),
    createdAt: new Date(Math.min(...visitors.map(({ createdAt }) => createdAt.getTime()))),
    lastMessageAt: latest(visitors.map(({ lastMessageAt }) => lastMessageAt)),
    conversations: visitors.reduce((count, { conversations }) => count + conversations, 0),
    visitors,
  };
}

/** Returns the people that some visitors are, in the order of these, each once. */
export function peopleInOrder(visitorIds: readonly string[], rows: PersonVisitorRow[]): Person[] {
  const personIds = new Map(rows.map(({ id, personId }) => [id, personId]));
  const ordered = new Set(visitorIds.flatMap((id) => personIds.get(id) ?? []));
  const groups = Map.groupBy(rows, ({ personId }) => personId);
  return [...ordered].flatMap((personId) => personOfVisitors(groups.get(personId) ?? []) ?? []);
}
