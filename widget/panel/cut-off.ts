import type { LivePhase } from "#client/live-connection.ts";

/** Most interruptions end before anyone notices. */
const WORTH_SAYING_MS = 4000;

/** Shows that the connection is down once that has lasted, and immediately when it's back. */
export function createCutOff(show: (isCutOff: boolean) => void) {
  let phase: LivePhase = "connecting";
  let timer: ReturnType<typeof setTimeout> | undefined;

  const look = () => {
    // A browser without a network may not have noticed yet that the stream is dead.
    const isGone = phase === "connecting" || phase === "down" || !navigator.onLine;
    if (!isGone) {
      clearTimeout(timer);
      timer = undefined;
      show(false);
    } else timer ??= setTimeout(show, WORTH_SAYING_MS, true);
  };

  return {
    look,
    setPhase: (now: LivePhase) => {
      phase = now;
      look();
    },
  };
}
