"use client";

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { type InboxFilter, inboxPath, listQuery } from "./inbox-filter.ts";
import { appendPage, continueList, type ListPage, rememberedList, rememberList } from "./list-memory.ts";

type More = "idle" | "loading" | { problem: string };

/** The list's rows, kept with their place through the opening of conversations, and more of them on demand. */
export function useConversationList(newest: ListPage, filter: InboxFilter) {
  const key = inboxPath(filter);
  const scroller = useRef<HTMLDivElement>(null);
  const [loaded, setLoaded] = useState(() => rememberedList(key)?.page);
  const [more, setMore] = useState<More>("idle");
  const list = useMemo(() => continueList(newest, loaded), [newest, loaded]);

  // Noted while it happens: the next page is made before this one is taken down.
  useEffect(() => rememberList(key, { page: list }), [key, list]);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const { scrollTop = 0, hadFocus = false } = rememberedList(key) ?? {};
    element.scrollTop = scrollTop;
    const selected = element.querySelector<HTMLElement>("[aria-current]");
    if (hadFocus) selected?.focus({ preventScroll: true });
    selected?.scrollIntoView({ block: "nearest" });
    const noteScroll = () => rememberList(key, { scrollTop: element.scrollTop });
    const noteFocus = () => rememberList(key, { hadFocus: element.contains(document.activeElement) });
    element.addEventListener("scroll", noteScroll, { passive: true });
    document.addEventListener("focusin", noteFocus);
    return () => {
      element.removeEventListener("scroll", noteScroll);
      document.removeEventListener("focusin", noteFocus);
    };
  }, [key]);

  const loadMore = async () => {
    if (more === "loading" || !list.nextCursor) return;
    setMore("loading");
    const query = new URLSearchParams({ ...listQuery(filter), cursor: list.nextCursor });
    const answer = await callApi<ListPage>(`/conversations?${query}`);
    if (!answer.ok) return setMore({ problem: answer.problem.words });
    setLoaded(appendPage(list, answer.value));
    setMore("idle");
  };

  return { conversations: list.conversations, hasMore: Boolean(list.nextCursor), more, loadMore, scroller };
}
