import { expect, test } from "@playwright/test";
import { toggleMark } from "#components/composer/marks.ts";

/** Applies a mark to a text whose selection is in brackets, and returns it likewise. */
function toggled(marked: string, mark: string): string {
  const start = marked.indexOf("[");
  const end = marked.indexOf("]") - 1;
  const text = marked.replace(/[[\]]/g, "");
  const { selected, ...change } = toggleMark(text, { start, end }, mark);
  const after = text.slice(0, change.start) + change.text + text.slice(change.end);
  return `${after.slice(0, selected.start)}[${after.slice(selected.start, selected.end)}]${after.slice(selected.end)}`;
}

test("a mark is put around what's selected without the spaces at its ends, and is removed again", () => {
  expect(toggled("a [b ]c", "**")).toBe("a **[b]** c");
  expect(toggled("a **[b]** c", "**")).toBe("a [b] c");
  expect(toggled("a [] c", "`")).toBe("a `[]` c");
  expect(toggled("a `[]` c", "`")).toBe("a [] c");
  expect(toggled("[ ]", "*")).toBe("*[ ]*");
});

test("italics in bold are added, not taken from the marks of bold", () => {
  expect(toggled("**[b]**", "*")).toBe("***[b]***");
});
