import { decodeText } from "./charsets.ts";
import type { ParsedMail } from "./parsed-mail.ts";

export type Headers = ParsedMail["headers"];

const FIELD = /^([!-9;-~]+)[ \t]*:[ \t]*/;

/** Reads a block of header fields, up to its first empty line. A line that's no field is left out. */
export function readHeaders(block: Uint8Array): Headers {
  const fields: [name: string, pieces: string[]][] = [];
  for (const line of decodeText(block, "utf-8").text.split("\n")) {
    const text = line.replace(/\r+$/, "");
    if (text === "" && fields.length > 0) break;
    if (/^[ \t]/.test(text)) {
      fields.at(-1)?.[1].push(text);
      continue;
    }
    const [start = "", name] = FIELD.exec(text) ?? [];
    if (name) fields.push([name.toLowerCase(), [text.slice(start.length)]]);
  }
  return fields.map(([name, pieces]) => [name, pieces.join("").trim()]);
}

/** Returns the values of a field, from the top. */
export const valuesOf = (headers: Headers, name: string): string[] =>
  headers.filter(([key]) => key === name).map(([, value]) => value);

export const firstOf = (headers: Headers, name: string): string => headers.find(([key]) => key === name)?.[1] ?? "";

/** Returns the identifier in a Message-ID, without its angle brackets, or null. */
export function readHeaderId(value: string): string | null {
  const id = /<([^<>\s]+)>/.exec(value)?.[1] ?? value.trim();
  return id && !/\s/.test(id) ? id : null;
}

/** Returns a value without its comments, which may be nested. Text in quotes stays as it is. */
export function withoutComments(value: string): string {
  let kept = "";
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < value.length; at += 1) {
    const character = value.charAt(at);
    if (character === "\\" && (isQuoted || depth > 0)) {
      if (depth === 0) kept += value.slice(at, at + 2);
      at += 1;
      continue;
    }
    if (character === '"' && depth === 0) isQuoted = !isQuoted;
    if (!isQuoted && character === "(") depth += 1;
    else if (!isQuoted && character === ")" && depth > 0) depth -= 1;
    else if (depth === 0) kept += character;
  }
  return kept;
}
