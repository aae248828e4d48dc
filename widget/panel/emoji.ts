const EMOJI = /^(?:\p{Emoji_Presentation}|\p{Emoji}\uFE0F|\p{Regional_Indicator}{2})/u;
const LONGEST = 64;
const MOST = 3;

/** Whether a text is one to three emoji and nothing else; then it may be shown larger. */
export function isFewEmoji(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed.length > LONGEST) return false;
  const letters = [...new Intl.Segmenter().segment(trimmed)].map(({ segment }) => segment).filter((one) => one.trim());
  return letters.length <= MOST && letters.every((letter) => EMOJI.test(letter));
}
