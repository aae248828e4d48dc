import type { Style } from "./marks.ts";
import type { MailLine } from "./parsed-mail.ts";

export type Attributes = Partial<Record<string, string>>;

/** What an element of a mail's HTML does to its text. */
export type Kind = {
  isBlock?: boolean;
  /** A blank line is around it. */
  hasMargin?: boolean;
  isBreak?: boolean;
  isHidden?: boolean;
  isVerbatim?: boolean;
  isFence?: boolean;
  isQuote?: boolean;
  isCell?: boolean;
  isItem?: boolean;
  /** A list: the number of its first item, or 0. */
  list?: number;
  style?: Partial<Style>;
  starts?: NonNullable<MailLine["starts"]>;
  image?: { alt: string; id: string | null };
};

const BLOCK: Kind = { isBlock: true };
const SPACED: Kind = { isBlock: true, hasMargin: true };
const HIDDEN: Kind = { isHidden: true };
const HEADING: Kind = { ...SPACED, style: { strong: true } };
const STRONG: Kind = { style: { strong: true } };
const EMPHASIS: Kind = { style: { emphasis: true } };

const OF_NAME = new Map<string, Kind>([
  ...["address", "article", "aside", "body", "caption", "center", "dd", "details", "div", "dt", "fieldset"].map(block),
  ...["figcaption", "figure", "footer", "form", "header", "legend", "main", "nav", "section", "summary"].map(block),
  ...["table", "tbody", "tfoot", "thead", "tr", "option"].map(block),
  ...["script", "style", "head", "title", "template", "svg", "object", "iframe", "noembed", "audio", "video"].map(
    (name): [string, Kind] => [name, HIDDEN],
  ),
  ...["h1", "h2", "h3", "h4", "h5", "h6"].map((name): [string, Kind] => [name, HEADING]),
  ["p", SPACED],
  ["dl", SPACED],
  ["hr", BLOCK],
  ["br", { isBreak: true }],
  ["b", STRONG],
  ["strong", STRONG],
  ["i", EMPHASIS],
  ["em", EMPHASIS],
  ["code", { style: { code: true } }],
  ["tt", { style: { code: true } }],
  ["kbd", { style: { code: true } }],
  ["ul", { ...SPACED, list: 0 }],
  ["li", { isBlock: true, isItem: true }],
  ["td", { isCell: true }],
  ["th", { isCell: true }],
  ["pre", { ...SPACED, isVerbatim: true }],
]);

function block(name: string): [string, Kind] {
  return [name, BLOCK];
}

const INVISIBLE =
  /display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|font-size\s*:\s*0(?:px|pt|em|%)?\s*(?:;|!|$)/i;
const WRITTEN_BEFORE = /white-space\s*:\s*(?:pre|break-spaces)/i;

// Where mail clients begin the quoted text. `x_` is what Outlook puts before the names in what it quotes.
const QUOTE_IDS =
  /^(?:divRplyFwdMsg|appendonsend|mail-editor-reference-message-container|reply-intro|isReplyContent|replySplit|yahoo_quoted.*)$/i;
const QUOTE_CLASSES =
  /(?:^|\s)(?:gmail_quote(?:_container)?|yahoo_quoted|moz-cite-prefix|moz-forward-container|OutlookMessageHeader|protonmail_quote|zmail_extra|gmail_attr|quoted-mail|email_quote)(?:\s|$)/i;
const SIGNATURE_IDS = /^(?:Signature|ms-outlook-mobile-signature|AppleMailSignature)$/i;
const SIGNATURE_CLASSES = /(?:^|\s)(?:gmail_signature|moz-signature|protonmail_signature_block(?:-user)?)(?:\s|$)/i;

/** Returns what an element does. */
export function kindOf(name: string, attributes: Attributes): Kind {
  const { style = "", hidden } = attributes;
  if (hidden !== undefined || INVISIBLE.test(style)) return HIDDEN;
  const kind = kindOfName(name, attributes);
  const starts = startOf(name, attributes);
  const isVerbatim = WRITTEN_BEFORE.test(style);
  return starts || isVerbatim ? { ...kind, ...(starts && { starts }), ...(isVerbatim && { isVerbatim }) } : kind;
}

function kindOfName(name: string, attributes: Attributes): Kind {
  if (name === "blockquote") return quoteKind(attributes);
  if (name === "a") return { style: { href: safeAddress(attributes.href) } };
  if (name === "img") return imageKind(attributes);
  if (name === "ol") return { ...SPACED, list: Number.parseInt(attributes.start ?? "1", 10) || 1 };
  // In Word's HTML, the margins of paragraphs are in its style sheet, which removes them.
  if (name === "p" && /\bMso/.test(attributes.class ?? "")) return BLOCK;
  if (name === "pre" && /\bcode|highlight|language/i.test(attributes.class ?? "")) {
    return { ...SPACED, isVerbatim: true, isFence: true };
  }
  return OF_NAME.get(name) ?? {};
}

function startOf(name: string, { id = "", class: classes = "", ...rest }: Attributes): Kind["starts"] {
  if (QUOTE_IDS.test(id)) return "quote";
  // GMX and WEB.DE.
  if (name === "div" && rest.name === "quote") return "quote";
  // The class is also on the quote itself, which has a depth.
  if (name !== "blockquote" && QUOTE_CLASSES.test(classes)) return "quote";
  return SIGNATURE_IDS.test(id) || SIGNATURE_CLASSES.test(classes) ? "signature" : undefined;
}

// Gmail indents with the same element, but then it has no border.
function quoteKind({ type, style = "", class: classes = "" }: Attributes): Kind {
  const isIndent = type !== "cite" && !/quote/i.test(classes) && /border(?:-\w+)?\s*:\s*(?:none|0)/i.test(style);
  return isIndent ? SPACED : { ...SPACED, isQuote: true };
}

function imageKind({ src = "", alt = "", width, height }: Attributes): Kind {
  const isPixel = /^[01](?:px)?$/.test(width ?? "") || /^[01](?:px)?$/.test(height ?? "");
  const id = /^cid:(.+)/i.exec(src.trim())?.[1] ?? null;
  return isPixel && id === null ? {} : { image: { alt: alt.trim(), id: id && decodeId(id) } };
}

function decodeId(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

function safeAddress(href = ""): string {
  const address = href.trim();
  return /^(?:https?:\/\/|mailto:)/i.test(address) ? address.replace(/^(mailto:[^?]*)\?.*/i, "$1") : "";
}
