import { z } from "zod";
import { longText, oneLine } from "#platform/text.ts";
import { dateTime } from "#platform/timestamp.ts";
import { uuid } from "#platform/uuid.ts";
import { MESSAGE_MAX } from "../messages/message-length.ts";
import { addedLabels, SnoozeAfter } from "../messages/schema.ts";
import { SAVED_REPLY_NAME_MAX } from "./name-length.ts";
import { readTemplate } from "./template.ts";

const name = oneLine(SAVED_REPLY_NAME_MAX).refine(
  (value) => value.trim() === value,
  "must not begin or end with a space",
);

const body = longText(MESSAGE_MAX)
  .check(({ value, issues }) => {
    for (const part of readTemplate(value)) {
      if (part.type !== "unknown") continue;
      issues.push({ code: "custom", message: `${part.text} isn't a variable`, input: value });
    }
  })
  .describe(
    "The text, with variables that are filled in when it's inserted: `{{visitor.name}}`, `{{visitor.first_name}}`, `{{visitor.email}}`, `{{site.name}}` and `{{my.name}}`, each with an optional fallback, such as `{{visitor.first_name|there}}`. `{{?order number}}` is a blank to fill in by hand.",
  );

const personal = z.boolean("must be true or false").describe("Whether only the caller sees it.");

/** What a saved reply does besides its text, once a person has sent it. */
export const SavedReplyActions = z
  .object({
    labels: addedLabels.exactOptional().describe("The ids of labels to add. Deleted ones are left out when it's used."),
    assignee: z
      .union([z.enum(["me", "none"]), uuid], "must be me, none or a UUID")
      .exactOptional()
      .describe("Who gets the conversation: the sender, no one, or this member."),
    snooze: SnoozeAfter.exactOptional().describe(
      "When it wakes, by the sender's clock. Can't be combined with `close`.",
    ),
    close: z.literal(true, "must be true").exactOptional(),
  })
  .refine(({ close, snooze }) => !(close && snooze), { path: ["snooze"], error: "can't be combined with close" });
export type SavedReplyActions = z.infer<typeof SavedReplyActions>;

const actions = SavedReplyActions.describe(
  "What the dashboard offers to do with the conversation once the reply is sent, as `actions` and `close` of `POST /conversations/{conversationId}/messages`. An empty object removes them.",
);

const EXAMPLE = { name: "Refund", body: "Hi {{visitor.first_name|there}}, I refunded order {{?order number}}." };

export const CreateSavedReplyBody = z
  .object({ name, body, personal: personal.default(false), actions: actions.default({}) })
  .meta({ examples: [EXAMPLE] });
export type CreateSavedReplyBody = z.infer<typeof CreateSavedReplyBody>;

export const UpdateSavedReplyBody = z
  .object({
    name: name.exactOptional(),
    body: body.exactOptional(),
    personal: personal.exactOptional(),
    actions: actions.exactOptional(),
  })
  .meta({ examples: [EXAMPLE] });
export type UpdateSavedReplyBody = z.infer<typeof UpdateSavedReplyBody>;

export const SavedReplyParams = z.object({ savedReplyId: uuid });

export const SavedReplyJson = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    body: z.string(),
    personal: z.boolean().describe("Whether only the caller sees it. Others are shared by the workspace."),
    actions: SavedReplyActions,
    createdAt: dateTime,
    updatedAt: dateTime,
  })
  .meta({ id: "SavedReply" });
export type SavedReplyJson = z.infer<typeof SavedReplyJson>;

export const SavedReplyResponse = z.strictObject({ savedReply: SavedReplyJson });
export const SavedReplyListResponse = z.strictObject({ savedReplies: z.array(SavedReplyJson) });
