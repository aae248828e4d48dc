import { useLayoutEffect, useState } from "preact/hooks";

const NEAR_END_PX = 80;
const NEAR_START_PX = 120;

type Shown = {
  /** The first stored message, and the last that the reader wrote and that is not stored yet. */
  first: string | undefined;
  written: string | undefined;
  /** Changes with all that is drawn. */
  content: unknown;
  onNearStart: (() => void) | undefined;
};

type Seen = Pick<Shown, "first" | "written"> & { height: number; top: number; isAtEnd: boolean };

/**
 * Keeps the newest message in view while the reader is at the end, and what is being read where it is when earlier
 * messages come in above it.
 */
export function useScroll({ first, written, content, onNearStart }: Shown) {
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const [seen] = useState(startOfReading);

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is drawn anew may move what is read
  useLayoutEffect(() => {
    if (!box) return;
    const isOwn = written !== undefined && written !== seen.written;
    if (seen.isAtEnd || isOwn) box.scrollTop = box.scrollHeight;
    else if (first !== seen.first) box.scrollTop = seen.top + box.scrollHeight - seen.height;
    seen.first = first;
    seen.written = written;
    note(box, seen);
  }, [box, seen, first, written, content]);

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
    if (!box || box.clientHeight === 0) return;
    note(box, seen);
    if (box.scrollTop < NEAR_START_PX) onNearStart?.();
  };

  return { setBox, onScroll };
}

function startOfReading(): Seen {
  return { first: undefined, written: undefined, height: 0, top: 0, isAtEnd: true };
}

function note(box: HTMLElement, seen: Seen): void {
  // A closed panel has no height; what it tells then is no reader's doing.
  if (box.clientHeight === 0) return;
  seen.height = box.scrollHeight;
  seen.top = box.scrollTop;
  seen.isAtEnd = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_END_PX;
}
