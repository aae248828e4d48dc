import { type RefObject, useLayoutEffect } from "react";
import { rememberedList, rememberList } from "./list-memory.ts";

/** Keeps a list where it was, and the focus in it, while conversations are opened. */
export function useListPlace(key: string, scroller: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const { scrollTop = 0, hadFocus = false } = rememberedList(key);
    element.scrollTop = scrollTop;
    const selected = element.querySelector<HTMLElement>("[aria-current]");
    if (hadFocus) selected?.focus({ preventScroll: true });
    selected?.scrollIntoView({ block: "nearest" });
    const noteScroll = () => rememberList(key, { scrollTop: element.scrollTop });
    const noteFocus = () => rememberList(key, { hadFocus: element.querySelector(":focus-visible") !== null });
    element.addEventListener("scroll", noteScroll, { passive: true });
    document.addEventListener("focusin", noteFocus);
    return () => {
      element.removeEventListener("scroll", noteScroll);
      document.removeEventListener("focusin", noteFocus);
    };
  }, [key, scroller]);
}
