/** Returns the position of the picture that a key of a gallery leads to, or undefined if the key isn't one of a gallery. */
export function pictureStep(key: string, at: number, count: number, isRightToLeft: boolean): number | undefined {
  const last = count - 1;
  if (key === "Home") return 0;
  if (key === "End") return last;
  if (key !== "ArrowLeft" && key !== "ArrowRight") return undefined;
  const isForward = (key === "ArrowRight") !== isRightToLeft;
  return Math.min(last, Math.max(0, isForward ? at + 1 : at - 1));
}
