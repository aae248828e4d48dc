import { z } from "zod";

export const PresenceBody = z.object({
  leaving: z.literal(true, "must be true").exactOptional().describe("The conversation is no longer in view."),
});
export type PresenceBody = z.infer<typeof PresenceBody>;

export const PresenceResponse = z.strictObject({
  people: z
    .array(z.strictObject({ userId: z.uuid(), secondsAgo: z.int().describe("Since a tab last reported it.") }))
    .describe("Other people who have the conversation in view."),
});
