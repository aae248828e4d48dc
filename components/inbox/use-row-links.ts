import { type RefObject, useEffect, useEffectEvent } from "react";
import { useChosenRow } from "#components/conversation/chosen-row.ts";
import { pathInWorkspace } from "#lib/base/access/workspace-path.ts";

const isForNewTab = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey;

/**
 * Opens the rows of a list as `AppLink` does, with one listener for all. A link component per row would be its most
 * expensive part, both on the server and in the browser.
 */
export function useRowLinks(scroller: RefObject<HTMLElement | null>): void {
  const { choose } = useChosenRow();
  const onClick = useEffectEvent((event: MouseEvent) => {
    if (event.defaultPrevented || isForNewTab(event) || !(event.target instanceof Element)) return;
    const row = event.target.closest<HTMLAnchorElement>("a[data-row]");
    const href = row?.getAttribute("href");
    if (!row?.dataset.row || !href) return;
    event.preventDefault();
    choose(row.dataset.row, pathInWorkspace(href));
  });

  useEffect(() => {
    const element = scroller.current;
    const listener = (event: MouseEvent) => onClick(event);
    element?.addEventListener("click", listener);
    return () => element?.removeEventListener("click", listener);
  }, [scroller]);
}
