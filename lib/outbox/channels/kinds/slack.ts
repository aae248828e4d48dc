import { type ChannelNotice, urlKind } from "../channel-kind.ts";
import { plainLine, plainText } from "../plain-text.ts";
import { postJson } from "../post-notice.ts";

const TITLE_MAX = 150;
const BODY_MAX = 2_500;

export const slack = urlKind({
  name: "Slack",
  send: ({ url }, notice, { signal }) => postJson(url, slackMessage(notice), signal),
});

// Rich text is literal: no markup, no mentions. Only `text`, which Slack shows in its own notifications, is markup.
export function slackMessage({ title, body, url, isUrgent }: ChannelNotice) {
  const [line, text] = [plainLine(title, TITLE_MAX), plainText(body, BODY_MAX)];
  const heading = [
    ...(isUrgent ? [{ type: "emoji", name: "alarm_clock" }, literal(" ")] : []),
    { type: "link", url, text: line, style: { bold: true } },
  ];
  return {
    text: escaped(text ? `${line}: ${text}` : line),
    blocks: [
      {
        type: "rich_text",
        elements: [
          { type: "rich_text_section", elements: heading },
          ...(text ? [{ type: "rich_text_quote", elements: [literal(text)] }] : []),
        ],
      },
    ],
    unfurl_links: false,
    unfurl_media: false,
  };
}

const literal = (text: string) => ({ type: "text", text });

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? "");
