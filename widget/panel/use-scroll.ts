import { useLayoutEffect, useState } from "preact/hooks";
import type { SentMessage, UnsentMessage } from "./message.ts";

const NEAR_END_PX = 80;
const NEAR_START_PX = 120;

type Seen = { first: string; last: string; height: number; top: number; isAtEnd: boolean };

/**
 * Keeps the newest message in view while the reader is at the end, and what is being read where it is when earlier
 * messages come in above it.
 */
export function useScroll(messages: SentMessage[], unsent: UnsentMessage[], onNearStart: (() => void) | undefined) {
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const [seen] = useState(startOfReading);

  useLayoutEffect(() => {
    if (!box) return;
    const first = messages[0]?.key ?? "";
    const last = unsent.at(-1)?.key ?? messages.at(-1)?.key ?? "";
    const isOwn = last !== seen.last && unsent.some(({ key }) => key === last);
    if (seen.isAtEnd || isOwn) box.scrollTop = box.scrollHeight;
    else if (first !== seen.first) box.scrollTop = seen.top + box.scrollHeight - seen.height;
    seen.first = first;
    seen.last = last;
    note(box, seen);
  }, [box, seen, messages, unsent]);

  // The composer grows, the keyboard comes, the frame is shown again: the end stays in view.
  useLayoutEffect(() => {
    if (!box) return;
    const observer = new ResizeObserver(() => {
      if (seen.isAtEnd) box.scrollTop = box.scrollHeight;
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [box, seen]);

  const onScroll = () => {
    // A closed panel has no height; what it tells then is no reader's doing.
    if (!box || box.clientHeight === 0) return;
    note(box, seen);
    if (box.scrollTop < NEAR_START_PX) onNearStart?.();
  };

  return { setBox, onScroll };
}

function startOfReading(): Seen {
  return { first: "", last: "", height: 0, top: 0, isAtEnd: true };
}

function note(box: HTMLElement, seen: Seen): void {
  seen.height = box.scrollHeight;
  seen.top = box.scrollTop;
  seen.isAtEnd = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_END_PX;
}
