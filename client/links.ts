export type TextPart = { at: number; text: string; href?: string };

const ADDRESS = /https?:\/\/[^\s<>"'`。、！？「」『』（）\p{C}]+/u;
// Each part is bounded: a long text without an address would take too long otherwise.
const EMAIL = /[\w+-][\w.+-]{0,63}@(?:[a-z\d-]{1,63}\.){1,8}[a-z]{2,24}(?![\w-])/u;
const CANDIDATE = new RegExp(`${ADDRESS.source}|${EMAIL.source}`, "giu");
const TRAILING = /[.,;:!?)\]}*_~，；：…،؛؟»”’]+$/u;

/** Splits a text at its web and email addresses. A link always shows exactly where it leads. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(CANDIDATE)) {
    const isWeb = /^https?:/i.test(found);
    const shown = isWeb ? trimEnd(found) : found;
    if (isWeb ? !isWebAddress(shown) : !startsWord(text, index)) continue;
    if (index > end) parts.push({ at: end, text: text.slice(end, index) });
    parts.push({ at: index, text: shown, href: isWeb ? shown : `mailto:${shown}` });
    end = index + shown.length;
  }
  if (end < text.length) parts.push({ at: end, text: text.slice(end) });
  return parts;
}

function trimEnd(address: string): string {
  const short = address.replace(TRAILING, "");
  // A bracket that the address itself opened belongs to it.
  return address[short.length] === ")" && short.includes("(") && !short.includes(")") ? `${short})` : short;
}

/** An address with a user name or password could pass for another site. */
function isWebAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password, hostname } = new URL(address);
  return (protocol === "https:" || protocol === "http:") && hostname !== "" && !username && !password;
}

/** The end of a longer address would lead to someone else. */
const startsWord = (text: string, at: number) => !/[\p{L}\p{M}\p{N}.!#$%&'*/=?^`{|}~]/u.test(text.charAt(at - 1));
