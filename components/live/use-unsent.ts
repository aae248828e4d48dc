import { useSyncExternalStore } from "react";
import type { Unsent } from "#client/unsent.ts";
import { useLive } from "./live-provider.tsx";

const NONE: { unsent: Unsent[] } = { unsent: [] };

/** Returns all replies in this browser that the server hasn't stored yet. */
export function useUnsent(): Unsent[] {
  const { state } = useLive().replies;
  return useSyncExternalStore(state.subscribe, state.get, () => NONE).unsent;
}
