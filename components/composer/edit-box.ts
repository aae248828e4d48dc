import type { RefObject } from "react";
import { findBlanks } from "./blanks.ts";
import { toggleMark } from "./marks.ts";
import { findSlash } from "./slash-query.ts";

/** Returns what changes the box other than typing. `onCaret` gets the new position of the caret. */
export function editBox(area: RefObject<HTMLTextAreaElement | null>, onCaret: (caret: number) => void) {
  const select = ({ start, end }: { start: number; end: number }) => {
    area.current?.setSelectionRange(start, end);
    onCaret(end);
  };

  /** Replaces a part of the draft as typing would, so that it can be undone. */
  const insert = (start: number, end: number, text: string) => {
    const box = area.current;
    if (!box) return;
    box.focus();
    box.setSelectionRange(start, end);
    document.execCommand("insertText", false, text);
    const blank = findBlanks(box.value).find((one) => one.start >= start && one.end <= start + text.length);
    select(blank ?? { start: start + text.length, end: start + text.length });
  };

  const wrap = (mark: string) => {
    const box = area.current;
    if (!box) return;
    const { start, end, text, selected } = toggleMark(
      box.value,
      { start: box.selectionStart, end: box.selectionEnd },
      mark,
    );
    insert(start, end, text);
    select(selected);
  };

  /** Types the slash that asks for saved replies, unless it's there. */
  const insertSlash = () => {
    const box = area.current;
    if (!box) return;
    const { selectionStart: start, selectionEnd: end, value } = box;
    if (!findSlash(value, end))
      return insert(start, end, start === 0 || /\s/.test(value.charAt(start - 1)) ? "/" : " /");
    box.focus();
    onCaret(end);
  };

  const insertEmoji = (emoji?: string) => {
    const { selectionStart = 0, selectionEnd = 0 } = area.current ?? {};
    if (emoji) insert(selectionStart, selectionEnd, emoji);
    else area.current?.focus();
  };

  return { select, insert, wrap, insertSlash, insertEmoji };
}
