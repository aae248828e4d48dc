import type { LiveState } from "#client/live-connection.ts";

/** A connection that recovers sooner isn't mentioned. */
export const PATIENCE_MS = 4000;

/** Returns since when no events have been received. Undefined while they are, by stream or by polling. */
export function troubleSince({ phase, since }: LiveState): number | undefined {
  return phase === "down" || phase === "connecting" ? since : undefined;
}
