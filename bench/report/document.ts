import { readFileSync, writeFileSync } from "node:fs";

const DOCUMENT = "docs/performance.md";
const BEGIN = "<!-- bench: written by npm run bench -->";
const END = "<!-- bench: end -->";

/** Puts a text between the markers of another, and leaves the rest as it is. */
export function replaceBetweenMarkers(document: string, text: string): string {
  const begin = document.indexOf(BEGIN);
  const end = document.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`the markers ${BEGIN} and ${END} are missing`);
  return `${document.slice(0, begin + BEGIN.length)}\n${text.trim()}\n${document.slice(end)}`;
}

export function writeDocument(text: string): void {
  writeFileSync(DOCUMENT, replaceBetweenMarkers(readFileSync(DOCUMENT, "utf8"), text));
}
