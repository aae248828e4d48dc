import { z } from "zod";

export const PresenceBody = z.object({
  leaving: z.literal(true, "must be true").exactOptional().describe("The conversation is no longer in view."),
});
export type PresenceBody = z.infer<typeof PresenceBody>;
