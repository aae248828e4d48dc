/** A reason not to start that the operator can fix. Its message is one line. */
export class StartError extends Error {
  override readonly name = "StartError";
}

const REASONS: Record<string, string> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EACCES: "this account doesn't have permission",
  EPERM: "this account doesn't have permission",
  EROFS: "the disk is read-only",
  ENOENT: "the folder doesn't exist and can't be created",
  EISDIR: "a folder is where a file should be",
  ENOTDIR: "a file is where a folder should be",
  EEXIST: "a file is where a folder should be",
};

/** Explains in one line why `what` failed, in clearer words than the system's. */
export function startErrorFrom(error: unknown, what: string, place?: string): StartError {
  if (error instanceof StartError) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const named = error instanceof Error && "path" in error ? String(error.path) : place;
  const path = named === undefined ? "" : `${named}: `;
  const message = error instanceof Error ? error.message : String(error);
  return new StartError(`${what}: ${path}${REASONS[code] ?? firstLine(message)}`, { cause: error });
}

/** Returns the line of a program's output that has the reason for its failure. */
export function reasonIn(output: string): string {
  if (/No space left on device/.test(output)) return "the disk is full";
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  const telling =
    lines.findLast((line) => /\b(FATAL|PANIC|fatal|error)\b/.test(line)) ?? lines.at(-1) ?? "no reason given";
  return telling.replace(/^.*?(FATAL|PANIC|error):\s*/, "");
}

const firstLine = (text: string) => text.split("\n", 1)[0] ?? "";
