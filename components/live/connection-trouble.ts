import type { LiveState } from "#client/live-connection.ts";

/** A connection that is remade at once is nobody's concern. */
export const PATIENCE_MS = 4000;

/** Since when nothing has been coming in; undefined while it does, by whatever way. */
export function troubleSince({ phase, since }: LiveState): number | undefined {
  return phase === "down" || phase === "connecting" ? since : undefined;
}
