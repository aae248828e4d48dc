/** @jsxImportSource preact */
import { useEffect, useState } from "preact/hooks";
import type { LiveState } from "#client/live.ts";
import { say } from "./words.ts";

/** Most interruptions are over before anybody has noticed. */
const WORTH_SAYING_MS = 4000;

/** Says that the connection is gone, once that has lasted, until it is back. */
export function ConnectionLine({ connection, isOnline }: { connection: LiveState; isOnline: boolean }) {
  const { phase, since } = connection;
  const isGone = phase === "connecting" || phase === "down";
  const [isLate, setLate] = useState(false);

  useEffect(() => {
    setLate(false);
    if (!isGone) return;
    const timer = setTimeout(() => setLate(true), Math.max(0, since + WORTH_SAYING_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [isGone, since]);

  return (
    <p class="connection" role="status">
      {isGone && isLate && say(isOnline ? "connecting" : "offline")}
    </p>
  );
}
