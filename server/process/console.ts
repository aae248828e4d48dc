/** Prints a line for the operator. Output for machines goes through platform/log.ts. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints an error for the operator, on one line. */
export function printError(line: string): void {
  process.stderr.write(`${line}\n`);
}

// The terminal may be closed, or the disk full. Output that fails must not end the process.
for (const output of [process.stdout, process.stderr]) output.on("error", () => undefined);
