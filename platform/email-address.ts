import { z } from "zod";

/*
 * Email addresses, whose part after the @ may be written in any script (RFC 5891). They're stored as typed, and compared, judged
 * and mailed with that part in ASCII.
 */

// What would be part of a URL, but not of its host, and what nobody sees and a URL leaves out.
const NOT_IN_HOST = /[\s/\\?#@:[\]%]|(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/u;
const FOREIGN_LETTER = /(?!\p{ASCII}|\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{N}]/gu;
// A path of SMTP is no longer (RFC 5321 section 4.5.3.1.3).
const ASCII_MAX = 254;

/** An address with its domain in ASCII (`bücher.example` as `xn--bcher-kva.example`); as it is if that can't be done. */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1);
  if (at < 0 || /^\p{ASCII}*$/u.test(domain) || NOT_IN_HOST.test(domain)) return address;
  const host = URL.parse(`http://${domain}`)?.hostname;
  return host ? `${address.slice(0, at)}@${host}` : address;
}

// What looks like an ASCII letter or dot, and is folded to one: full-width ones, ligatures, the Kelvin sign.
const looksLikeAscii = (text: string) => countAscii(text.normalize("NFKC")) > countAscii(text);
const countAscii = (text: string) => text.match(/\p{ASCII}/gu)?.length ?? 0;

/** Whether a text is an email address. Letters of any script may be in it, but none that only look like ASCII. */
export function isEmailAddress(text: string): boolean {
  if (looksLikeAscii(text)) return false;
  const address = withAsciiDomain(text);
  const at = address.lastIndexOf("@");
  return (
    address.length <= ASCII_MAX &&
    z.regexes.email.test(address.slice(0, at).replace(FOREIGN_LETTER, "x") + address.slice(at))
  );
}

/** By what two addresses are the same: unique after NFKC and lower-casing, with the domain in ASCII. */
export const emailKey = (address: string): string => withAsciiDomain(address.normalize("NFKC")).toLowerCase();
