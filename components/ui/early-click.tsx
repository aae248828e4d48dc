"use client";

import { useServerInsertedHTML } from "next/navigation";
import { useEffect, useRef, useState } from "react";

type Notes = Window & { earlyClick?: Event; noteClick?: (event: Event) => void };

// It runs before the page's scripts have loaded.
const NOTE = "addEventListener('click',noteClick=function(event){earlyClick=event},true)";

/** Repeats the last click on a button that came before the page was interactive, once it is. React repeats those on links and forms. */
export function EarlyClick({ nonce }: { nonce: string | undefined }) {
  const isInserted = useRef<boolean>(false);
  useServerInsertedHTML(() => {
    if (isInserted.current) return null;
    isInserted.current = true;
    return <script nonce={nonce}>{NOTE}</script>;
  });
  const [button] = useState(clickedButton);
  useEffect(() => {
    const page: Notes = window;
    if (!page.noteClick) return;
    removeEventListener("click", page.noteClick, true);
    delete page.noteClick;
    delete page.earlyClick;
    button?.click();
  }, [button]);
  return null;
}

/** Returns the button of a click that's over. React itself takes care of one that it's hydrating the page for. */
function clickedButton(): HTMLButtonElement | undefined {
  if (typeof window === "undefined") return undefined;
  const { earlyClick } = window as Notes;
  if (!(earlyClick?.target instanceof Element) || earlyClick.eventPhase !== Event.NONE) return undefined;
  return earlyClick.target.closest<HTMLButtonElement>("button[type=button]") ?? undefined;
}
