import type { Block, Inline } from "#platform/formatted-text/tree.ts";

/** Writes a tree on one line: B for bold, I for italic, C for code, L for a link's text, address and shown host. */
export const outlineOf = (blocks: readonly Block[]): string => blocks.map(ofBlock).join("¶").replaceAll("\n", "⏎");

function ofBlock(block: Block): string {
  if (block.kind === "code-block") return `\`\`\`${block.text}\`\`\``;
  if (block.kind === "list") {
    const { items, start } = block;
    return items.map((item, at) => `${start === undefined ? "-" : `${start + at}.`} ${ofInlines(item)}`).join("¶");
  }
  return block.kind === "quote" ? `“${ofInlines(block.children)}”` : ofInlines(block.children);
}

const ofInlines = (pieces: readonly Inline[]): string => pieces.map(ofInline).join("");

function ofInline(piece: Inline): string {
  if (typeof piece === "string") return piece;
  if (piece.kind === "code") return `C(${piece.text})`;
  if (piece.kind === "mention") return `M(${piece.text})`;
  const text = ofInlines(piece.children);
  if (piece.kind !== "link") return `${piece.kind === "strong" ? "B" : "I"}(${text})`;
  const isBare = piece.href.replace(/^mailto:/, "") === text;
  return `L(${text}|${isBare ? "" : piece.href}|${piece.host ?? ""})`;
}

/** Returns where the links of a tree lead. */
export function hrefsOf(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const own = "href" in value && typeof value.href === "string" ? [value.href] : [];
  return [...own, ...Object.values(value).flatMap(hrefsOf)];
}
