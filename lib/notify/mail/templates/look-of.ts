import type { MailLook } from "#platform/mail/message.ts";
import { textColorOn } from "../../../sites/sites/contrast.ts";
import { type Language, languageOf } from "../../../sites/sites/languages.ts";

/** Returns the look of an email about a site: its color, and the reader's time zone if it's known. */
export const lookOf = (background: string, timeZone: string | null): MailLook => ({
  color: { background, text: textColorOn(background) },
  ...(timeZone !== null && { timeZone }),
});

/** The look of an email in a visitor's own language. */
export type VisitorLook = MailLook & { language: Language };

/** Returns the look of an email to a visitor, in their language, or English if that isn't known. */
export const visitorLookOf = ({
  accentColor,
  language,
}: {
  accentColor: string;
  language: string | null;
}): VisitorLook => ({
  ...lookOf(accentColor, null),
  language: languageOf(language),
});
