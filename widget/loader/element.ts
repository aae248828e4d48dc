const SVG = "http://www.w3.org/2000/svg";

type Attributes = { [name: string]: string };

export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes,
  text = "",
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  setAll(made, attributes);
  made.textContent = text;
  return made;
}

/** A 24 px line drawing, made without innerHTML because pages may enforce Trusted Types. */
export function icon(className: string, line: string): SVGElement {
  const svg = document.createElementNS(SVG, "svg");
  const path = document.createElementNS(SVG, "path");
  setAll(svg, { viewBox: "0 0 24 24", "aria-hidden": "true", class: className });
  path.setAttribute("d", line);
  svg.append(path);
  return svg;
}

function setAll(target: Element, attributes: Attributes): void {
  // Not every page leaves Object.prototype alone, so only own names count.
  for (const name of Object.keys(attributes)) target.setAttribute(name, attributes[name] ?? "");
}
