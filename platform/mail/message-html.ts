import { parseText } from "../formatted-text/parse.ts";
import type { Block, Inline } from "../formatted-text/tree.ts";
import { escapeHtml } from "./escape-html.ts";

const CODE = "font-family:ui-monospace,Menlo,Consolas,monospace;font-size:14px";
const LIST = "margin:8px 0";

/**
 * Renders a message as HTML. Unless `hasLinks`, a link is text with its address: what visitors write must lead no one
 * anywhere from an email of ours.
 */
export const messageHtml = (text: string, hasLinks: boolean): string =>
  parseText(text)
    .map((block) => blockHtml(block, hasLinks))
    .join("\n");

function blockHtml(block: Block, hasLinks: boolean): string {
  if (block.kind === "code-block") {
    return `<pre dir="ltr" style="margin:8px 0;white-space:pre-wrap;${CODE}"><code>${escapeHtml(block.text)}</code></pre>`;
  }
  if (block.kind === "list") {
    const items = block.items.map((item) => `<li>${inlinesHtml(item, hasLinks)}</li>`).join("\n");
    const { start } = block;
    return start === undefined
      ? `<ul dir="auto" style="${LIST}">\n${items}\n</ul>`
      : `<ol dir="auto" start="${start}" style="${LIST}">\n${items}\n</ol>`;
  }
  const content = inlinesHtml(block.children, hasLinks);
  if (block.kind === "paragraph") return `<div dir="auto">${content}</div>`;
  return `<blockquote dir="auto" style="margin:8px 0;padding-inline-start:10px;border-inline-start:2px solid #a39d93">${content}</blockquote>`;
}

const inlinesHtml = (pieces: readonly Inline[], hasLinks: boolean): string =>
  pieces.map((piece) => inlineHtml(piece, hasLinks)).join("");

function inlineHtml(piece: Inline, hasLinks: boolean): string {
  if (typeof piece === "string") return escapeHtml(piece).replaceAll("\n", "<br>\n");
  if (piece.kind === "code") return `<code dir="ltr" style="${CODE}">${escapeHtml(piece.text)}</code>`;
  if (piece.kind === "mention") return escapeHtml(piece.text);
  const content = inlinesHtml(piece.children, hasLinks);
  if (piece.kind === "strong") return `<strong>${content}</strong>`;
  if (piece.kind === "emphasis") return `<em>${content}</em>`;
  const { href, host } = piece;
  if (hasLinks) {
    const link = `<a class="link" dir="${host === undefined ? "ltr" : "auto"}" href="${escapeHtml(href)}" rel="noopener noreferrer nofollow" style="color:#2448b0">${content}</a>`;
    return host === undefined ? link : `${link} <bdi dir="ltr">(${escapeHtml(host)})</bdi>`;
  }
  const address = href.replace(/^mailto:/, "");
  return content === escapeHtml(address)
    ? content
    : `<bdi>${content}</bdi> <bdi dir="ltr">(${escapeHtml(address)})</bdi>`;
}
