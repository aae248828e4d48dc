const MARK = /^number (\d+)$/;

/** The text of a message, with its number. */
export const markedText = (number: number) => `number ${number}`;

/** The number of a message, if it's one that the bench sent. */
export function numberIn(text: string): number | undefined {
  const [, digits] = MARK.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
