import { type ChannelNotice, urlKind } from "../channel-kind.ts";
import { plainLine, plainText } from "../plain-text.ts";
import { postJson } from "../post-notice.ts";

const TITLE_MAX = 120;
// Escaping doubles it at most, and Discord accepts 4,096.
const BODY_MAX = 2_000;
const BLUE = 0x2f4a8f;
const RED = 0xd13438;

export const discord = urlKind({
  name: "Discord",
  send: ({ url }, notice, { signal }) => postJson(url, discordMessage(notice), signal),
});

export const discordMessage = ({ title, body, url, isUrgent, since }: ChannelNotice) => ({
  username: "Site Inbox",
  embeds: [
    {
      title: escaped(plainLine(title, TITLE_MAX)),
      url,
      ...(body && { description: escaped(plainText(body, BODY_MAX)) }),
      color: isUrgent ? RED : BLUE,
      ...(since && { timestamp: since.toISOString(), footer: { text: "Waiting since" } }),
    },
  ],
  // No one is mentioned, whatever the text contains.
  allowed_mentions: { parse: [] },
});

// Discord shows what follows a backslash as it is, if it's neither a letter, a digit nor a space.
const escaped = (text: string) => text.replace(/[!-/:-@[-`{-~]/g, "\\$&");
