/** Puts a count before the page's title, and takes it away again. */
export function createTitleCount(document: { title: string }) {
  let base = "";
  let counted = "";
  return (count: number): void => {
    // Other code may have changed it meanwhile, and a visitor may be called "(2)".
    if (document.title !== counted) base = document.title;
    counted = count > 0 ? `(${count > 99 ? "99+" : count}) ${base}` : base;
    if (document.title !== counted) document.title = counted;
  };
}
