const ANY = "*";
/** What a browser doesn't write into a path as it is. */
const ENCODED = /[^!-~]+/gu;
const SPECIAL = /[.+?^${}()|[\]\\]/g;

/** Returns the rule that a pattern of pages breaks, or undefined. */
export function faultOfPattern(pattern: string): string | undefined {
  if (!/^[/*#]/.test(pattern)) return "must begin with /, # or *";
  if (pattern.includes("?")) return "must not contain ?: what follows it in a URL isn't compared";
  const inner = pattern.slice(1, -1).split(ANY).length - 1;
  return inner > 1 ? "must have at most one * between its first and its last character" : undefined;
}

/** Puts a path into a form, so that `/pricing` is `/pricing/` too, with any fragment. */
function expressionOf(pattern: string): string {
  const isEndless = pattern.endsWith(ANY);
  const path = isEndless ? pattern.slice(0, -1) : pattern.replace(/\/$/, "");
  const source = path
    .replace(ENCODED, encodeURIComponent)
    .replace(SPECIAL, "\\$&")
    .replace(/^\*/, "")
    .replaceAll(ANY, ".*");
  return `${pattern.startsWith("/") ? "^" : ""}${source}${isEndless ? "" : "/?(#|$)"}`;
}

/**
 * Returns the regular expression of a path with its fragment that fits one of the patterns. Undefined: every path does. A
 * pattern has at most one `.*`, so no path takes long.
 */
export function pathExpression(patterns: readonly string[]): string | undefined {
  const expressions = patterns.map(expressionOf);
  return expressions.length === 0 || expressions.includes("") ? undefined : expressions.join("|");
}
