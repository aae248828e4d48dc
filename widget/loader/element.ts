type Attributes = { [name: string]: string };

/** Made piece by piece, because pages may enforce Trusted Types. */
export const element = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes,
  ...children: Element[]
) => make("1999/xhtml", name, attributes, children) as HTMLElementTagNameMap[K];

/** A 24 px line drawing. */
export const icon = (line: string) =>
  make("2000/svg", "svg", { viewBox: "0 0 24 24" }, [make("2000/svg", "path", { d: line }, [])]);

function make(space: string, name: string, attributes: Attributes, children: Element[]): Element {
  const made = document.createElementNS(`http://www.w3.org/${space}`, name);
  // Not every page leaves Object.prototype alone, so only own names count.
  for (const name of Object.keys(attributes)) made.setAttribute(name, attributes[name] as string);
  made.append(...children);
  return made;
}
