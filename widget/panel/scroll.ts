const NEAR_END_PX = 80;
const NEAR_START_PX = 120;

type LogEnds = {
  /** The first stored message, and the last unsent one. */
  first: string | undefined;
  written: string | undefined;
};

export type Scroll = ReturnType<typeof createScroll>;

/**
 * Keeps the newest message in view while the reader is at the end, and keeps the reader's place while earlier
 * messages load above it.
 */
export function createScroll(onNearStart: () => unknown) {
  let box: HTMLElement | null = null;
  let seen: LogEnds = { first: undefined, written: undefined };
  let height = 0;
  let top = 0;
  let isAtEnd = true;

  const note = () => {
    // A closed panel has no height, so its scroll events aren't the reader's.
    if (!box?.clientHeight) return;
    height = box.scrollHeight;
    top = box.scrollTop;
    isAtEnd = height - top - box.clientHeight < NEAR_END_PX;
  };

  const keepEnd = () => {
    if (box && isAtEnd) box.scrollTop = box.scrollHeight;
  };

  // If the composer grows, the keyboard opens or the frame is shown again, the end stays in view.
  const observer = new ResizeObserver(keepEnd);

  return {
    attach: (element: HTMLElement | null) => {
      box = element;
      observer.disconnect();
      if (box) observer.observe(box);
    },
    onScroll: () => {
      note();
      if (box?.clientHeight && box.scrollTop < NEAR_START_PX) onNearStart();
    },
    /** Call after rendering. */
    settle: (shown: LogEnds) => {
      if (!box) return;
      if (shown.written && shown.written !== seen.written) isAtEnd = true;
      if (isAtEnd) keepEnd();
      else if (shown.first !== seen.first) box.scrollTop = top + box.scrollHeight - height;
      seen = shown;
      note();
    },
  };
}
