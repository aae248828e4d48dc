/** Runs a handler. If it throws, the error is reported like any listener's, and the other handlers still run. */
export function runHandler(handler: (count?: number) => void, count?: number): void {
  try {
    handler(count);
  } catch (error) {
    reportError(error);
  }
}
