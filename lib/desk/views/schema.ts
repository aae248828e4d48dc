import { z } from "zod";
import { oneLine } from "#platform/text.ts";
import { dateTime } from "#platform/timestamp.ts";
import { uuid } from "#platform/uuid.ts";
import { tabOf } from "../conversations/filter.ts";
import { ListConversationsQuery, ORDER_RULE, RANGE_RULE } from "../conversations/schema.ts";
import { VIEW_NAME_MAX } from "./name-length.ts";

const { limit: _, cursor: __, ...Fields } = ListConversationsQuery.shape;

/** What a view lists. Each is also a list of the inbox, which has tabs. */
export const ViewFilter = z
  .strictObject(Fields)
  .refine((filter) => tabOf(filter) !== undefined, {
    path: ["status"],
    error: "must be open with snoozed false, closed alone or left out for another tab",
  })
  .refine(...ORDER_RULE)
  .refine(...RANGE_RULE)
  .describe(
    "The parameters of `GET /conversations`, those of one tab of the inbox: `status` open with `snoozed` false, `status` closed, `snoozed` true, `spam` true, or none of these. `me` is the reader, also in a shared view.",
  );
export type ViewFilter = z.infer<typeof ViewFilter>;

const name = oneLine(VIEW_NAME_MAX).refine((value) => value.trim() === value, "must not begin or end with a space");
const personal = z.boolean("must be true or false").describe("Whether only the caller sees it.");

const EXAMPLE = {
  name: "Waiting since yesterday",
  filter: { status: "open", snoozed: "false", waitingFor: "1d" },
};

export const CreateViewBody = z
  .object({ name, filter: ViewFilter, personal: personal.default(true) })
  .meta({ examples: [EXAMPLE] });
export type CreateViewBody = z.infer<typeof CreateViewBody>;

export const UpdateViewBody = z
  .object({
    name: name.exactOptional(),
    filter: ViewFilter.exactOptional(),
    personal: personal.exactOptional(),
  })
  .meta({ examples: [{ name: "Waiting since yesterday" }] });
export type UpdateViewBody = z.infer<typeof UpdateViewBody>;

export const ViewParams = z.object({ viewId: uuid });

export const Broken = z.enum(["label", "assignee", "filter"]);
export type Broken = z.infer<typeof Broken>;

export const ViewJson = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    filter: z.strictObject(Fields).describe("The parameters of `GET /conversations`."),
    personal: z.boolean().describe("Whether only the caller sees it. Others are shared by the workspace."),
    broken: Broken.exactOptional().describe(
      "Present if it finds nothing: its label was deleted, its assignee left, or this version doesn't know its filter.",
    ),
    createdAt: dateTime,
    updatedAt: dateTime,
  })
  .meta({ id: "View" });
export type ViewJson = z.infer<typeof ViewJson>;

export const ViewResponse = z.strictObject({ view: ViewJson });
export const ViewListResponse = z.strictObject({ views: z.array(ViewJson) });

export const ViewCount = z
  .strictObject({
    viewId: z.uuid(),
    count: z.int().describe("At most 100."),
    isAtLeast: z.boolean().describe("Whether there may be more."),
  })
  .meta({ id: "ViewCount" });
export type ViewCount = z.infer<typeof ViewCount>;

export const ViewCountsResponse = z.strictObject({ counts: z.array(ViewCount) });
