import { useEffect, useState } from "preact/hooks";

/** Whether the browser has a network at all. */
export function useOnline(): boolean {
  const [isOnline, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const look = () => setOnline(navigator.onLine);
    for (const type of ["online", "offline"]) addEventListener(type, look);
    return () => {
      for (const type of ["online", "offline"]) removeEventListener(type, look);
    };
  }, []);
  return isOnline;
}
