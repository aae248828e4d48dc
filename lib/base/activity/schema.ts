import { z } from "zod";
import { wholeNumber } from "#platform/query-parameter.ts";
import { dateTime } from "#platform/timestamp.ts";
import { uuid } from "#platform/uuid.ts";
import { ACTIONS } from "./actions.ts";

const LIMIT_MAX = 100;
const LIMIT_DEFAULT = 50;

export const ListActivityQuery = z.object({
  actorId: uuid.exactOptional().describe("Only what this person did."),
  action: z.enum(ACTIONS, "must be an action of the log").exactOptional(),
  siteId: uuid.exactOptional().describe("Only what concerns this site."),
  limit: wholeNumber(1, LIMIT_MAX).default(LIMIT_DEFAULT),
  cursor: z.string().exactOptional().describe("The last page's `nextCursor`, with the same filters."),
});
export type ListActivityQuery = z.infer<typeof ListActivityQuery>;

/** Something that a person, an API key, the operator or the service did. */
export const ActivityJson = z
  .strictObject({
    id: z.uuid(),
    at: dateTime,
    actorId: z.uuid().exactOptional().describe("The person. Absent for the operator and the service."),
    via: z
      .enum(["session", "key", "telegram", "email", "operator", "service", "round_robin"])
      .describe(
        "How it was done: by someone who was logged in, or by an API key, a Telegram chat, a reply by email, the operator's command line, the service or a site's round robin.",
      ),
    action: z.enum(ACTIONS),
    siteId: z.uuid().exactOptional(),
    conversationId: z.uuid().exactOptional().describe("Absent once the conversation is erased."),
    targetId: z
      .uuid()
      .exactOptional()
      .describe("The person, invitation, key, webhook, label or saved reply that it was done to."),
    actorName: z
      .string()
      .exactOptional()
      .describe("The person's name when they did it, or their email. Absent once their account is deleted."),
    targetName: z
      .string()
      .exactOptional()
      .describe("The name, or the email, of the person it was done to, when it was done. Absent like `actorName`."),
    targetEmail: z.string().exactOptional().describe("That person's email then."),
    data: z
      .record(z.string(), z.unknown())
      .describe("Ids, states, counts and names of fields. Never a text, a name or an address."),
  })
  .meta({ id: "Activity" });
export type ActivityJson = z.infer<typeof ActivityJson>;

export const ActivityListResponse = z.strictObject({
  activity: z.array(ActivityJson),
  nextCursor: z.string().exactOptional(),
});
export type ActivityListResponse = z.infer<typeof ActivityListResponse>;
