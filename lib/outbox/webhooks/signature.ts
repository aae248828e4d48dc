import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";

const SECRET_BYTES = 32;

/** Creates a secret in the format of Standard Webhooks. */
export const newWebhookSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;

type SignatureHeaders = Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string>;

type Signed = { id: string; at: Date; payload: string };

/**
 * Builds the headers that prove a request's origin, id and time (Standard Webhooks). There's one signature for each
 * secret: two during an overlap.
 */
export function signatureHeaders(secrets: readonly string[], { id, at, payload }: Signed): SignatureHeaders {
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(id, at, payload)).join(" "),
  };
}
