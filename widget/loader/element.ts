type Attributes = { [name: string]: string };

/** Built element by element, because pages may enforce Trusted Types. */
export const element = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes,
  ...children: Element[]
) => make("1999/xhtml", name, attributes, children) as HTMLElementTagNameMap[K];

/** A line icon of 24 px. */
export const icon = (line: string) =>
  make("2000/svg", "svg", { viewBox: "0 0 24 24" }, [make("2000/svg", "path", { d: line }, [])]);

function make(space: string, name: string, attributes: Attributes, children: Element[]): Element {
  const made = document.createElementNS(`http://www.w3.org/${space}`, name);
  // Some pages extend Object.prototype, so only own names count.
  for (const name of Object.keys(attributes)) made.setAttribute(name, attributes[name] as string);
  made.append(...children);
  return made;
}
