/** Reads CSV as RFC 4180 has it; throws on whatever is none. */
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
