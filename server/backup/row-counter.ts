const LINE_END = 0x0a;

/** Counts the rows in COPY's output: one per line, with line breaks in values escaped. */
export function countingRows(onRows: (rows: number) => void): (piece: Buffer) => void {
  let rows = 0;
  return (piece) => {
    for (let at = piece.indexOf(LINE_END); at !== -1; at = piece.indexOf(LINE_END, at + 1)) rows += 1;
    onRows(rows);
  };
}
