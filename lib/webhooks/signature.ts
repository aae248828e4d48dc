import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";

const SECRET_BYTES = 32;

/** A new secret, as Standard Webhooks writes them. */
export const newWebhookSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;

type SignatureHeaders = Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string>;

type Signed = { id: string; at: Date; payload: string };

/**
 * The headers by which a receiver knows that a request is ours, is the one with this id, and is new (Standard Webhooks).
 * There is a signature for each secret: while one takes the place of another, two.
 */
export function signatureHeaders(secrets: readonly string[], { id, at, payload }: Signed): SignatureHeaders {
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(id, at, payload)).join(" "),
  };
}
