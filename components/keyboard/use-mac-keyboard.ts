import { useSyncExternalStore } from "react";
import { isMacKeyboard } from "#client/pressed-key.ts";

const neverChanges = () => () => {};

/** Whether keys are named as on a Mac. The server doesn't know the keyboard. */
export const useMacKeyboard = () => useSyncExternalStore(neverChanges, isMacKeyboard, () => false);
