"use client";

import { useEffect, useRef, useState, useTransition } from "react";
import { type InboxFilter, inboxPath, withSearch } from "#components/filter/inbox-filter.ts";
import { onceReachable } from "#components/ui/reach.ts";
import { useWorkspaceRouter } from "#components/ui/workspace.ts";

const TYPING_PAUSE_MS = 250;

/** Returns the text of the search, and what searches for it: at once, or after a pause in typing. */
export function useSearch(filter: InboxFilter, selectedId: string | undefined) {
  const { q = "" } = filter;
  const router = useWorkspaceRouter();
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cancelSearch = useRef(() => {});
  const [isSearching, startSearching] = useTransition();
  const [text, setText] = useState(q);
  // This box's latest search. If the URL has another one, the reader navigated there by other means.
  const [asked, setAsked] = useState(q);
  if (q !== asked && !isSearching) {
    setAsked(q);
    setText(q);
  }
  useEffect(
    () => () => {
      clearTimeout(pause.current);
      cancelSearch.current();
    },
    [],
  );

  const search = (wanted: string) => {
    clearTimeout(pause.current);
    cancelSearch.current();
    cancelSearch.current = onceReachable(() => searchNow(wanted));
  };

  const searchNow = (wanted: string) => {
    const path = inboxPath(withSearch(filter, wanted), selectedId);
    if (wanted.trim() === asked.trim()) return;
    setAsked(wanted.trim() === "" ? "" : wanted);
    startSearching(() => {
      // Going back leads to the list before the search, not through each letter.
      if (q === "") router.push(path, { scroll: false });
      else router.replace(path, { scroll: false });
    });
  };

  const searchSoon = (wanted: string) => {
    clearTimeout(pause.current);
    pause.current = setTimeout(() => search(wanted), TYPING_PAUSE_MS);
  };

  return { text, setText, isSearching, search, searchSoon };
}
