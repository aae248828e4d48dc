import { createContext, use, useEffectEvent, useLayoutEffect } from "react";

/** What can be done from the keyboard, by the place in the page that offers it at the time. */
export type CommandName = "next" | "previous" | "reply" | "toggle" | "unread" | "spam" | "block" | "delete" | "search";

// Written by effects only, which run in the browser: on the server it would be everybody's.
const offered = new Map<CommandName, { label: string; run: () => void }>();

/** Whether what's below offers its commands: not while something else takes its place. */
export const CommandsContext = createContext(true);

/** Offers a command while the component is there and has a label for it. */
export function useCommand(name: CommandName, label: string | undefined, run: () => void): void {
  const onRun = useEffectEvent(run);
  const isOffered = use(CommandsContext);
  useLayoutEffect(() => {
    if (!isOffered || label === undefined) return;
    const command = { label, run: () => onRun() };
    offered.set(name, command);
    return () => {
      if (offered.get(name) === command) offered.delete(name);
    };
  }, [name, label, isOffered]);
}

/** Runs a command. Whether anything offers it. */
export function runCommand(name: CommandName): boolean {
  const command = offered.get(name);
  command?.run();
  return command !== undefined;
}

/** The words of a command, where it is offered now. */
export const commandLabel = (name: CommandName) => offered.get(name)?.label;
