export type TextPart = { at: number; text: string; href?: string };

const CANDIDATE = /https?:\/\/[^\s<>"'`。、！？「」『』（）\p{C}]+/giu;
const TRAILING = /[.,;:!?)\]}*_~，；：…]+$/u;

/** Splits a text at its web addresses. A link always shows exactly where it leads. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(CANDIDATE)) {
    const href = trimEnd(match[0]);
    if (!isWebAddress(href)) continue;
    if (match.index > end) parts.push({ at: end, text: text.slice(end, match.index) });
    parts.push({ at: match.index, text: href, href });
    end = match.index + href.length;
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
