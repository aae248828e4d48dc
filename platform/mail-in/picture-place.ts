import type { FoldedLines } from "./fold-lines.ts";
import type { MailPart } from "./parsed-mail.ts";

/** Returns whether a picture is shown in quoted text only, or in the signature only. */
export function placeOf(
  shownAt: NonNullable<MailPart["shownAt"]>,
  { restAt, signature }: Pick<FoldedLines, "restAt" | "signature">,
): Pick<MailPart, "isQuoted" | "isSignature"> {
  type Place = (typeof shownAt)[number];
  const isQuoted = ({ depth, line }: Place) => depth > 0 || line > restAt;
  const isBelow = ({ line }: Place) => signature !== undefined && line > signature.from && line <= signature.to;
  return {
    isQuoted: shownAt.every(isQuoted),
    isSignature: shownAt.every((place) => !isQuoted(place) && isBelow(place)),
  };
}
