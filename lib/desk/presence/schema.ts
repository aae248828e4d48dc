import { z } from "zod";

export const PresenceBody = z.object({
  leaving: z.literal(true, "must be true").exactOptional().describe("The conversation is no longer in view."),
});
export type PresenceBody = z.infer<typeof PresenceBody>;

const PersonLooking = z.strictObject({
  userId: z.uuid(),
  secondsAgo: z.int().describe("Since a tab last reported it."),
});
/** Someone who has a conversation in view. */
export type PersonLooking = z.infer<typeof PersonLooking>;

export const PresenceResponse = z.strictObject({
  people: z.array(PersonLooking).describe("Other people who have the conversation in view."),
});
