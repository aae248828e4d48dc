import { isPacked } from "../launch/project-root.mjs";

/** Prints a line for the operator. Output for machines goes through platform/log.ts. */
export function print(line: string): void {
  process.stdout.write(`${withCommandsOf(line)}\n`);
}

/** Prints an error for the operator, on one line. */
export function printError(line: string): void {
  process.stderr.write(`${withCommandsOf(line)}\n`);
}

// The terminal may be closed, or the disk full. Output that fails must not end the process.
for (const output of [process.stdout, process.stderr]) output.on("error", () => undefined);

/** Names the commands as a package has them: `site-inbox backup` instead of `npm run backup --`. */
function withCommandsOf(line: string): string {
  if (!isPacked) return line;
  return line
    .replaceAll(/\bnpm run (?:-s )?([\w:]+)(?: --(?= ))?/g, "site-inbox $1")
    .replaceAll(/\bnpm start\b/g, "site-inbox");
}
