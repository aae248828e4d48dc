import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { env } from "#platform/env.ts";
import { AppError } from "#platform/errors.ts";

const VALID_SECONDS = 300;
const HASH = /^[0-9a-f]{64}$/;

const SignedHeaders = z.object({
  "Inbound-Timestamp": z.string().regex(/^\d{10}$/),
  "Inbound-Signature": z.string().regex(/^v1=[0-9a-f]{64}$/),
  "Mail-Sha256": z.string().regex(HASH),
  "Mail-From": z.string().max(320),
  "Mail-To": z.string().max(2_000),
  "Mail-Client-Ip": z.string().max(45).default(""),
});
type InboundHeaders = z.infer<typeof SignedHeaders>;

/**
 * What the server that received an email says about it. An empty `from` is that of an automatic response. `ip` is who handed it
 * over, or empty.
 */
export type Envelope = { from: string; to: string[]; ip: string };

/** The signed part of a request to `/inbound/mail`: the envelope, and the hash that the body must have. */
export type SignedMail = { envelope: Envelope; hash: string };

/** Signs what a server says about an email. The docs have a shell script and a worker that do it. */
export const signatureOf = (headers: Omit<InboundHeaders, "Inbound-Signature">, secret: string): string => {
  const { "Mail-From": from, "Mail-To": to, "Mail-Client-Ip": ip } = headers;
  const signed = [headers["Inbound-Timestamp"], from, to, ip, headers["Mail-Sha256"]];
  // A header's value is bytes. This is how Node and the Fetch API read them.
  return `v1=${createHmac("sha256", secret)
    .update(Buffer.from(signed.join("\n"), "latin1"))
    .digest("hex")}`;
};

/**
 * Returns what a request's signed headers say. Throws `conflict` if the service receives no email, or `unauthenticated`, which
 * says what's wrong with them.
 */
export function readSignedMail(headers: Headers, now = Date.now()): SignedMail {
  const { INBOUND_ADDRESS, INBOUND_SECRET } = env();
  if (!INBOUND_ADDRESS || !INBOUND_SECRET) {
    const missing = INBOUND_ADDRESS ? "INBOUND_SECRET" : "INBOUND_ADDRESS";
    throw new AppError("conflict", { detail: `This service receives no email here: ${missing} isn't set.` });
  }
  const given = Object.fromEntries(
    Object.keys(SignedHeaders.shape).map((name) => [name, headers.get(name) ?? undefined]),
  );
  const { success, data, error } = SignedHeaders.safeParse(given);
  if (!success) {
    const names = [...new Set(error.issues.map(({ path }) => String(path[0])))];
    throw new AppError("unauthenticated", { detail: `Missing or malformed headers: ${names.join(", ")}.` });
  }
  const expected = Buffer.from(signatureOf(data, INBOUND_SECRET));
  if (!timingSafeEqual(expected, Buffer.from(data["Inbound-Signature"]))) {
    throw new AppError("unauthenticated", { detail: "The signature doesn't match the headers and INBOUND_SECRET." });
  }
  if (Math.abs(now / 1_000 - Number(data["Inbound-Timestamp"])) > VALID_SECONDS) {
    throw new AppError("unauthenticated", {
      detail: `The signature is older or newer than ${VALID_SECONDS} seconds. Check the clocks of both hosts.`,
    });
  }
  return { envelope: envelopeOf(data), hash: data["Mail-Sha256"] };
}

const envelopeOf = (headers: InboundHeaders): Envelope => ({
  from: addressIn(headers["Mail-From"]),
  to: headers["Mail-To"].split(/[\s,]+/).flatMap((address) => addressIn(address) || []),
  ip: headers["Mail-Client-Ip"],
});

// Addresses in other scripts are sent as they are, in UTF-8.
const addressIn = (value: string) =>
  Buffer.from(value, "latin1")
    .toString()
    .replaceAll("\0", "")
    .trim()
    .replace(/^<(.*)>$/, "$1");
