import type { UrlAddress } from "../address.ts";
import { postJson } from "../post-notice.ts";
import type { ChannelNotice, Sender } from "../sender.ts";
import { plainLine, plainText } from "./plain-text.ts";

const HIGH = 4;
const HIGHEST = 5;
const TITLE_MAX = 200;
// 4,096 bytes make an attachment of a message; a character has at most four.
const BODY_MAX = 900;

/** Publishes a notice to a topic of ntfy, whose address is its server's with the topic as the last part of its path. */
export const sendToNtfy: Sender<UrlAddress> = ({ url }, notice, { signal }) => {
  const server = new URL(url);
  const [, folder = "/", topic = ""] = /^(.*\/)([^/]+)\/?$/.exec(server.pathname) ?? [];
  server.pathname = folder;
  return postJson(server.href, ntfyMessage(notice, topic), signal);
};

export const ntfyMessage = ({ id, title, body, url, conversationId, isUrgent }: ChannelNotice, topic: string) => ({
  topic,
  title: plainLine(title, TITLE_MAX),
  // An empty message would read "triggered".
  message: plainText(body, BODY_MAX) || "Open it in Site Inbox.",
  click: url,
  tags: ["speech_balloon"],
  priority: isUrgent ? HIGHEST : HIGH,
  // A later message with the same id replaces this one (ntfy 2.16 and newer).
  sequence_id: conversationId ?? id,
});
