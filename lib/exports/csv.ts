/*
 * Where a cell could become a formula: at its start and, as Excel in many languages splits at semicolons whatever the quotes say,
 * after a semicolon, a tab and a line break. Spreadsheets know full-width signs too, and skip spaces and quotes before them.
 */
const AT_START = /^(?='*(?:"|[^\S\t\r\n])*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r\n])/;
const INSIDE = /(?<=[;\t\r\n])(?='*(?:"|[^\S\t\r\n])*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
const NEEDS_QUOTES = /[",\r\n]/;

/** Without it, Excel misreads a UTF-8 file. */
export const BYTE_ORDER_MARK = "\uFEFF";

/** A line of CSV (RFC 4180). A spreadsheet could run a cell or a part of one: an apostrophe before it makes it text. */
export const csvLine = (cells: (string | number)[]) => `${cells.map((cell) => cellOf(String(cell))).join(",")}\r\n`;

function cellOf(text: string): string {
  const safe = text.replace(AT_START, "'").replace(INSIDE, "'");
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
