import { z } from "zod";

export const ReceiveMailResponse = z.strictObject({
  mail: z.strictObject({
    id: z.uuid(),
    repeated: z.boolean().describe("It was received before, from the same sender and for the same recipients."),
  }),
});

/** Why a received email didn't become a message. */
export type Refusal =
  | "no_address"
  | "gone"
  | "blocked"
  | "machine"
  | "empty"
  | "not_accepted"
  | "removed"
  | "too_large";
