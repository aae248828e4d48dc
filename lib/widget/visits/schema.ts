import { z } from "zod";
import { oneLine } from "#platform/text.ts";
import { dateTime } from "#platform/timestamp.ts";
import { AttributeJson } from "../../desk/attributes/schema.ts";
import { ConversationStatus } from "../../desk/conversations/schema.ts";

export const VisitBody = z
  .object({
    pageUrl: oneLine(1000)
      .exactOptional()
      .describe("The page the visitor is on. Only an http or https page is stored, without its query string."),
    language: oneLine(200).exactOptional().describe("A BCP 47 tag. Anything else is left out."),
    timeZone: oneLine(200).exactOptional().describe("A name from the time zone database. Anything else is left out."),
  })
  .meta({ examples: [{ pageUrl: "https://shop.example.com/blue", language: "en", timeZone: "Europe/Oslo" }] });
export type VisitBody = z.infer<typeof VisitBody>;

/** The visitor of a conversation, as the owner sees them next to it. */
export const ConversationVisitorJson = z
  .strictObject({
    id: z.uuid(),
    personId: z
      .uuid()
      .describe("The person (`/people/{visitorId}`): the visitor that represents all who are merged with this one."),
    name: z.string().exactOptional(),
    email: z.string().exactOptional(),
    externalId: z
      .string()
      .exactOptional()
      .describe("The site's own id for the visitor. Unless they're verified, it's only a label."),
    verified: z.boolean().describe("Whether the site's server has vouched for the visitor."),
    firstSeenAt: dateTime,
    attributes: z
      .array(AttributeJson)
      .exactOptional()
      .describe("What your server and the page say about them, your server’s first. Absent without any."),
    hasCard: z
      .literal(true)
      .exactOptional()
      .describe("`GET /conversations/{conversationId}/card` has your server’s card about them."),
    details: z
      .strictObject({
        browser: z.string().exactOptional().describe("Without its version."),
        system: z.string().exactOptional().describe("Without its version."),
        language: z.string().exactOptional(),
        timeZone: z.string().exactOptional(),
        pages: z
          .array(z.strictObject({ url: z.string(), at: dateTime }))
          .describe("The pages visited during the conversation, oldest first: the first one and the last 49."),
      })
      .exactOptional()
      .describe("Absent if the site doesn't collect details."),
    conversations: z
      .array(
        z.strictObject({
          id: z.uuid(),
          status: ConversationStatus,
          lastMessageAt: dateTime,
          lastMessagePreview: z.string(),
        }),
      )
      .describe("The person's other conversations, at most 10, newest first."),
    conversationCount: z.int().describe("How many conversations the person has, including this one."),
    openConversationId: z
      .uuid()
      .exactOptional()
      .describe("Another open conversation of the person, by a visitor who is merged with this one."),
  })
  .meta({ id: "ConversationVisitor" });
export type ConversationVisitorJson = z.infer<typeof ConversationVisitorJson>;

export const ConversationVisitorResponse = z.strictObject({ visitor: ConversationVisitorJson });
