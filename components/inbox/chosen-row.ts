import { createContext, use } from "react";

type ChosenRow = {
  /** The conversation shown as selected: the open one, or the one that's loading. */
  shownId: string | undefined;
  choose: (id: string, path: string) => void;
};

export const ChosenRowContext = createContext<ChosenRow>({ shownId: undefined, choose: () => undefined });

export const useChosenRow = () => use(ChosenRowContext);
