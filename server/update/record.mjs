import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";

/**
 * What an update has done so far, beside the versions, where only the one who updates can write. `preparing` can be begun again,
 * `switched` has to be proved or undone, `proved` and `back` are over.
 * @typedef {{ from: string, to: string, step: "preparing" | "switched" | "proved" | "back", at: string }} UpdateRecord
 */

/**
 * @param {string} path
 * @returns {UpdateRecord | undefined}
 */
export function readRecord(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

/**
 * Writes a record that's on the disk, whole, when this returns.
 * @param {string} path
 * @param {Omit<UpdateRecord, "at">} record
 */
export function writeRecord(path, record) {
  const unfinished = `${path}.new`;
  const file = openSync(unfinished, "w", 0o600);
  writeSync(file, `${JSON.stringify({ ...record, at: new Date().toISOString() })}\n`);
  fsyncSync(file);
  closeSync(file);
  renameSync(unfinished, path);
  const folder = openSync(dirname(path), "r");
  fsyncSync(folder);
  closeSync(folder);
}
