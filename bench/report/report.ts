import { describeMachine } from "../measure/machine.ts";
import { type Outcome, resultTable } from "./table.ts";

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
