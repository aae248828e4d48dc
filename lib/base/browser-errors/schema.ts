import { z } from "zod";
import { ERROR_NAMES, FRAMES_MAX } from "./rules.ts";

/** Where in a built script something failed: the script's file name, its line and its column. */
const BrowserFrame = z.string().regex(/^[\w~-]{1,60}\.js:\d{1,6}:\d{1,8}$/, "must be a file name, a line and a column");

/** What failed in a browser. It has no field for a message, because a message may quote what people wrote. */
export const BrowserErrorBody = z
  .object({
    name: z.enum(ERROR_NAMES).describe("The error's name, `Error` if it's none of these"),
    area: z.enum(["account", "chat", "dashboard"]).describe("The pages it happened on"),
    frames: z.array(BrowserFrame).max(FRAMES_MAX).describe("The innermost frames of its stack"),
  })
  .meta({ examples: [{ name: "TypeError", area: "dashboard", frames: ["0b3x3c5j27x-z.js:1:2345"] }] });
export type BrowserErrorBody = z.infer<typeof BrowserErrorBody>;
