import type { MessageEntity } from "grammy/types";
import { parseText } from "#platform/formatted-text/parse.ts";
import type { Block, Inline, Link } from "#platform/formatted-text/tree.ts";

/** A text, and what's formatted in it, with offsets in UTF-16 units as the Bot API counts them. */
export type TelegramText = { text: string; entities: MessageEntity[] };

/** Renders messages for Telegram, one below the other. Entities can't be escaped from, as markup could. */
export function telegramText(messages: readonly string[]): TelegramText {
  const written: TelegramText = { text: "", entities: [] };
  const blocks = messages.flatMap((message) => parseText(message));
  for (const [at, block] of blocks.entries()) {
    if (at > 0) written.text += "\n";
    writeBlock(written, block);
  }
  return written;
}

/** Telegram links a visitor's /stop, and a tap would send it to the bot. An invisible space after the slash stops that. */
export const withoutCommands = (text: string) => text.replace(/(?<![\w/<>])\/(?=\w)/g, "/\u200b");

/** Writes something, and what it's formatted as. The Bot API refuses empty entities. */
function format(to: TelegramText, entity: Without<"offset" | "length">, write: () => void): void {
  const offset = to.text.length;
  const place = to.entities.length;
  write();
  const length = to.text.length - offset;
  if (length > 0) to.entities.splice(place, 0, { ...entity, offset, length });
}
type Without<Key extends string> = MessageEntity extends infer Entity
  ? Entity extends MessageEntity
    ? Omit<Entity, Key>
    : never
  : never;

function writeBlock(to: TelegramText, block: Block): void {
  if (block.kind === "code-block") {
    format(to, { type: "pre" }, () => {
      to.text += block.text;
    });
  } else if (block.kind === "list") {
    for (const [at, item] of block.items.entries()) {
      to.text += `${at > 0 ? "\n" : ""}${block.start === undefined ? "•" : `${block.start + at}.`} `;
      writeInlines(to, item);
    }
  } else if (block.kind === "quote") {
    format(to, { type: "blockquote" }, () => writeInlines(to, block.children));
  } else {
    writeInlines(to, block.children);
  }
}

function writeInlines(to: TelegramText, pieces: readonly Inline[]): void {
  for (const piece of pieces) writeInline(to, piece);
}

function writeInline(to: TelegramText, piece: Inline): void {
  if (typeof piece === "string") {
    to.text += withoutCommands(piece);
  } else if (piece.kind === "mention") {
    to.text += piece.text;
  } else if (piece.kind === "code") {
    format(to, { type: "code" }, () => {
      to.text += piece.text;
    });
  } else if (piece.kind === "link") {
    writeLink(to, piece);
  } else {
    format(to, { type: piece.kind === "strong" ? "bold" : "italic" }, () => writeInlines(to, piece.children));
  }
}

function writeLink(to: TelegramText, { href, host, children }: Link): void {
  // Its own address isn't to be changed: there are no commands in it.
  const isBare = host === undefined && children[0] === href;
  const write = () => {
    if (isBare) to.text += href;
    else writeInlines(to, children);
  };
  // Telegram links what shows its address, and no email address below another text.
  if (host === undefined || href.startsWith("mailto:")) write();
  else format(to, { type: "text_link", url: href }, write);
  if (host !== undefined) to.text += ` (${host})`;
}
