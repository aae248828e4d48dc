import { useSyncExternalStore } from "react";
import type { LiveState } from "#client/live-connection.ts";
import { useLive } from "./live-provider.tsx";

const AT_FIRST: LiveState = { phase: "connecting", since: 0 };

export function useConnection(): LiveState {
  const { state } = useLive().connection;
  return useSyncExternalStore(state.subscribe, state.get, () => AT_FIRST);
}
