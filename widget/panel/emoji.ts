const PART = String.raw`\p{Emoji}(?:\p{EMod}|\uFE0F\u20E3?)?`;
const FEW = new RegExp(String.raw`^(?:\s*(?:\p{RI}{2}|${PART}(?:\u200D${PART})*)\s*){1,3}$`, "u");
// Digits and some letters count as emoji only if they're displayed as such.
const DRAWN = /\p{EPres}|\uFE0F/u;

/** Whether a text is one to three emoji and nothing else, and can be shown larger. */
export function isFewEmoji(text: string): boolean {
  return text.length < 64 && DRAWN.test(text) && FEW.test(text);
}
