import { commandKey } from "#client/pressed-key.ts";
import { composerCopy } from "#components/catalogs/composer.tsx";

type KeyPress = Parameters<typeof commandKey>[0] & { shiftKey: boolean };
type Change = { start: number; end: number; text: string; selected: { start: number; end: number } };

/** The formatting that Ctrl and a letter ask for. Code takes Shift too, because Ctrl+E writes a note. */
export const FORMATS = [
  { mark: "**", name: composerCopy.bold, letter: "B", hasShift: false },
  { mark: "*", name: composerCopy.italic, letter: "I", hasShift: false },
  { mark: "`", name: composerCopy.code, letter: "E", hasShift: true },
] as const;

/** Returns the mark that a key asks for. */
export function markOf(press: KeyPress): string | undefined {
  const key = commandKey(press);
  return FORMATS.find(({ letter, hasShift }) => key === letter.toLowerCase() && press.shiftKey === hasShift)?.mark;
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
