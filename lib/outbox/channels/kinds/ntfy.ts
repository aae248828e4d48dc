import { type ChannelNotice, urlKind } from "../channel-kind.ts";
import { plainLine, plainText } from "../plain-text.ts";
import { postJson } from "../post-notice.ts";

const HIGH = 4;
const HIGHEST = 5;
const TITLE_MAX = 200;
// 4,096 bytes make an attachment of a message; a character has at most four.
const BODY_MAX = 900;

// What ntfy accepts as the name of a topic.
const endsWithTopic = (text: string) => /\/[-\w]{1,64}\/?$/.test(URL.parse(text)?.pathname ?? "");

/** Publishes to a topic, whose address is its server's with the topic as the last part of its path. */
export const ntfy = urlKind({
  name: "ntfy",
  send: ({ url }, notice, { signal }) => {
    const server = new URL(url);
    const [, folder = "/", topic = ""] = /^(.*\/)([^/]+)\/?$/.exec(server.pathname) ?? [];
    server.pathname = folder;
    return postJson(server.href, ntfyMessage(notice, topic), signal);
  },
  problemOf: (url) => (endsWithTopic(url) ? null : "must end with a topic, as in https://ntfy.sh/my-topic"),
});

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
