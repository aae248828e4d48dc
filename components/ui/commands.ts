import { createContext, use, useEffectEvent, useLayoutEffect, useSyncExternalStore } from "react";
import { createStore } from "#client/store.ts";

/** Keyboard commands, offered by the part of the page that can currently run them. */
export type CommandName =
  | "next"
  | "previous"
  | "reply"
  | "note"
  | "toggle"
  | "settle"
  | "unread"
  | "star"
  | "snooze"
  | "label"
  | "take"
  | "assign"
  | "giveBack"
  | "spam"
  | "block"
  | "delete"
  | "undo"
  | "search"
  | "saveView"
  | "filterByPage";

// Only effects write to it, so only in the browser: on the server, all requests would share it.
const offered = new Map<CommandName, { label: string; run: () => void }>();
const changes = createStore({ count: 0 });
const holds = new Set<object>();

const noteChange = () => changes.set({ count: changes.get().count + 1 });

/** Whether the components below offer their commands. They don't while something else covers them. */
export const CommandsContext = createContext(true);

/** Offers a command while the component is mounted and has a label for it. */
export function useCommand(name: CommandName, label: string | undefined, run: () => void): void {
  const onRun = useEffectEvent(run);
  const isOffered = use(CommandsContext);
  useLayoutEffect(() => {
    if (!isOffered || label === undefined) return;
    const command = { label, run: () => onRun() };
    offered.set(name, command);
    noteChange();
    return () => {
      if (offered.get(name) !== command) return;
      offered.delete(name);
      noteChange();
    };
  }, [name, label, isOffered]);
}

/** Runs a command. Returns whether anything offers it. */
export function runCommand(name: CommandName): boolean {
  const command = offered.get(name);
  command?.run();
  return command !== undefined;
}

/** Returns the label of a command, if it's offered now. */
export const commandLabel = (name: CommandName) => offered.get(name)?.label;

/** Returns a number that changes with the commands on offer. */
export const useCommandChanges = () => useSyncExternalStore(changes.subscribe, changes.get, changes.get).count;

/** Has single keys do nothing for a moment, because they're meant for something that isn't on the page yet. */
export function useHeldKeys(isHeld: boolean): void {
  useLayoutEffect(() => {
    if (!isHeld) return;
    const hold = {};
    holds.add(hold);
    return () => void holds.delete(hold);
  }, [isHeld]);
}

export const areKeysHeld = () => holds.size > 0;
