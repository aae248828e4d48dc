/** Puts a number before the page's title and takes it away again; what the page itself makes of its title stays. */
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
