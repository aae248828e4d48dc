import { createHash } from "node:crypto";
import webpush from "web-push";
import { readMailbox } from "../env.ts";
import { pushReach } from "./push-reach.ts";

/** A pair of VAPID keys (RFC 8292): browsers subscribe for the public one, and push services check its signatures. */
export type PushKeys = { publicKey: string; privateKey: string };

/** A browser's subscription: where to send, and the keys to encrypt for it with. */
type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } };

type Push = {
  payload: string;
  /** Undelivered messages with the same topic replace each other. */
  topic: string;
  keys: PushKeys;
  /** Who the push service may contact about this sender. */
  subject: string;
};

const TTL_SECONDS = 86_400;
const TOPIC_LENGTH = 32;

export const createPushKeys = (): PushKeys => webpush.generateVAPIDKeys();

/** Makes a topic of any text (RFC 8030 section 5.4). The text can't be guessed from it. */
export const pushTopic = (text: string): string =>
  createHash("sha256").update(text).digest("base64url").slice(0, TOPIC_LENGTH);

/** Encrypts a message for a browser (RFC 8291) and signs its request (RFC 8292). */
export function pushRequest(subscription: Subscription, { payload, topic, keys, subject }: Push) {
  const { headers, body } = webpush.generateRequestDetails(subscription, payload, {
    TTL: TTL_SECONDS,
    urgency: "high",
    topic,
    contentEncoding: "aes128gcm",
    vapidDetails: { subject, ...keys },
  });
  const { "Content-Length": _, ...rest } = headers as Record<string, string | number>;
  return {
    headers: Object.fromEntries(Object.entries(rest).map(([name, value]) => [name.toLowerCase(), String(value)])),
    body,
  };
}

type Contact = { BASE_URL: string; MAIL_FROM?: string | undefined };

/** Returns the contact for push services, which want a public one: the service's address, or else an email address. */
export function pushSubject({ BASE_URL, MAIL_FROM = "" }: Contact): string {
  if (pushReach(BASE_URL) === "everywhere") return BASE_URL;
  return `mailto:${readMailbox(MAIL_FROM)?.address ?? `postmaster@${new URL(BASE_URL).hostname}`}`;
}
