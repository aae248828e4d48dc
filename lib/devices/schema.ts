import { z } from "zod";
import { uuid } from "#platform/uuid.ts";

/** A push message's `data.receipt`, and what the browser did with the message. */
export const ReceiptBody = z.object({
  receipt: uuid,
  event: z.enum(["shown", "clicked"], "must be shown or clicked"),
});
export type ReceiptBody = z.infer<typeof ReceiptBody>;
