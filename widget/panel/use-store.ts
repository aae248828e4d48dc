import { useEffect, useState } from "preact/hooks";
import type { Readable } from "#client/store.ts";

export function useStore<T>(store: Readable<T>): T {
  const [state, setState] = useState(store.get());
  useEffect(() => store.subscribe(() => setState(store.get())), [store]);
  return state;
}
