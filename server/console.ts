/** Tells the operator, on the terminal. Everything that is for machines goes through platform/log.ts instead. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Says why the service cannot do what was asked, on one line. */
export function printError(line: string): void {
  process.stderr.write(`${line}\n`);
}

// Who reads them may have gone, or the disk under them be full: what cannot be said ends nothing.
for (const output of [process.stdout, process.stderr]) output.on("error", () => undefined);
