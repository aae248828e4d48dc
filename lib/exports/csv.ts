// What a spreadsheet takes for the beginning of a formula, full-width forms too, or skips before it looks for one.
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
const NEEDS_QUOTES = /[",\r\n]/;

/** Without it Excel reads a file of UTF-8 as something else. */
export const BYTE_ORDER_MARK = "\uFEFF";

/** A line of CSV (RFC 4180). A cell that a spreadsheet would run has an apostrophe before it, which makes it text there. */
export const csvLine = (cells: (string | number)[]) => `${cells.map((cell) => cellOf(String(cell))).join(",")}\r\n`;

function cellOf(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
