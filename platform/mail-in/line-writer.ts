import { PLAIN, type Run, type Style, writeMarks } from "./marks.ts";
import type { MailLine } from "./parsed-mail.ts";
import { readQuoteMarks } from "./plain-lines.ts";

/** A picture of the mail, and between which lines it is. `id` is the Content-ID of its part. */
export type MailImage = { id: string; depth: number; line: number };

/** How much text of a mail is read: the characters, and some for each line. */
export const TEXT_MAX = 1024 ** 2;
export const LINE_COST = 16;
const FENCE = "```";
const CELL = " | ";
// What a browser shows as one space. A no-break space isn't among them.
const SPACES = /[ \t\r\n\f]+/g;

/** Puts text together to lines, as a browser would. */
export class LineWriter {
  readonly images: MailImage[] = [];
  readonly #lines: MailLine[] = [];
  #runs: Run[] = [];
  /** The line began with text that's shown as written, which may have quote marks. */
  #isVerbatim: boolean = false;
  /** Whether the line has something, if only a no-break space. */
  #isBegun: boolean = false;
  #needsBlank: boolean = false;
  #starts: MailLine["starts"];
  #prefix = "";
  #indent = "";
  #fenceAt: number | undefined;
  #isInList: boolean = false;
  #size = 0;

  /** Whether more text would be too much. It's left out. */
  get isFull(): boolean {
    return this.#size > TEXT_MAX;
  }

  mark(starts: NonNullable<MailLine["starts"]>): void {
    this.#starts ??= starts;
  }

  addText(text: string, style: Style): void {
    let shown = text.replace(SPACES, " ");
    const last = this.#runs.at(-1)?.text ?? "";
    if (shown.startsWith(" ") && (!this.#isBegun || last.endsWith(" "))) shown = shown.slice(1);
    if (shown === "") return;
    if (shown !== " ") this.#isBegun = true;
    this.#add(shown, style);
  }

  addVerbatim(text: string, style: Style, depth: number): void {
    const isCode = this.#fenceAt !== undefined;
    for (const [at, line] of text.split(/\r\n|\n|\r/).entries()) {
      if (at > 0) this.endLine(depth);
      if (line === "") continue;
      this.#isVerbatim ||= !isCode && !this.#isBegun;
      this.#isBegun = true;
      this.#add(line, isCode ? PLAIN : style);
    }
  }

  addImage({ alt, id }: { alt: string; id: string | null }, depth: number, style: Style): void {
    if (id !== null) this.images.push({ id, depth, line: this.#lines.length });
    if (alt === "") return;
    this.#isBegun = true;
    this.#add(`[${alt.replace(SPACES, " ")}]`, { ...style, href: "" });
  }

  /** Ends the line if it has begun. */
  breakLine(depth: number, hasMargin: boolean): void {
    if (this.#isBegun) this.endLine(depth);
    else this.#runs = [];
    if (hasMargin) this.#needsBlank = true;
  }

  endLine(depth: number): void {
    if (this.isFull && !this.#isBegun) return;
    this.#size += LINE_COST;
    const last = this.#lines.at(-1);
    if (this.#needsBlank && last && last.text !== "") {
      this.#lines.push({ text: "", depth: Math.min(last.depth, depth) });
    }
    this.#needsBlank = false;
    const isCode = this.#fenceAt !== undefined;
    const written = isCode
      ? this.#runs.map((run) => run.text).join("")
      : writeMarks(this.#runs).replaceAll("\u00a0", " ").trimEnd();
    const { text, depth: quoted } = this.#isVerbatim ? readQuoteMarks(written) : { text: written, depth: 0 };
    this.#isVerbatim = false;
    const line: MailLine = { text: this.#prefix + text, depth: depth + quoted };
    // The mark waits for a line with text.
    if (this.#starts && text.trim() !== "") {
      line.starts = this.#starts;
      this.#starts = undefined;
    }
    this.#lines.push(line);
    this.#prefix = this.#indent;
    this.#runs = [];
    this.#isBegun = false;
  }

  startItem(mark: string, indent: string): void {
    // Items are on lines below each other.
    if (this.#isInList) this.#needsBlank = false;
    this.#isInList = true;
    this.#prefix = indent + mark;
    this.#indent = `${indent}  `;
  }

  endList(isOutermost: boolean): void {
    this.endItem();
    this.#isInList = !isOutermost;
  }

  endItem(): void {
    this.#prefix = "";
    this.#indent = "";
  }

  startCell(style: Style): void {
    if (this.#isBegun) this.#add(CELL, { ...style, code: false, href: "" });
  }

  startFence(depth: number): void {
    this.breakLine(depth, false);
    this.#fenceAt = this.#lines.length;
  }

  /** Puts marks around the lines of code, unless a line of them would end the code. */
  endFence(depth: number): void {
    this.breakLine(depth, false);
    const from = this.#fenceAt ?? this.#lines.length;
    this.#fenceAt = undefined;
    const code = this.#lines.slice(from);
    if (!code.some(({ text }) => text.trim() !== "") || code.some(({ text }) => text.startsWith(FENCE))) return;
    this.#lines.splice(from, 0, { text: FENCE, depth });
    this.#lines.push({ text: FENCE, depth });
  }

  finish(): MailLine[] {
    if (this.#isBegun) this.endLine(0);
    while (this.#lines.at(-1)?.text.trim() === "") this.#lines.pop();
    return this.#lines;
  }

  #add(text: string, style: Style): void {
    if (this.isFull) return;
    this.#size += text.length;
    this.#runs.push({ text, style });
  }
}
