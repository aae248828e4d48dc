import type { Block, Inline } from "./tree.ts";

/** What's shown of a link besides its text: the host that it doesn't show, or the address. */
export type LinkStyle = "host" | "address";

/** Renders pieces as text without marks. */
export const plainInlines = (pieces: readonly Inline[], links: LinkStyle = "host"): string =>
  pieces.map((piece) => plainInline(piece, links)).join("");

function plainInline(piece: Inline, links: LinkStyle): string {
  if (typeof piece === "string") return piece;
  if (!("children" in piece)) return piece.text;
  const text = plainInlines(piece.children, links);
  if (piece.kind !== "link") return text;
  const address = piece.href.replace(/^mailto:/, "");
  if (links === "address") return text === address ? text : `${text} (${address})`;
  return piece.host ? `${text} (${piece.host})` : text;
}

/** Renders a message as text without marks. Lists and quotes keep theirs, which people read as such. */
export const plainBlocks = (blocks: readonly Block[], links: LinkStyle = "host"): string =>
  blocks.map((block) => plainBlock(block, links)).join("\n");

function plainBlock(block: Block, links: LinkStyle): string {
  if (block.kind === "code-block") return block.text;
  if (block.kind === "list") {
    const { items, start } = block;
    const markOf = (at: number) => (start === undefined ? "-" : `${start + at}.`);
    return items.map((item, at) => `${markOf(at)} ${plainInlines(item, links).replaceAll("\n", "\n  ")}`).join("\n");
  }
  const text = plainInlines(block.children, links);
  return block.kind === "quote" ? text.replaceAll(/^/gm, "> ") : text;
}
