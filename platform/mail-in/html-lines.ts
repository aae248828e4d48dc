import { Parser } from "htmlparser2";
import { type Attributes, type Kind, kindOf } from "./html-elements.ts";
import { LineWriter, type MailImage } from "./line-writer.ts";
import { PLAIN, type Style } from "./marks.ts";
import type { MailLine } from "./parsed-mail.ts";

/** What applies inside an element. */
type Frame = {
  style: Style;
  depth: number;
  isHidden: boolean;
  isVerbatim: boolean;
  /** The next number of an ordered list, or 0 in an unordered one. */
  item: number | undefined;
  indent: string;
  kind: Kind;
};

// Deeper elements are text only.
const DEPTH_MAX = 100;
// Past so many open elements, the parser starts again: it takes time for each of them with each tag.
const OPEN_MAX = 200;
const PIECE = 4_096;

const ROOT: Frame = {
  style: PLAIN,
  depth: 0,
  isHidden: false,
  isVerbatim: false,
  item: undefined,
  indent: "",
  kind: {},
};

/**
 * Returns the lines of an HTML text in our formatting, and the pictures in it: of a text of at most 1 MiB, else of its beginning.
 * Requests nothing. It takes time in proportion to the length of the text.
 */
export function htmlLines(html: string): { lines: MailLine[]; images: MailImage[]; isWhole: boolean } {
  const writer = new LineWriter();
  let reader = new HtmlReader(writer, ROOT);
  for (let at = 0; at < html.length && !writer.isFull; ) {
    const end = endOfPiece(html, at);
    reader.write(html.slice(at, end));
    at = end;
    if (reader.open <= OPEN_MAX) continue;
    const { depth } = reader.frame;
    reader.end();
    reader = new HtmlReader(writer, { ...ROOT, depth });
  }
  reader.end();
  return { lines: writer.finish(), images: writer.images, isWhole: !writer.isFull };
}

// A piece ends before a tag, so that the next reader doesn't begin within one.
function endOfPiece(html: string, at: number): number {
  const end = at + PIECE;
  const tag = end < html.length ? html.lastIndexOf("<", end) : html.length;
  return tag > at ? tag : end;
}

const hasMargin = (kind: Kind, outer: Frame) =>
  kind.hasMargin === true && (kind.list === undefined || outer.item === undefined);

class HtmlReader {
  readonly #parser: Parser;
  readonly #frames: Frame[];
  readonly #writer: LineWriter;

  constructor(writer: LineWriter, root: Frame) {
    this.#writer = writer;
    this.#frames = [root];
    this.#parser = new Parser({
      onopentag: (name, attributes) => this.#start(name, attributes),
      onclosetag: () => this.#close(),
      ontext: (text) => this.#text(text),
    });
  }

  get frame(): Frame {
    return this.#frames.at(-1) ?? ROOT;
  }

  get open(): number {
    return this.#frames.length;
  }

  write(html: string): void {
    this.#parser.write(html);
  }

  end(): void {
    this.#parser.end();
  }

  #start(name: string, attributes: Attributes): void {
    const outer = this.frame;
    const kind = this.#frames.length > DEPTH_MAX ? {} : kindOf(name, attributes);
    const frame: Frame = {
      ...outer,
      kind,
      isHidden: outer.isHidden || kind.isHidden === true,
      isVerbatim: outer.isVerbatim || kind.isVerbatim === true,
      depth: outer.depth + (kind.isQuote ? 1 : 0),
      style: kind.style ? { ...outer.style, ...kind.style } : outer.style,
    };
    if (kind.list !== undefined) {
      frame.item = kind.list;
      frame.indent = outer.item === undefined ? "" : `${outer.indent}  `;
    }
    this.#frames.push(frame);
    if (frame.isHidden) return;
    if (kind.isBlock) this.#writer.breakLine(outer.depth, hasMargin(kind, outer));
    if (kind.starts) this.#writer.mark(kind.starts);
    if (kind.isItem) this.#writer.startItem(this.#markOfItem(outer), frame.indent);
    if (kind.isBreak) this.#writer.endLine(frame.depth);
    if (kind.isCell) this.#writer.startCell(frame.style);
    if (kind.isFence) this.#writer.startFence(frame.depth);
    if (kind.image) this.#writer.addImage(kind.image, frame.depth, frame.style);
  }

  // The number is the list's, which is the frame around it.
  #markOfItem(list: Frame): string {
    if (!list.item) return "- ";
    list.item += 1;
    return `${list.item - 1}. `;
  }

  #close(): void {
    const frame = this.#frames.length > 1 ? this.#frames.pop() : undefined;
    if (!frame || frame.isHidden) return;
    const { kind, depth } = frame;
    if (kind.isFence) this.#writer.endFence(depth);
    if (kind.isBlock) this.#writer.breakLine(depth, hasMargin(kind, this.frame));
    if (kind.isItem) this.#writer.endItem();
    if (kind.list !== undefined) this.#writer.endList(this.frame.item === undefined);
  }

  #text(text: string): void {
    const { isHidden, isVerbatim, style, depth } = this.frame;
    if (isHidden) return;
    if (isVerbatim) this.#writer.addVerbatim(text, style, depth);
    else this.#writer.addText(text, style);
  }
}
