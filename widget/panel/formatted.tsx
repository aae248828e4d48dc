/** @jsxImportSource preact */
import type { ComponentChildren } from "preact";
import { parseText } from "#platform/formatted-text/parse.ts";
import type { Block, Inline } from "#platform/formatted-text/tree.ts";

/*
 * The build makes this a part of its own, loaded with the first message that may have formatting or a link. It draws
 * with the panel's Preact (part-jsx.ts).
 */

export { plainText } from "#platform/formatted-text/parse.ts";

const STYLE = `
.text a{color:inherit;text-underline-offset:2px}
.text a:focus-visible{outline-color:currentColor}
.text :is(p,ul,ol,blockquote,pre)+*{margin-top:6px}
.text :is(ul,ol){padding-inline-start:20px}
.text blockquote{padding-inline-start:10px;border-inline-start:2px solid}
.text :is(code,pre){border-radius:4px;background:rgb(128 128 128/.2);font:12px/18px ui-monospace,monospace;white-space:pre-wrap}
.text code{padding:1px 4px}
.text pre{padding:6px 8px}
.text pre code{padding:0;background:none}
`;

const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLE);
document.adoptedStyleSheets.push(sheet);

/** Draws a message with its formatting. */
export function drawText(text: string): ComponentChildren {
  const blocks = parseText(text);
  const [first] = blocks;
  // The text around it has a direction of its own.
  if (blocks.length === 1 && first?.kind === "paragraph") return first.children.map(drawInline);
  return blocks.map(drawBlock);
}

function drawBlock(block: Block): ComponentChildren {
  if (block.kind === "code-block") {
    return (
      <pre dir="ltr">
        <code>{block.text}</code>
      </pre>
    );
  }
  if (block.kind === "list") {
    const List = block.start === undefined ? "ul" : "ol";
    return (
      <List dir="auto" start={block.start}>
        {block.items.map((item) => (
          // biome-ignore lint/correctness/useJsxKeyInIterable: a text's parts never move.
          <li>{item.map(drawInline)}</li>
        ))}
      </List>
    );
  }
  const Tag = block.kind === "quote" ? "blockquote" : "p";
  return <Tag dir="auto">{block.children.map(drawInline)}</Tag>;
}

function drawInline(piece: Inline): ComponentChildren {
  if (typeof piece === "string") return piece;
  if (piece.kind === "code") return <code dir="ltr">{piece.text}</code>;
  if (piece.kind === "mention") return piece.text;
  const children = piece.children.map(drawInline);
  if (piece.kind === "strong") return <b>{children}</b>;
  if (piece.kind === "emphasis") return <em>{children}</em>;
  const { href, host } = piece;
  return (
    <>
      <a href={href} dir={host ? "auto" : "ltr"} target="_blank" rel="noopener noreferrer nofollow ugc">
        {children}
      </a>
      {host && " "}
      {host && <bdi dir="ltr">({host})</bdi>}
    </>
  );
}
