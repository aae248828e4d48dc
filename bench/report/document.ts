import { readFileSync, writeFileSync } from "node:fs";
import { describeMachine } from "../measure/machine.ts";
import { type Outcome, resultTable } from "./table.ts";

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

type Run = { seconds: number; loadBefore: string };

/** What a whole run came to, for the document. */
export function reportOf(outcomes: Outcome[], { seconds, loadBefore }: Run): string {
  const day = new Date().toISOString().slice(0, 10);
  const facts = [
    ...describeMachine(),
    `${day}, ${Math.ceil(seconds / 60)} minutes in all, load average before the run ${loadBefore}`,
  ];
  const notes = outcomes.flatMap(({ title, result }) => (result?.notes ?? []).map((note) => `- ${title}: ${note}`));
  return `\n${facts.map((fact) => `- ${fact}`).join("\n")}\n\n${resultTable(outcomes)}\n\n${notes.join("\n")}\n`;
}
