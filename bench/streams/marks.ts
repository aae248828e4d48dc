const MARK = /"body":"(owner|visitor) says (\d+)"/g;

/** What is sent: it says whose it is, and its number. */
export const markedText = (from: "owner" | "visitor", number: number) => `${from} says ${number}`;

/** The numbers of the other side's messages in a piece of a stream. */
export function heardIn(text: string, listener: "owner" | "visitor"): number[] {
  return [...text.matchAll(MARK)].filter(([, from]) => from !== listener).map(([, , number]) => Number(number));
}
