import { z } from "zod";
import { dateTime } from "#platform/timestamp.ts";
import { uuid } from "#platform/uuid.ts";
import { ListConversationsQuery, RANGE_RULE, UpdateConversationBody } from "../conversations/schema.ts";

const IDS_MAX = 1_000;
/** How many conversations one bulk change changes at most. */
export const CONVERSATIONS_MAX = 10_000;

const { q: _q, limit: _limit, cursor: _cursor, ...filters } = ListConversationsQuery.shape;

/** The filters of `GET /conversations`. */
export const MatchingQuery = z.object(filters).refine(...RANGE_RULE);
// In a body, a filter that's misspelled would match all.
const Matching = z.strictObject(filters).refine(...RANGE_RULE);

const { status, spam, starred, labels, noReplyNeeded, snooze, assignee } = UpdateConversationBody.shape;
const changes = { status, spam, starred, labels, noReplyNeeded, snooze, assignee };

const Change = z
  .strictObject(changes)
  .refine((change) => Object.keys(change).length > 0, "must have a change")
  .meta({ examples: [{ status: "closed" }] });
/** What's done to each conversation of a set. */
export type Change = z.infer<typeof Change>;

export const CreateBulkChangeBody = z
  .object({
    change: Change.describe("As `PATCH /conversations/{conversationId}` has it."),
    conversationIds: z
      .array(uuid)
      .min(1, "must have at least one id")
      .max(IDS_MAX, `must have at most ${IDS_MAX} ids`)
      .exactOptional()
      .describe(`The conversations, at most ${IDS_MAX}.`),
    filter: Matching.exactOptional().describe(
      `All conversations that match these filters now, as in \`GET /conversations\`. The first ${CONVERSATIONS_MAX.toLocaleString("en")} of its list, if there are more.`,
    ),
    asOf: z.iso
      .datetime({ offset: true, error: "must be a time" })
      .exactOptional()
      .describe(
        "With `filter`: leaves out what was written in since. `GET /conversations/bulk` has it with its count.",
      ),
  })
  .refine(({ conversationIds, filter }) => (conversationIds === undefined) !== (filter === undefined), {
    path: ["conversationIds"],
    error: "must be given, or filter, but not both",
  })
  .meta({ examples: [{ change: { status: "closed" }, filter: { status: "open", snoozed: "false" } }] });
export type CreateBulkChangeBody = z.infer<typeof CreateBulkChangeBody>;

export const BulkChangeParams = z.object({ bulkChangeId: uuid });

export const BulkChangeState = z.enum(["running", "done", "undoing", "undone", "failed"]);
export type BulkChangeState = z.infer<typeof BulkChangeState>;

export const BulkChangeJson = z
  .strictObject({
    id: z.uuid(),
    state: BulkChangeState.describe("`failed`: you lost access to the workspace before it was done."),
    total: z.int().describe("How many conversations it's about."),
    moreMatch: z.literal(true).exactOptional().describe("Present if more conversations matched than `total`."),
    changed: z.int().describe("How many were changed so far."),
    skipped: z
      .int()
      .describe(
        "How many were left as they are so far: they changed after the request, were so already, or the change isn't possible.",
      ),
    restored: z.int().describe("How many are as before again, if it's undone."),
    createdAt: dateTime,
    undoUntil: dateTime.exactOptional().describe("Until when it can be undone, once it's done."),
  })
  .meta({ id: "BulkChange" });
export type BulkChangeJson = z.infer<typeof BulkChangeJson>;
export const BulkChangeResponse = z.strictObject({ bulkChange: BulkChangeJson });

export const MatchingResponse = z.strictObject({
  matching: z.strictObject({
    count: z.int().describe(`At most ${CONVERSATIONS_MAX.toLocaleString("en")}.`),
    moreMatch: z.literal(true).exactOptional().describe("Present if more conversations match."),
    asOf: dateTime.describe("When they were counted."),
  }),
});
