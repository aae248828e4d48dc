import { useRouter } from "next/navigation";
import { type RefObject, useEffect, useEffectEvent, useState, useTransition } from "react";
import { isReachable, onceReachable } from "#components/ui/reach.ts";

const isForNewTab = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey;

/**
 * Opens the rows of a list as `AppLink` does, with one listener for all: a component for each link would be the dearest part
 * of a row, on the server as in the browser. Answers the path of the row that is on its way.
 */
export function useRowLinks(scroller: RefObject<HTMLElement | null>): string | undefined {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const [path, setPath] = useState<string>();

  const open = (row: string) => {
    setPath(row);
    startTransition(() => router.push(row));
  };
  const onClick = useEffectEvent((event: MouseEvent) => {
    if (event.defaultPrevented || isForNewTab(event) || !(event.target instanceof Element)) return;
    const row = event.target.closest("a[data-row]")?.getAttribute("href");
    if (!row) return;
    event.preventDefault();
    if (isReachable()) open(row);
    else onceReachable(() => open(row));
  });

  useEffect(() => {
    const element = scroller.current;
    const listener = (event: MouseEvent) => onClick(event);
    element?.addEventListener("click", listener);
    return () => element?.removeEventListener("click", listener);
  }, [scroller]);
  return isPending ? path : undefined;
}
