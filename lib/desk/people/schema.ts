import { z } from "zod";
import { wholeNumber } from "#platform/query-parameter.ts";
import { longText } from "#platform/text.ts";
import { dateTime } from "#platform/timestamp.ts";
import { uuid } from "#platform/uuid.ts";
import { FileJson } from "../../files/files/schema.ts";
import { AttributeJson } from "../attributes/schema.ts";
import { ConversationListResponse } from "../conversations/schema.ts";
import { SEARCH_MAX } from "../conversations/search-length.ts";
import { NoteJson } from "../notes/schema.ts";
import { PEOPLE_ORDERS } from "./orders.ts";

const LIMIT_MAX = 100;
const LIMIT_DEFAULT = 50;
export const ABOUT_MAX = 4_000;

const limit = wholeNumber(1, LIMIT_MAX).default(LIMIT_DEFAULT);

export const ListPeopleQuery = z.object({
  siteId: z.uuid("must be a UUID").exactOptional().describe("Only people who wrote on this site."),
  q: longText(SEARCH_MAX)
    .exactOptional()
    .describe(
      "Words or parts of words. All of them have to occur in a visitor's name, email and external id together.",
    ),
  order: z
    .enum(PEOPLE_ORDERS, "must be lastMessage, firstSeen or conversations")
    .default("lastMessage")
    .describe(
      "`lastMessage` and `firstSeen` list the newest first, and `conversations` those with the most conversations.",
    ),
  limit,
  cursor: z.string().exactOptional().describe("The last page's `nextCursor`, with the same parameters."),
});
export type ListPeopleQuery = z.infer<typeof ListPeopleQuery>;

export const PersonConversationsQuery = z.object({
  limit,
  cursor: z.string().exactOptional().describe("The last page's `nextCursor`."),
});
export type PersonConversationsQuery = z.infer<typeof PersonConversationsQuery>;

export const UpdatePersonBody = z
  .object({
    about: longText(ABOUT_MAX)
      .nullable()
      .exactOptional()
      .describe("What the team notes about the person, for itself. Null removes it."),
    blocked: z
      .boolean("must be true or false")
      .exactOptional()
      .describe("Whether messages of all their visitors on this site are rejected."),
  })
  .meta({ examples: [{ about: "Buys for three schools. Wants invoices by post." }] });
export type UpdatePersonBody = z.infer<typeof UpdatePersonBody>;

export const MergePersonBody = z.object({ into: uuid.describe("Any visitor of the person who stays.") });

const details = {
  name: z.string().exactOptional(),
  email: z.string().exactOptional(),
  emailConfirmed: z
    .boolean()
    .describe("Whether they used a link that was emailed to exactly this address, or their site vouches for it."),
  phone: z.string().exactOptional(),
  externalId: z
    .string()
    .exactOptional()
    .describe("The site's own id for the visitor. Unless they're verified, it's only a label."),
  verified: z.boolean().describe("Whether the site's server has vouched for `externalId`."),
  language: z.string().exactOptional(),
  blocked: z.literal(true).exactOptional(),
  firstSeenAt: dateTime,
  conversationCount: z.int(),
};

/** Someone who wrote on a site: one visitor, or several that the team merged. */
export const PersonJson = z
  .strictObject({
    id: z.uuid().describe("The visitor that represents them. It changes if they're merged into someone else."),
    siteId: z.uuid(),
    siteName: z.string(),
    ...details,
    lastMessageAt: dateTime.exactOptional().describe("Absent if no conversation is left."),
    visitorCount: z.int().describe("How many visitors they are. More than 1 if they're merged."),
  })
  .meta({ id: "Person" });
export type PersonJson = z.infer<typeof PersonJson>;

/** One of the visitors that a person is. */
export const PersonVisitorJson = z
  .strictObject({
    id: z.uuid(),
    ...details,
    attributes: z
      .array(AttributeJson)
      .exactOptional()
      .describe("What your server and the page say about them, your server’s first. Absent without any."),
    about: z
      .string()
      .exactOptional()
      .describe("What the team noted about them. The one of the person's own id is shown first."),
    merged: z
      .strictObject({
        at: dateTime,
        by: z.uuid(),
        undoUntil: dateTime.exactOptional().describe("Absent if it's too late."),
      })
      .exactOptional()
      .describe(
        "When a teammate merged this visitor into another one, and who. Absent for the one that represents them.",
      ),
  })
  .meta({ id: "PersonVisitor" });
export type PersonVisitorJson = z.infer<typeof PersonVisitorJson>;

export const PersonFileJson = z
  .strictObject({
    conversationId: z.uuid(),
    senderType: z.enum(["visitor", "owner"]),
    createdAt: dateTime,
    file: FileJson,
  })
  .meta({ id: "PersonFile" });
export type PersonFileJson = z.infer<typeof PersonFileJson>;

export const PersonResponse = z.strictObject({
  person: PersonJson,
  visitors: z.array(PersonVisitorJson).describe("The visitors that they are, the one that represents them first."),
  suggestions: z
    .array(PersonJson)
    .describe(
      "Up to 5 people of the site who confirmed the same email address. What's only claimed is never suggested.",
    ),
  files: z.array(PersonFileJson).describe("The newest 30 files in their conversations."),
  notes: z.array(NoteJson).describe("The newest 30 notes in their conversations."),
});
export type PersonResponse = z.infer<typeof PersonResponse>;

export const PeopleResponse = z.strictObject({
  people: z.array(PersonJson),
  nextCursor: z.string().exactOptional(),
});
export type PeopleResponse = z.infer<typeof PeopleResponse>;

export const PersonConversationsResponse = ConversationListResponse;
