/** Reads CSV as RFC 4180 has it; throws on anything else. */
export function parseCsv(text: string): string[][] {
  const lines: string[][] = [[]];
  let rest = text;
  while (rest !== "") {
    const cell = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest);
    if (!cell) throw new Error(`no cell: ${JSON.stringify(rest.slice(0, 40))}`);
    const [whole, quoted, plain = "", end] = cell;
    lines.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === "\r\n") lines.push([]);
    rest = rest.slice(whole.length);
  }
  return lines.slice(0, -1);
}

/** Takes away the apostrophes before formulas (docs/contract.md section 11), as a program does that reads a file back. */
export const withoutGuards = (cell: string): string =>
  cell
    .replace(/^'(?='*[["\s\p{Cf}\p{DI}]--[\t\r\n]]*[=+\-@＝＋－＠\uFE66\uFE62\uFE63\uFE6B\t\r\n])/v, "")
    .replace(/(?<=[;\t\r\n])'(?='*[["\s\p{Cf}\p{DI}]--[\t\r\n]]*[=+\-@＝＋－＠\uFE66\uFE62\uFE63\uFE6B])/gv, "");
