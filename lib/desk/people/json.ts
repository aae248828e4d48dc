import { isoTime } from "#platform/timestamp.ts";
import { toFileJson } from "../../files/files/json.ts";
import { toAttributesJson } from "../attributes/json.ts";
import { KINDS } from "../messages/kinds.ts";
import { toNoteJson } from "../notes/json.ts";
import type { Person, PersonPage } from "./queries.ts";
import type { PersonFileJson, PersonJson, PersonResponse, PersonVisitorJson } from "./schema.ts";
import type { PersonFileRow, PersonVisitorRow, SaidRow } from "./statements.ts";

type Details = Pick<
  PersonVisitorRow,
  "name" | "email" | "isEmailConfirmed" | "phone" | "externalId" | "isVerified" | "language" | "isBlocked" | "createdAt"
> & { conversations: number };

const detailsOf = (row: Details) => ({
  ...(row.name !== null && { name: row.name }),
  ...(row.email !== null && { email: row.email }),
  emailConfirmed: row.isEmailConfirmed,
  ...(row.phone !== null && { phone: row.phone }),
  ...(row.externalId !== null && { externalId: row.externalId }),
  verified: row.isVerified,
  ...(row.language !== null && { language: row.language }),
  ...(row.isBlocked && { blocked: true as const }),
  firstSeenAt: isoTime(row.createdAt),
  conversationCount: row.conversations,
});

export function toPersonJson(person: Person): PersonJson {
  const { id, siteId, siteName, lastMessageAt, visitors } = person;
  return {
    id,
    siteId,
    siteName,
    ...detailsOf(person),
    ...(lastMessageAt !== null && { lastMessageAt: isoTime(lastMessageAt) }),
    visitorCount: visitors.length,
  };
}

const toPersonVisitorJson = (row: PersonVisitorRow, attributes: SaidRow["attributes"]): PersonVisitorJson => ({
  id: row.id,
  ...detailsOf(row),
  ...(attributes !== null && { attributes: toAttributesJson(attributes) }),
  ...(row.about !== null && { about: row.about }),
  ...(row.mergedAt !== null &&
    row.mergedById !== null && {
      merged: {
        at: isoTime(row.mergedAt),
        by: row.mergedById,
        ...(row.undoUntil !== null && { undoUntil: isoTime(row.undoUntil) }),
      },
    }),
});

const toPersonFileJson = ({ conversationId, senderType, createdAt, ...file }: PersonFileRow): PersonFileJson => ({
  conversationId,
  senderType: KINDS[senderType].side,
  createdAt: isoTime(createdAt),
  file: toFileJson(file, { kind: "member" }),
});

export const toPersonPageJson = ({ person, said, suggestions, files, notes }: PersonPage): PersonResponse => ({
  person: toPersonJson(person),
  visitors: person.visitors.map((row) =>
    toPersonVisitorJson(row, said.find(({ id }) => id === row.id)?.attributes ?? null),
  ),
  suggestions: suggestions.map(toPersonJson),
  files: files.map(toPersonFileJson),
  notes: notes.map(toNoteJson),
});

export const toPeopleJson = ({ people, nextCursor }: { people: Person[]; nextCursor: string | null }) => ({
  people: people.map(toPersonJson),
  ...(nextCursor !== null && { nextCursor }),
});
