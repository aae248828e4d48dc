import { Readable } from "node:stream";
import { expect, test } from "@playwright/test";
import type { ChannelNotice } from "#lib/outbox/channels/channel-kind.ts";
import { telegram } from "#lib/outbox/channels/kinds/telegram.ts";
import { BOT_TOKEN, startBotApi } from "../../support/bot-api.ts";
import { provideSettings } from "../../support/provide-settings.ts";
import { startReceiver } from "../../support/webhook-receiver.ts";

const NOTICE: ChannelNotice = {
  id: "01a2050c-a0af-7586-b02d-76c77235e020",
  kind: "message",
  title: "Grace <b>on</b> Kiln Street",
  body: "Is *it* ready? @everyone <a href='https://evil.example'>x</a>",
  url: "https://inbox.example.com/inbox/1",
  conversationId: null,
  seq: 3,
  isUrgent: false,
  since: null,
  unread: 1,
};

type Options = { notice?: ChannelNotice; token?: string; signal?: AbortSignal };

function sendTo(url: string, options: Options = {}) {
  const { notice = NOTICE, token = BOT_TOKEN, signal = new AbortController().signal } = options;
  provideSettings({ TELEGRAM_BOT_TOKEN: token, TELEGRAM_API_URL: url });
  return telegram.send({ chatId: 7 }, notice, { signal, channelId: NOTICE.id });
}

test("an alert in Telegram shows a visitor's text as it is, with the title in bold and a link", async () => {
  await using bot = await startBotApi();
  expect(await sendTo(bot.url)).toEqual({ status: "accepted", reference: "1001" });
  expect(bot.sent).toEqual([
    {
      method: "sendMessage",
      chat_id: 7,
      message_id: 1001,
      text: `${NOTICE.title}\n\n${NOTICE.body}\n\n${NOTICE.url}`,
      entities: [{ type: "bold", offset: 0, length: NOTICE.title.length }],
      link_preview_options: { is_disabled: true },
    },
  ]);
});

test("a visitor's commands can't be tapped in Telegram, and the links in their text stay whole", async () => {
  await using bot = await startBotApi();
  const body = "Tap /stop or (/start) on https://shop.example/help/stop, and/or 1/2";
  await sendTo(bot.url, { notice: { ...NOTICE, title: "/stop on Kiln Street", body } });
  const [title, text] = ["/\u200bstop on Kiln Street", "Tap /\u200bstop or (/\u200bstart) on"];
  expect(bot.sent).toMatchObject([
    {
      text: `${title}\n\n${text} https://shop.example/help/stop, and/or 1/2\n\n${NOTICE.url}`,
      entities: [{ type: "bold", offset: 0, length: title.length }],
    },
  ]);
});

const RESPONSES: [error: object, outcome: object][] = [
  [
    { error_code: 429, description: "Too Many Requests: retry after 7", parameters: { retry_after: 7 } },
    { status: "retry", reason: "rate_limited", afterSeconds: 7 },
  ],
  [
    { error_code: 403, description: "Forbidden: bot was blocked by the user" },
    { status: "failed", reason: "refused", stops: "unlinked" },
  ],
  [
    { error_code: 400, description: "Bad Request: chat not found" },
    { status: "failed", reason: "gone", stops: "gone" },
  ],
  [
    { error_code: 400, description: "Bad Request: message is too long" },
    { status: "failed", reason: "refused" },
  ],
  [
    { error_code: 500, description: "Internal Server Error" },
    { status: "retry", reason: "server_error" },
  ],
];

test("each response of the Bot API is retried, given up, or stops the channel", async () => {
  await using bot = await startBotApi();
  for (const [error, outcome] of RESPONSES) {
    bot.fail("sendMessage", error as { error_code: number; description: string });
    expect(await sendTo(bot.url)).toEqual(outcome);
  }
  expect(await sendTo(bot.url, { token: `1:${"a".repeat(35)}` })).toEqual({ status: "retry", reason: "refused" });
});

test("a Bot API server that redirects gets no second request, and one that fails is tried again", async () => {
  await using elsewhere = await startReceiver();
  await using server = await startReceiver((_, response) =>
    response
      .writeHead(307, { location: elsewhere.url, "content-type": "application/json" })
      .end('{"ok":true,"result":{}}'),
  );
  expect(await sendTo(server.url)).toEqual({ status: "failed", reason: "redirected" });
  expect(elsewhere.received).toEqual([]);
  server.behave((_, response) => response.writeHead(200).end("<html>"));
  expect(await sendTo(server.url)).toEqual({ status: "retry", reason: "unreachable" });
  await server.close();
  expect(await sendTo(server.url)).toEqual({ status: "retry", reason: "unreachable" });
});

test("a call that's aborted ends at once, also if the Bot API says nothing", async () => {
  await using silent = await startReceiver(() => undefined);
  const stopping = new AbortController();
  const sending = sendTo(silent.url, { signal: stopping.signal });
  await silent.receives(1);
  stopping.abort();
  expect(await sending).toEqual({ status: "retry", reason: "unreachable" });
});

test("an alert in Telegram is formatted as it was written, and plain if Telegram refuses that", async () => {
  await using bot = await startBotApi();
  const texts = [
    "**Hi** 🎉 *there*, see [docs](https://evil.example/a)",
    "https://git.example/-/b",
    "- `/a`\n- /b\n> q\n```\n<b>\n```",
  ];
  const notice = { ...NOTICE, body: "Hi 🎉 there, see docs (evil.example)\n- /a", texts };
  await sendTo(bot.url, { notice });
  type Sent = { text: string; entities: { type: string; offset: number; length: number }[] };
  const sent = bot.sent[0] as unknown as Sent;
  const shown = sent.entities.map(({ type, offset, length }) => [type, sent.text.slice(offset, offset + length)]);
  expect(shown).toEqual([
    ["bold", NOTICE.title],
    ["bold", "Hi"],
    ["italic", "there"],
    ["text_link", "docs"],
    ["code", "/a"],
    ["blockquote", "q"],
    ["pre", "<b>"],
  ]);
  expect(sent.entities[3]).toMatchObject({ url: "https://evil.example/a" });
  expect(sent.text).toBe(
    `${NOTICE.title}\n\nHi 🎉 there, see docs (evil.example)\nhttps://git.example/-/b\n• /a\n• /\u200bb\nq\n<b>\n\n${NOTICE.url}`,
  );
  bot.fail("sendMessage", { error_code: 400, description: "Bad Request: can't parse entities" });
  expect(await sendTo(bot.url, { notice })).toMatchObject({ status: "accepted" });
  expect(bot.sent.at(-1)).toMatchObject({
    text: `${NOTICE.title}\n\nHi 🎉 there, see docs (evil.example)\n- /\u200ba\n\n${NOTICE.url}`,
    entities: [{ type: "bold", offset: 0, length: NOTICE.title.length }],
  });
});

test("a response of the Bot API that never ends is read up to a limit only", async () => {
  let sent = 0;
  const piece = Buffer.from(" ".repeat(100_000));
  await using receiver = await startReceiver((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    Readable.from(
      (function* () {
        for (; sent < 64_000_000; sent += piece.length) yield piece;
      })(),
    ).pipe(response);
  });
  expect(await sendTo(receiver.url)).toMatchObject({ status: "retry", reason: "unreachable" });
  expect(sent).toBeLessThan(32_000_000);
});
