import { type RefObject, useEffect, useMemo, useRef } from "react";
import { type DraftSpan, draftedSpans } from "./drafted-spans.ts";

type Props = { area: RefObject<HTMLTextAreaElement | null>; draft: string; mention: string | undefined };

/**
 * A draft's formatting, drawn behind the box it's typed in. Nothing if it has none. Next to it, the box's own letters are
 * transparent (`drafted` in theme.css), so both have to have the same padding, and no style may change a letter's width.
 */
export function DraftedText({ area, draft, mention }: Props) {
  const spans = useMemo(() => draftedSpans(draft, mention), [draft, mention]);
  const drawn = useRef<HTMLDivElement>(null);
  const isFormatted = spans.some(({ styles }) => styles.length > 0);
  useEffect(() => {
    const box = area.current;
    if (!isFormatted || !box) return;
    const follow = () => {
      if (drawn.current) drawn.current.scrollTop = box.scrollTop;
    };
    follow();
    box.addEventListener("scroll", follow);
    return () => box.removeEventListener("scroll", follow);
  });
  if (!isFormatted) return null;
  return (
    <div ref={drawn} dir="auto" aria-hidden="true" translate="no" className="drafted">
      {spans.map(renderSpan)}
      {/* A last line break would have no height. */}
      {"\u200b"}
    </div>
  );
}

/** A span has no other key than its place. */
const renderSpan = ({ text, styles }: DraftSpan, key: number) => (
  <span key={key} data-style={styles.join(" ")}>
    {text}
  </span>
);
