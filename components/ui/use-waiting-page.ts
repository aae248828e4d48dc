import { useSyncExternalStore } from "react";
import { type WaitingPage, waitingPage } from "./reach.ts";

/** The page that was chosen while the server couldn't be reached, if any. */
export function useWaitingPage(): WaitingPage | undefined {
  const { subscribe, get } = waitingPage;
  return useSyncExternalStore(subscribe, get, get).page;
}
