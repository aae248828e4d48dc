import type { AlertRow } from "./queries.ts";
import type { NextStepJson } from "./schema.ts";

type NextStep = { at: Date; what: NextStepJson["what"] };

const MINUTE_MS = 60_000;

/** Returns what happens next to a conversation that no one reads, besides the notifications that already wait. */
export function nextStep(alert: Omit<AlertRow, "conversationId">): NextStep | null {
  const { since, level, endedBy, dueAt, hasNew, minutes, hasChannel, hasBackup, summaryAt } = alert;
  const send = dueAt && hasNew ? ({ at: dueAt, what: "send" } as const) : null;
  // A new message after that begins a new wait.
  if (endedBy !== null) return send;
  const steps: NextStep[] = [];
  if (summaryAt) steps.push({ at: summaryAt, what: "summary" });
  if (send) steps.push(send);
  if (dueAt && since && minutes !== null && level < 2 && hasChannel) {
    const usesBackup = level === 0 && hasBackup;
    const at = new Date(since.getTime() + (usesBackup ? 1 : 2) * minutes * MINUTE_MS);
    steps.push({ at, what: usesBackup ? "backup" : "everyone" });
  }
  return steps.toSorted((one, other) => one.at.getTime() - other.at.getTime())[0] ?? null;
}
