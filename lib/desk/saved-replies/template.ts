/** What a saved reply can be filled with when it's inserted. */
export const VARIABLES = ["visitor.name", "visitor.first_name", "visitor.email", "site.name", "my.name"] as const;
export type Variable = (typeof VARIABLES)[number];

/** A piece of a saved reply: text, a variable with its fallback, or a blank to fill in by hand. */
export type TemplatePart =
  | { type: "text"; text: string }
  | { type: "variable"; name: Variable; fallback: string | undefined }
  | { type: "blank"; name: string }
  | { type: "unknown"; text: string };

const MARKED = /\{\{([^{}\n]*)\}\}/g;

const isVariable = (name: string): name is Variable => VARIABLES.some((known) => known === name);

function markedPart(marked: string, inner: string): TemplatePart {
  if (inner.startsWith("?")) {
    const name = inner.slice(1).trim();
    return name ? { type: "blank", name } : { type: "unknown", text: marked };
  }
  const [name = "", ...rest] = inner.split("|");
  const fallback = rest.join("|").trim();
  if (isVariable(name.trim()))
    return { type: "variable", name: name.trim() as Variable, fallback: fallback || undefined };
  return { type: "unknown", text: marked };
}

/** Reads the variables and blanks of a saved reply: `{{site.name}}`, `{{visitor.name|there}}` and `{{?order number}}`. */
export function readTemplate(body: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let end = 0;
  for (const { 0: marked, 1: inner = "", index } of body.matchAll(MARKED)) {
    if (index > end) parts.push({ type: "text", text: body.slice(end, index) });
    parts.push(markedPart(marked, inner));
    end = index + marked.length;
  }
  if (end < body.length) parts.push({ type: "text", text: body.slice(end) });
  return parts;
}
