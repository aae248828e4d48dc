import { isCommandKey } from "#components/keyboard/pressed-key.ts";

type KeyPress = Parameters<typeof isCommandKey>[0] & { shiftKey: boolean };
type Change = { start: number; end: number; text: string; selected: { start: number; end: number } };

/** Returns the mark that a key asks for: bold, italic, or with Shift code, because Ctrl+E writes a note. */
export function markOf(press: KeyPress): string | undefined {
  if (isCommandKey(press, "b") && !press.shiftKey) return "**";
  if (isCommandKey(press, "i") && !press.shiftKey) return "*";
  return isCommandKey(press, "e") && press.shiftKey ? "`" : undefined;
}

/** Says how to put a mark around what's selected, without the spaces at its ends, or to remove it. */
export function toggleMark(text: string, selection: { start: number; end: number }, mark: string): Change {
  const selected = text.slice(selection.start, selection.end);
  const start = selection.start + (selected.trim() ? selected.length - selected.trimStart().length : 0);
  const end = start + (selected.trim() || selected).length;
  const inner = text.slice(start, end);
  const [before, after] = [start - mark.length, end + mark.length];
  // Italics within bold aren't bold's outer half.
  const isMarked = (at: number, step: number) => text.slice(at, at + mark.length) === mark && text[step] !== mark[0];
  if (isMarked(before, before - 1) && isMarked(end, after)) {
    return { start: before, end: after, text: inner, selected: { start: before, end: before + inner.length } };
  }
  const from = start + mark.length;
  return { start, end, text: `${mark}${inner}${mark}`, selected: { start: from, end: from + inner.length } };
}
