import { createHash, createHmac } from "node:crypto";
import { linkKeys } from "#platform/crypto/keys.ts";
import { withAsciiDomain } from "#platform/email-address.ts";
import { env } from "#platform/env.ts";
import { withoutSecrets } from "#platform/mail-in/secrets.ts";

// Local parts lose their case on the way, so it's in lower case: 26 letters of 5 bits.
const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
const LENGTH = 26;
const TOKEN = /^[a-z2-7]{26}$/;
const ENDS_WITH_TOKEN = /(?:^|\+)([a-z2-7]{26})$/;
const ANY_ADDRESS = /(^|[^a-z2-7])[a-z2-7]{26}(?=@)/gi;

/** What an address is for: an email, and the conversation that it's about. */
export type Replying = { mailId: string; conversationId: string };

/** Derives the token of an address that an email can be replied to. It's the same in every attempt to send the email. */
export function replyToken({ mailId, conversationId }: Replying): string {
  const bytes = createHmac("sha256", linkKeys()[0]).update(`reply ${mailId} ${conversationId}`).digest();
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return Array.from({ length: LENGTH }, (_, at) => ALPHABET[Number.parseInt(bits.slice(at * 5, at * 5 + 5), 2)]).join(
    "",
  );
}

export const hashOfReplyToken = (token: string): Buffer<ArrayBuffer> => createHash("sha256").update(token).digest();

/** Returns the address with a token. Throws unless INBOUND_ADDRESS is set. */
export function addressWith(token: string): string {
  const { INBOUND_ADDRESS } = env();
  if (!INBOUND_ADDRESS) throw new Error("there are no addresses to reply to without INBOUND_ADDRESS");
  const { local, domain } = INBOUND_ADDRESS;
  return withAsciiDomain(local === null ? `${token}@${domain}` : `${local}+${token}@${domain}`);
}

/** Returns a text without the tokens of our addresses and links, which give access. */
export function withoutTokens(text: string): string {
  const { INBOUND_ADDRESS, BASE_URL } = env();
  if (!INBOUND_ADDRESS) return text;
  const { local, domain } = INBOUND_ADDRESS;
  const hidden = withoutSecrets(text, BASE_URL, withAsciiDomain(`${local ?? "*"}@${domain}`));
  // Those from before INBOUND_ADDRESS was changed work too.
  return hidden.replace(ANY_ADDRESS, "$1…");
}

/**
 * Returns what may be a token in addresses of any domain, in their order: INBOUND_ADDRESS may have been another one, or the name of
 * this host. Whether it's one is known by its hash.
 */
export function possibleTokensIn(addresses: readonly string[]): string[] {
  const locals = addresses.map((address) => address.slice(0, Math.max(0, address.lastIndexOf("@"))).toLowerCase());
  return [...new Set(locals.flatMap((local) => ENDS_WITH_TOKEN.exec(local)?.[1] ?? []))];
}

/** Returns the tokens in those of the addresses that are of this service, in their order. Empty without INBOUND_ADDRESS. */
export function tokensIn(addresses: readonly string[]): string[] {
  const { INBOUND_ADDRESS } = env();
  if (!INBOUND_ADDRESS) return [];
  const domain = withAsciiDomain(`x@${INBOUND_ADDRESS.domain}`).slice(2).toLowerCase();
  const prefix = INBOUND_ADDRESS.local === null ? "" : `${INBOUND_ADDRESS.local.toLowerCase()}+`;
  const tokens = addresses.flatMap((address) => {
    const at = address.lastIndexOf("@");
    const local = address.slice(0, at).toLowerCase();
    const isOurs =
      withAsciiDomain(`x${address.slice(at)}`)
        .slice(2)
        .toLowerCase() === domain && local.startsWith(prefix);
    const token = local.slice(prefix.length);
    return isOurs && TOKEN.test(token) ? [token] : [];
  });
  return [...new Set(tokens)];
}
