/** A handler that throws hurts neither us nor the others; its error is told as those of other listeners are. */
export function runHandler(handler: (count?: number) => void, count?: number): void {
  try {
    handler(count);
  } catch (error) {
    reportError(error);
  }
}
