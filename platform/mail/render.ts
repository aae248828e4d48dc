import { plainText } from "../formatted-text/parse.ts";
import { escapeHtml } from "./escape-html.ts";
import type { MailBlock, MailLook } from "./message.ts";
import { messageHtml } from "./message-html.ts";

/** Formats a time. Its reader may be anywhere, so it names the zone. */
const momentWords = (at: Date, { timeZone = "UTC" }: MailLook) =>
  new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
    timeZoneName: "short",
  }).format(at);

/** Renders an email's content as plain text. */
export const renderText = (blocks: MailBlock[], look: MailLook = {}) =>
  `${blocks.map((block) => textOf(block, look)).join("\n\n")}\n`;

function textOf(block: MailBlock, look: MailLook): string {
  if (block.kind === "quote" || block.kind === "message") {
    const parts = [plainText(block.text, "address"), (block.files ?? []).join("\n")].filter((part) => part !== "");
    const text = parts.join("\n\n");
    return `${block.by}, ${momentWords(block.at, look)}:\n${block.kind === "quote" ? quoted(text) : `\n${text}`}`;
  }
  if (block.kind === "button") return `${block.label}:\n${block.url}`;
  if (block.kind === "small") return block.link ? `${block.text} ${block.link.label}: ${block.link.url}` : block.text;
  return block.text;
}

const quoted = (text: string) =>
  text
    .split(/\r\n|[\n\r]/)
    .map((line) => `> ${line}`)
    .join("\n");

// For mail programs without classes or dark mode, the attributes render dark on light.
const STYLE = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #1c1b19 !important; color: #f0eeea !important; }
  .quote { background: #2b2926 !important; color: #f0eeea !important; border-color: #6d8fe8 !important; }
  .quiet { color: #b5afa6 !important; }
  .link { color: #a9c0ff !important; }
  .button { background: #8fabff !important; color: #10131c !important; }
}`;

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif";
const INK = "color:#1f1d1a";
const QUIET = "color:#6a655d";

/** Renders the content as an HTML document that loads nothing, so that opening it isn't tracked. */
export function renderHtml(title: string, blocks: MailBlock[], look: MailLook = {}): string {
  return `<!doctype html>
<html lang="${look.language ?? "en"}" dir="${look.language === "ar" ? "rtl" : "ltr"}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${STYLE}
</style>
</head>
<body class="page" style="margin:0;padding:24px 16px;background:#fffefc;${INK};font-size:16px;line-height:24px;${FONT}">
<div style="max-width:560px;margin:0 auto">
${blocks.map((block) => htmlOf(block, look)).join("\n")}
</div>
</body>
</html>
`;
}

function htmlOf(block: MailBlock, look: MailLook): string {
  if (block.kind === "heading") {
    return `<h2 dir="auto" style="margin:28px 0 12px;font-size:18px;line-height:24px">${escapeHtml(block.text)}</h2>`;
  }
  if (block.kind === "quote" || block.kind === "message") {
    const hasLinks = block.kind === "message" || block.hasLinks === true;
    return `<p class="quiet" style="margin:16px 0 4px;font-size:14px;line-height:20px;${QUIET}"><bdi>${escapeHtml(block.by)}</bdi>, ${momentWords(block.at, look)}</p>
<blockquote class="quote" style="margin:0 0 16px;padding:12px 16px;border-inline-start:3px solid ${look.color?.background ?? "#2f5bd7"};background:#f3f0ea;${INK};overflow-wrap:anywhere">${messageHtml(block.text, hasLinks)}${(block.files ?? []).map(fileHtml).join("")}</blockquote>`;
  }
  if (block.kind === "plain") {
    return `<div class="quote" dir="auto" style="margin:16px 0;padding:12px 16px;background:#f3f0ea;${INK};white-space:pre-wrap;unicode-bidi:plaintext;overflow-wrap:anywhere">${escapeHtml(block.text)}</div>`;
  }
  if (block.kind === "button") return button(block.label, block.url, look);
  if (block.kind === "small") {
    const link = block.link
      ? ` <a class="link" href="${escapeHtml(block.link.url)}" style="color:#2448b0">${escapeHtml(block.link.label)}</a>`
      : "";
    return `<p class="quiet" style="margin:12px 0 0;font-size:13px;line-height:20px;${QUIET}">${escapeHtml(block.text)}${link}</p>`;
  }
  return `<p dir="auto" style="margin:0 0 16px">${lines(block.text)}</p>`;
}

const fileHtml = (file: string) => `<div dir="auto" class="quiet" style="${QUIET}">${escapeHtml(file)}</div>`;

// Outlook for Windows supports padding around a link in table cells only. A site's color is the same in dark mode.
function button(label: string, url: string, { color }: MailLook): string {
  const shown = color ?? { background: "#2f5bd7", text: "#ffffff" };
  const name = color ? "of-site" : "button";
  const colors = `border-radius:8px;background:${shown.background};color:${shown.text}`;
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0"><tr><td class="${name}" style="${colors}"><a class="${name}" href="${escapeHtml(url)}" style="display:inline-block;padding:10px 18px;${colors};font-weight:600;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`;
}

const lines = (text: string) => escapeHtml(text).replace(/\r\n|[\n\r]/g, "<br>\n");
