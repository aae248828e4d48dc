import type { MailLook } from "#platform/mail/message.ts";
import { textColorOn } from "../../../sites/sites/contrast.ts";

/** Returns the look of an email about a site: its color, and the reader's time zone if it's known. */
export const lookOf = (background: string, timeZone: string | null): MailLook => ({
  color: { background, text: textColorOn(background) },
  ...(timeZone !== null && { timeZone }),
});
