/** Returns an error's first line. */
export const reasonOf = (error: unknown): string =>
  ((error instanceof Error ? error.message : String(error)).trim().split("\n")[0] ?? "").replace(/\.$/, "");
