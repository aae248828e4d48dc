/*
 * Email addresses, whose part after the @ may be written in any script (RFC 5891). They're stored as typed, and compared, judged
 * and mailed with that part in ASCII. Quoted parts before the @ are left out: no provider gives them to people.
 */

// What would be part of a URL, but not of its host, and what nobody sees and a URL leaves out.
const NOT_IN_HOST = /[\s/\\?#@:[\]%]|(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/u;
// The characters of an atom, and dots wherever they are: Docomo gave out addresses with two in a row (RFC 5322 section 3.2.3).
const LOCAL = /^(?!\.+$)(?:[\w.!#$%&'*+/=?^`{|}~-]|(?!\p{ASCII}|\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{N}])+$/u;
const DOMAIN = /^(?:(?!-)[a-z\d-]{0,62}[a-z\d]\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{0,58}[a-z\d])$/i;
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
  const address = withAsciiDomain(text);
  const at = address.lastIndexOf("@");
  return (
    address.length <= ASCII_MAX &&
    LOCAL.test(address.slice(0, Math.max(at, 0))) &&
    DOMAIN.test(address.slice(at + 1)) &&
    !looksLikeAscii(text)
  );
}

/** By what two addresses are the same: unique after NFKC and lower-casing, with the domain in ASCII. */
export const emailKey = (address: string): string => withAsciiDomain(address.normalize("NFKC")).toLowerCase();
