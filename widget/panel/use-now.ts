import { useEffect, useState } from "preact/hooks";

const TICK_MS = 30_000;

/** The time, often enough for "5 minutes ago". */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
