import { z } from "zod";
import { readTime } from "#platform/timestamp.ts";
import { uuid } from "#platform/uuid.ts";

const SNOOZE_DAYS_MAX = 366;
const DAY_MS = 86_400_000;
const until = `must be a time in the next ${SNOOZE_DAYS_MAX} days, or null`;

const wakingTime = z.iso.datetime({ offset: true, error: until }).refine((time) => {
  const ahead = readTime(time).getTime() - Date.now();
  return ahead > 0 && ahead <= SNOOZE_DAYS_MAX * DAY_MS;
}, until);

const some = z.array(uuid).max(100, "must have at most 100 ids").exactOptional();

/** What an owner does with a conversation besides replying to it and closing it. */
export const TriageFields = {
  starred: z.boolean("must be true or false").exactOptional(),
  labels: z
    .object({ add: some, remove: some })
    .refine(({ add = [], remove = [] }) => !add.some((id) => remove.includes(id)), "must not add what it removes")
    .exactOptional()
    .describe("Ids of labels. A conversation can have up to 10."),
  noReplyNeeded: z
    .boolean("must be true or false")
    .exactOptional()
    .describe(
      "True: what the visitor wrote so far needs no reply. `waitingSince` goes, the conversation is read and stays open, and it doesn't count as a reply. The visitor's next message begins a new wait. False takes it back.",
    ),
  snooze: z
    .object({ until: wakingTime.nullable().describe("When the conversation wakes. Null: when the visitor replies.") })
    .nullable()
    .exactOptional()
    .describe("Snoozes the conversation, which stays open. Null wakes it. Only open conversations can be snoozed."),
};

const TriageBody = z.object(TriageFields);
export type TriageBody = z.infer<typeof TriageBody>;
