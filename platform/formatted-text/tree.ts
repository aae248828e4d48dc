/** A piece of a line. Text is a string, and a line break in it is `\n`. */
export type Inline =
  | string
  | { kind: "strong"; children: Inline[] }
  | { kind: "emphasis"; children: Inline[] }
  | { kind: "code"; text: string }
  | { kind: "mention"; text: string }
  | Link;

/** `host` is where it leads (of an email link, the address), if its text doesn't show that already. */
export type Link = { kind: "link"; href: string; host?: string; children: Inline[] };

export type Block =
  | { kind: "paragraph" | "quote"; children: Inline[] }
  /** An ordered list has the number of its first item. */
  | { kind: "list"; start?: number; items: Inline[][] }
  | { kind: "code-block"; text: string };

/** Adds a piece to others, and text to the text before it. */
export function addInline(to: Inline[], piece: Inline): void {
  if (piece === "") return;
  const last = to.at(-1);
  if (typeof piece !== "string" || typeof last !== "string") to.push(piece);
  else to[to.length - 1] = last + piece;
}
