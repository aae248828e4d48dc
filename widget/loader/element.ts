type Attributes = { [name: string]: string };

/** Made piece by piece, because pages may enforce Trusted Types. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes,
  ...children: Element[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(name), attributes, children);
}

/** A 24 px line drawing. */
export function icon(line: string): Element {
  const path = fill(drawing("path"), { d: line }, []);
  return fill(drawing("svg"), { viewBox: "0 0 24 24", "aria-hidden": "true" }, [path]);
}

const drawing = (name: string) => document.createElementNS("http://www.w3.org/2000/svg", name);

function fill<T extends Element>(target: T, attributes: Attributes, children: Element[]): T {
  // Not every page leaves Object.prototype alone, so only own names count.
  for (const name of Object.keys(attributes)) target.setAttribute(name, attributes[name] ?? "");
  target.append(...children);
  return target;
}
