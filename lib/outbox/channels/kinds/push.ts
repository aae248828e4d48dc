import { z } from "zod";
import { cutText } from "#platform/characters.ts";
import { signLink } from "#platform/crypto/signed-link.ts";
import { env } from "#platform/env.ts";
import { pushRequest, pushSubject, pushTopic } from "#platform/push/push-request.ts";
import type { ChannelKindOf, ChannelNotice, Sender } from "../channel-kind.ts";
import { postNotice } from "../post-notice.ts";
import { pushKeys } from "../push-keys.system.ts";

// Push services accept 4,096 bytes, encryption included. Some of them less.
const PAYLOAD_MAX = 3_000;
const TITLE_MAX = 120;

const PushAddress = z.object({ endpoint: z.string(), keys: z.object({ p256dh: z.string(), auth: z.string() }) });
export type PushAddress = z.infer<typeof PushAddress>;

/** Sends a notice to a browser, as declarative Web Push that our service worker understands too. */
const sendPush: Sender<PushAddress> = async (address, notice, { signal }) => {
  const keys = await pushKeys();
  const subject = pushSubject(env());
  const topic = pushTopic(notice.conversationId ?? notice.kind);
  let request: ReturnType<typeof pushRequest>;
  try {
    request = pushRequest(address, { payload: pushPayload(notice), topic, keys, subject });
  } catch {
    // Its key isn't a point of the curve.
    return { status: "failed", reason: "unreadable", stops: "unreadable" };
  }
  return postNotice(address.endpoint, request, signal);
};

/** A browser that registered itself. */
export const push: ChannelKindOf<PushAddress, never> = {
  name: "Web Push",
  address: PushAddress,
  // Its keys may change.
  identify: ({ endpoint }) => endpoint,
  show: ({ endpoint }) => new URL(endpoint).host,
  send: sendPush,
};

/** Writes a notice as a declarative push message (W3C Push API), of at most 3,000 bytes. */
export function pushPayload({ id, kind, title, body, url, conversationId, unread }: ChannelNotice): string {
  const withBody = (text: string) =>
    JSON.stringify({
      web_push: 8030,
      notification: {
        title: cutText(title, TITLE_MAX),
        body: text,
        navigate: url,
        tag: conversationId === null ? kind : `conversation-${conversationId}`,
        lang: "en",
        dir: "auto",
        silent: false,
        // The API shows the id to others. Only the device can report.
        data: { receipt: signLink("receipt", [id]) },
      },
      app_badge: unread,
      mutable: true,
    });
  return withBody(cutToBytes(body, PAYLOAD_MAX - Buffer.byteLength(withBody(""))));
}

/** Returns as much of a text as takes so many bytes in JSON, cut between characters. */
function cutToBytes(text: string, max: number): string {
  const points = [...text];
  const fits = (count: number) => Buffer.byteLength(JSON.stringify(points.slice(0, count).join(""))) - 2 <= max;
  let [least, most] = [0, points.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(middle)) least = middle;
    else most = middle - 1;
  }
  return points.slice(0, least).join("");
}
