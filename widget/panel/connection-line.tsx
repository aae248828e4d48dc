/** @jsxImportSource preact */
import { useEffect, useState } from "preact/hooks";
import type { LiveState } from "#client/live.ts";
import { say } from "./words.ts";

/** Most interruptions are over before anybody has noticed. */
const WORTH_SAYING_MS = 4000;

/** Says that the connection is gone, once that has lasted, until it is back. */
export function ConnectionLine({ connection, isOnline }: { connection: LiveState; isOnline: boolean }) {
  const { phase, since } = connection;
  // A browser without a network may not have noticed yet that the stream is dead.
  const isGone = phase === "connecting" || phase === "down" || !isOnline;
  const [isLate, setLate] = useState(false);

  useEffect(() => {
    setLate(false);
    if (!isGone) return;
    const timer = setTimeout(
      () => setLate(true),
      isOnline ? Math.max(0, since + WORTH_SAYING_MS - Date.now()) : WORTH_SAYING_MS,
    );
    return () => clearTimeout(timer);
  }, [isGone, isOnline, since]);

  return (
    <p class="connection" role="status">
      {isGone && isLate && say(isOnline ? "connecting" : "offline")}
    </p>
  );
}
