import { expect, test } from "@playwright/test";
import type { ChannelNotice } from "#lib/outbox/channels/channel-kind.ts";
import { discordMessage } from "#lib/outbox/channels/kinds/discord.ts";
import { mattermostMessage } from "#lib/outbox/channels/kinds/mattermost.ts";
import { ntfyMessage } from "#lib/outbox/channels/kinds/ntfy.ts";
import { slackMessage } from "#lib/outbox/channels/kinds/slack.ts";
import { outcomeOf } from "#lib/outbox/channels/post-notice.ts";

const URL = "https://inbox.example.com/inbox/0197";
const NOTICE: ChannelNotice = {
  id: "0197-n",
  kind: "message",
  title: "Grace on Kiln Street",
  body: "Is the oak table still there?\nI could come today.",
  url: URL,
  conversationId: "0197",
  seq: 3,
  isUrgent: false,
  since: new Date("2026-11-22T21:04:00Z"),
  unread: 3,
};
const HOSTILE: ChannelNotice = {
  ...NOTICE,
  title: "<!channel> @all [x](https://evil.example)\n**now**",
  body: "<!here> <@U1> @everyone :tada: [pay](https://evil.example) &amp; `rm` ~~x~~ || y || # z\u202Eabc\u0007\r\n> quoted",
};
const EMOJI: ChannelNotice = { ...NOTICE, title: "👩‍👩‍👧".repeat(200), body: "🪑".repeat(4_000) };

test("each template has the title, the text and the conversation's link", () => {
  expect(ntfyMessage(NOTICE, "shop")).toMatchObject({
    topic: "shop",
    title: NOTICE.title,
    message: NOTICE.body,
    click: URL,
    priority: 4,
    sequence_id: "0197",
  });
  expect(slackMessage(NOTICE)).toMatchObject({
    blocks: [
      {
        elements: [
          { elements: [{ type: "link", url: URL, text: NOTICE.title }] },
          { type: "rich_text_quote", elements: [{ type: "text", text: NOTICE.body }] },
        ],
      },
    ],
  });
  expect(discordMessage(NOTICE)).toMatchObject({
    embeds: [{ title: NOTICE.title, url: URL, timestamp: "2026-11-22T21:04:00.000Z" }],
  });
  expect(mattermostMessage(NOTICE).text).toBe(
    `**[Grace on Kiln Street](${URL})**\n> Is the oak table still there?\n> I could come today\\.`,
  );
});

test("a hostile text mentions no one and makes no markup in any template", () => {
  const { blocks, text } = slackMessage(HOSTILE);
  expect(text).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
  expect(JSON.stringify(blocks), "rich text is literal").not.toMatch(/mrkdwn/);
  const { embeds, allowed_mentions } = discordMessage(HOSTILE);
  expect(allowed_mentions).toEqual({ parse: [] });
  for (const markup of [embeds[0]?.title, embeds[0]?.description]) {
    expect(markup?.replaceAll(/\\[!-~]/g, ""), "each sign is escaped").not.toMatch(/[!-/:-@[-`{-~]/);
  }
  const [heading = "", ...quoted] = mattermostMessage(HOSTILE).text.split("\n");
  expect(heading).toMatch(/^\*\*\[.+\]\(https:\/\/inbox\.example\.com\/inbox\/0197\)\*\*$/);
  expect(quoted.map((line) => line.slice(0, 2))).toEqual(["> ", "> "]);
  for (const line of [heading.slice(3, -(URL.length + 5)), ...quoted.map((line) => line.slice(2))]) {
    expect(line.replaceAll(/\\[!-~]/g, "")).not.toMatch(/[\\`*{}[\]()#+\-.!_>~|]|[@:](?!\u200b)/);
  }
  const messages = [ntfyMessage(HOSTILE, "shop"), slackMessage(HOSTILE), discordMessage(HOSTILE)];
  for (const message of [...messages, mattermostMessage(HOSTILE)]) {
    expect(JSON.stringify(message), "neither control characters nor a reversed direction").not.toMatch(
      /\u202e|\\u0007|\\r/,
    );
  }
});

test("4,000 emoji stay within what each receiver accepts", () => {
  expect(Buffer.byteLength(ntfyMessage(EMOJI, "shop").message)).toBeLessThanOrEqual(4_096);
  expect(Buffer.byteLength(JSON.stringify(slackMessage(EMOJI).text))).toBeLessThanOrEqual(40_000);
  const [embed] = discordMessage(EMOJI).embeds;
  expect(embed?.title.length).toBeLessThanOrEqual(256);
  expect(embed?.description?.length).toBeLessThanOrEqual(4_096);
  expect(mattermostMessage(EMOJI).text.length).toBeLessThanOrEqual(16_383);
});

test("a channel that doesn't show the text leaves no empty quote, and an escalated one is marked", () => {
  const bare = { ...NOTICE, title: "New message on Kiln Street", body: "", isUrgent: true };
  expect(ntfyMessage(bare, "shop")).toMatchObject({ message: "Open it in Site Inbox.", priority: 5 });
  expect(slackMessage(bare).blocks[0]?.elements).toHaveLength(1);
  expect(discordMessage(bare).embeds[0]).not.toHaveProperty("description");
  expect(mattermostMessage(bare).text).toBe(`:alarm_clock: **[New message on Kiln Street](${URL})**`);
});

test("a receiver's status decides: accepted, gone for good, later after Retry-After, or refused", () => {
  const outcome = (status: number, retryAfter: number | null = null) => outcomeOf({ status, retryAfter });
  for (const status of [200, 204]) expect(outcome(status)).toEqual({ status: "accepted" });
  for (const status of [404, 410]) expect(outcome(status)).toEqual({ status: "failed", reason: "gone", stops: "gone" });
  for (const status of [301, 307]) expect(outcome(status)).toEqual({ status: "failed", reason: "redirected" });
  for (const status of [400, 401, 403, 413]) expect(outcome(status)).toEqual({ status: "failed", reason: "refused" });
  expect(outcome(429, 90)).toEqual({ status: "retry", reason: "rate_limited", afterSeconds: 90 });
  expect(outcome(503, 5)).toEqual({ status: "retry", reason: "server_error", afterSeconds: 5 });
  expect(outcome(500)).toEqual({ status: "retry", reason: "server_error" });
});
