"use client";

import { useLayoutEffect, useMemo, useRef, useState } from "react";
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
  const current = useRef(list);
  current.current = list;

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const memory = rememberedList(key);
    if (memory) element.scrollTop = memory.scrollTop;
    const selected = element.querySelector<HTMLElement>("[aria-current]");
    if (memory?.hadFocus) selected?.focus({ preventScroll: true });
    selected?.scrollIntoView({ block: "nearest" });
    let hadFocus = false;
    const noteFocus = () => {
      hadFocus = element.contains(document.activeElement);
    };
    document.addEventListener("focusin", noteFocus);
    return () => {
      document.removeEventListener("focusin", noteFocus);
      rememberList(key, { page: current.current, scrollTop: element.scrollTop, hadFocus });
    };
  }, [key]);

  const loadMore = async () => {
    if (more === "loading" || !list.nextCursor) return;
    setMore("loading");
    const query = new URLSearchParams({ ...listQuery(filter), cursor: list.nextCursor });
    const answer = await callApi<ListPage>(`/conversations?${query}`);
    if (!answer.ok) return setMore({ problem: answer.problem.words });
    setLoaded(appendPage(current.current, answer.value));
    setMore("idle");
  };

  return { conversations: list.conversations, hasMore: Boolean(list.nextCursor), more, loadMore, scroller };
}
