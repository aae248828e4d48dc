// Without the `i` flag, because the pattern of inlines.ts also has people's names in it.
export const WEB = /[hH][tT]{2}[pP][sS]?:\/\/[^\s<>"'`。、！？「」『』（）\p{C}]+/u.source;
// Each part is bounded: a long text without an address would take too long otherwise.
export const EMAIL = /[\w+-][\w.+-]{0,63}@(?:[a-zA-Z\d-]{1,63}\.){1,8}[a-zA-Z]{2,24}(?![\w-])/u.source;

const IS_WEB = /^https?:/i;
const WHOLE_EMAIL = new RegExp(`^${EMAIL}$`, "u");
const TRAILING = /[.,;:!?)\]}*_~，；：…،؛؟»”’]+$/u;

/** What an address leads to: a host, or of an email address the address. */
export type Destination = { href: string; host: string };

/** Returns what of a bare address in a sentence is the address, or undefined if it may be no link. */
export function readBare(found: string, before: string): (Destination & { text: string }) | undefined {
  const isWeb = IS_WEB.test(found);
  const text = isWeb ? trimEnd(found) : found;
  // The end of a longer email address would lead to someone else.
  if (!isWeb && /[\p{L}\p{M}\p{N}.!#$%&'/=?^`{|}~]/u.test(before)) return undefined;
  const destination = readAddress(isWeb ? text : `mailto:${text}`);
  return destination && { ...destination, text };
}

// Browsers read it as a slash, others as part of a user name: they disagree about the host.
const HAS_BACKSLASH = /^[^/]*\/\/[^/?#]*\\/;

/** Reads an address as written. Undefined unless it's one of https, http or mailto, without a user name or password. */
export function readAddress(address: string): Destination | undefined {
  const email = /^mailto:(.*)/i.exec(address)?.[1];
  if (email !== undefined) return WHOLE_EMAIL.test(email) ? { href: `mailto:${email}`, host: email } : undefined;
  if (!/^https?:\/\//i.test(address) || HAS_BACKSLASH.test(address) || !URL.canParse(address)) return undefined;
  const { username, password, hostname } = new URL(address);
  // A user name could pass for another site.
  return hostname && !username && !password ? { href: address, host: hostname } : undefined;
}

/** Whether a link's text is the host it leads to, or begins with it as an address does. */
export function showsHost(text: string, host: string): boolean {
  const [, shown = ""] = /^(?:https?:\/\/)?([^/?#:\\\s]+)/i.exec(text) ?? [];
  // `host` has the ASCII form of letters that could pass for others, so those never count as shown.
  return shown.toLowerCase() === host.toLowerCase();
}

function trimEnd(address: string): string {
  const short = address.replace(TRAILING, "");
  // A bracket that the address itself opened belongs to it.
  return address[short.length] === ")" && short.includes("(") && !short.includes(")") ? `${short})` : short;
}
