import { useEffectEvent, useLayoutEffect } from "react";

/** What can be done from the keyboard, by the place in the page that offers it at the time. */
export type CommandName = "next" | "previous" | "reply" | "toggle" | "unread" | "spam" | "block" | "delete" | "search";

// Written by effects only, which run in the browser: on the server it would be everybody's.
const offered = new Map<CommandName, { label: string; run: () => void }>();

/** Offers a command while the component is there. */
export function useCommand(name: CommandName, label: string, run: () => void): void {
  const onRun = useEffectEvent(run);
  useLayoutEffect(() => {
    const command = { label, run: () => onRun() };
    offered.set(name, command);
    return () => {
      if (offered.get(name) === command) offered.delete(name);
    };
  }, [name, label]);
}

/** Runs a command. Whether anything offers it. */
export function runCommand(name: CommandName): boolean {
  const command = offered.get(name);
  command?.run();
  return command !== undefined;
}

/** The words of a command, where it is offered now. */
export const commandLabel = (name: CommandName) => offered.get(name)?.label;
