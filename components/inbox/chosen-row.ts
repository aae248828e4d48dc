import { createContext, use } from "react";

type ChosenRow = {
  /** The conversation shown as selected: the open one, or the one that's loading. */
  shownId: string | undefined;
  choose: (id: string, path: string) => void;
};

export const ChosenRowContext = createContext<ChosenRow>({ shownId: undefined, choose: () => undefined });

export const useChosenRow = () => use(ChosenRowContext);

let chooseHere: ChosenRow["choose"] | undefined;

/** Opens a conversation as a click on its row would. Returns false outside of the inbox. */
export function chooseRow(id: string, path: string): boolean {
  chooseHere?.(id, path);
  return chooseHere !== undefined;
}

/** Registers the inbox that's shown. Returns a function that unregisters it. */
export function onChooseRow(choose: ChosenRow["choose"]): () => void {
  chooseHere = choose;
  return () => {
    if (chooseHere === choose) chooseHere = undefined;
  };
}
