"use client";

import { useEffect } from "react";
import { createTitleCount } from "./counted-title.ts";
import { useCounts } from "./counts-provider.tsx";

const UNREAD_ICON = "/icon-unread.svg";

/** Shows the number of unread open conversations in the page's title and on the app's badge, and a dot on its icon. */
export function UnreadSigns() {
  const counts = useCounts();
  const { open } = counts;

  useEffect(() => {
    const setTitleCount = createTitleCount(document);
    const show = () => {
      setTitleCount(open);
      setIcon(open > 0);
    };
    show();
    // A navigation replaces the title.
    const observer = new MutationObserver(show);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      setTitleCount(0);
    };
  }, [open]);

  useEffect(() => {
    // Only installed pages have a badge, and not in every browser. A push message sets it too, so it's set again whenever
    // the counts were fetched, even if they're the same, and when the page is seen.
    const show = () => {
      // The app is one for all of the person's workspaces.
      const unread = counts.open + (counts.elsewhere ?? 0);
      const shown = unread > 0 ? navigator.setAppBadge?.(unread) : navigator.clearAppBadge?.();
      shown?.catch(() => undefined);
    };
    show();
    document.addEventListener("visibilitychange", show);
    return () => document.removeEventListener("visibilitychange", show);
  }, [counts]);

  return null;
}

function setIcon(isUnread: boolean): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="icon"][type="image/svg+xml"]')) {
    link.dataset.read ??= link.getAttribute("href") ?? "";
    const wanted = isUnread ? UNREAD_ICON : link.dataset.read;
    if (link.getAttribute("href") !== wanted) link.setAttribute("href", wanted);
  }
}
