import { type ChannelNotice, urlKind } from "../channel-kind.ts";
import { plainLine, plainText } from "../plain-text.ts";
import { postJson } from "../post-notice.ts";

const TITLE_MAX = 150;
const BODY_MAX = 2_000;

export const mattermost = urlKind({
  name: "Mattermost",
  send: ({ url }, notice, { signal }) => postJson(url, mattermostMessage(notice), signal),
});

export function mattermostMessage({ title, body, url, isUrgent }: ChannelNotice) {
  const heading = `${isUrgent ? ":alarm_clock: " : ""}**[${escaped(plainLine(title, TITLE_MAX))}](${url})**`;
  const lines = body ? plainText(body, BODY_MAX).split("\n") : [];
  return {
    username: "Site Inbox",
    text: [heading, ...lines.map((line) => `> ${escaped(line)}`)].join("\n"),
  };
}

// Backslashes don't stop mentions, emoji and links: an invisible space after their first sign does.
const escaped = (text: string) => text.replace(/[\\`*{}[\]()#+\-.!_>~|]/g, "\\$&").replace(/[@:]/g, "$&\u200b");
