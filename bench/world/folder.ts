import { mkdirSync } from "node:fs";
import { join } from "node:path";

/** What the bench keeps between runs, and what it writes on the way; ignored by git. */
export function benchFolder(...parts: string[]): string {
  const folder = join(".bench", ...parts);
  mkdirSync(folder, { recursive: true });
  return folder;
}
