/** Puts a count in front of the page's title, and removes it again. */
export function createTitleCount(document: { title: string }) {
  let base = "";
  let counted = "";
  return (count: number): void => {
    // Other code may have changed the title, and a visitor may be called "(2)".
    if (document.title !== counted) base = document.title;
    counted = count > 0 ? `(${count > 99 ? "99+" : count}) ${base}` : base;
    if (document.title !== counted) document.title = counted;
  };
}
