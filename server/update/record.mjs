import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";

/**
 * What the last update that came to the switch has done, beside the versions, where only the one who updates can write. `switched` has
 * to be proved or undone, and `going-back` to be ended. `proved`, `back` and `failed` are over: the last one is a release without a way back that couldn't be proved.
 * @typedef {{
 *   from: string, to: string, at?: string,
 *   step: "switched" | "going-back" | "proved" | "back" | "failed",
 *   service: import("./service.mjs").Service,
 *   hasWayBack: boolean,
 * }} UpdateRecord
 */

/**
 * @param {string} path
 * @returns {UpdateRecord | undefined}
 */
export function readRecord(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw new Error(`${path}, which says how far the last update came, can't be read: ${error.message}`);
  }
}

/**
 * Writes a record that's on the disk, whole, when this returns.
 * @param {string} path
 * @param {UpdateRecord} record
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
