import { countingRows } from "../move/row-counter.ts";
import { StartError } from "../start-error.ts";
import { readBackup } from "./backup-reader.ts";
import type { Head } from "./parts.ts";

/** Reads a backup to its end and throws StartError where anything of it is not as it was written. */
export function verifyBackup(path: string, signal?: AbortSignal): Promise<Head> {
  return readBackup(
    path,
    {
      async table({ table, rows: expected }, rows) {
        let found = 0;
        const count = countingRows((counted) => {
          found = counted;
        });
        for await (const piece of rows) count(piece);
        if (found === expected) return;
        throw new StartError(`the file is damaged (${table} has other rows than it should), and nothing was changed`);
      },
    },
    signal,
  );
}

const ENOUGH = new Error("enough was read");

/** Whether a file is a backup, by its beginning. */
export async function isBackup(path: string): Promise<boolean> {
  const found = await readBackup(path, {
    head: () => Promise.reject(ENOUGH),
    table: () => Promise.reject(ENOUGH),
  }).catch((error: unknown) => error);
  return found === ENOUGH;
}
