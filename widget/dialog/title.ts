/** Puts a number in front of the page's title, and removes it again. The page's own changes to its title are kept. */
export function numberTitle(): (count: number) => void {
  let prefix = "";
  return (count) => {
    const title = document.head.querySelector("title");
    if (!title) return;
    const { text } = title;
    const own = text.startsWith(prefix) ? text.slice(prefix.length) : text;
    prefix = count > 0 ? `(${count}) ` : "";
    if (text !== prefix + own) title.text = prefix + own;
  };
}
