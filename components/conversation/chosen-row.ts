import { createContext, use } from "react";

type ChosenRow = {
  /** The conversation shown as selected: the open one, or the one that's loading. */
  shownId: string | undefined;
  choose: (id: string, path: string) => void;
};

export const ChosenRowContext = createContext<ChosenRow>({ shownId: undefined, choose: () => undefined });

export const useChosenRow = () => use(ChosenRowContext);

type ShownInbox = Pick<ChosenRow, "choose"> & { shownId: () => string | undefined };

let shownInbox: ShownInbox | undefined;

/** Opens a conversation as a click on its row would. Returns false outside of the inbox. */
export function chooseRow(id: string, path: string): boolean {
  shownInbox?.choose(id, path);
  return shownInbox !== undefined;
}

/** Whether a conversation is the open one, and no other is loading. */
export const isShown = (id: string) => shownInbox?.shownId() === id;

/** Registers the inbox that's shown. Returns a function that unregisters it. */
export function provideInbox(inbox: ShownInbox): () => void {
  shownInbox = inbox;
  return () => {
    if (shownInbox === inbox) shownInbox = undefined;
  };
}
