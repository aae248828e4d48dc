import { z } from "zod";
import { dateTime } from "#platform/timestamp.ts";

/** A code that connects one Telegram chat to the person who requested it. */
export const TelegramCodeResponse = z.strictObject({
  code: z
    .string()
    .describe("Eight letters and digits. It works once.")
    .meta({ examples: ["K7RM2QXT"] }),
  url: z.url().describe("Opens Telegram with the code filled in."),
  expiresAt: dateTime,
});
export type TelegramCodeResponse = z.infer<typeof TelegramCodeResponse>;
